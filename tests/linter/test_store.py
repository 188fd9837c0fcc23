"""The file of what texts were found to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.linter import store
from debatec.linter.store import NAME, Store


def saved(folder: Path, *keys: str, maker: str = "m") -> Store:
    kept = Store(folder, maker)
    for key in keys:
        kept.put(key, {"of": key})
    kept.save()
    return Store(folder, maker)


def test_what_was_put_is_there_again(tmp_path: Path) -> None:
    folder = tmp_path / "d" / "cache"
    kept = saved(folder, "a", "ü")
    assert (kept.get("a"), kept.get("ü"), kept.get("c")) == ({"of": "a"}, {"of": "ü"}, None)
    assert sorted(path.name for path in folder.iterdir()) == [".gitignore", "CACHEDIR.TAG", NAME]
    assert (folder / ".gitignore").read_text() == "*\n"
    assert (folder / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172")


def test_what_others_made_is_not_read(tmp_path: Path) -> None:
    saved(tmp_path / "c", "a")
    assert Store(tmp_path / "c", "other").get("a") is None
    assert saved(tmp_path / "c", "b", maker="other").get("a") is None


def test_nothing_is_written_without_anything_new(tmp_path: Path) -> None:
    kept = saved(tmp_path / "c", "a")
    (tmp_path / "c" / NAME).unlink()
    kept.get("a")
    kept.save()
    assert not (tmp_path / "c" / NAME).exists()


def test_what_was_not_used_for_longest_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MAX_ENTRIES", 3)
    kept = saved(tmp_path / "c", "a", "b", "c")
    kept.get("a")
    kept.put("d", {"of": "d"})
    kept.save()
    kept = Store(tmp_path / "c", "m")
    assert [key for key in "abcd" if kept.get(key)] == ["a", "c", "d"]


def test_the_file_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_CHARACTERS", 100)
    saved(tmp_path / "c", *"abcdefghij")
    assert (tmp_path / "c" / NAME).stat().st_size < 150


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff", b"[]", b"[" * 100_000, b'{"maker": "m", "entries": []}', b'{"maker": "m"}'],
)
def test_a_damaged_file_is_as_none(tmp_path: Path, data: bytes) -> None:
    saved(tmp_path / "c", "b")
    (tmp_path / "c" / NAME).write_bytes(data)
    assert Store(tmp_path / "c", "m").get("a") is None
    assert saved(tmp_path / "c", "a").get("a") == {"of": "a"}


def test_a_folder_that_cannot_be_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert saved(tmp_path / "file", "a").get("a") is None


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    folder, link = tmp_path / "d", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    saved(folder, "a")
    saved(link, "a")
    assert list(folder.iterdir()) == []


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    saved(folder, "a")
    for name in (".gitignore", NAME):
        (folder / name).unlink()
        (folder / name).symlink_to(tmp_path / "outside")
    assert saved(folder, "b").get("b") == {"of": "b"}
    assert not (tmp_path / "outside").exists()

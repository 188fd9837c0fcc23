"""The specs that a folder holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.linter.patterns import patterns_of
from debatec.linter.targets import Excluded, Found, file_target, search


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("d/b", "d/a", "d/e/c", "d/.venv/lib/v", "d/.github/g"):
        path = tmp_path / f"{name}.debate.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "d" / "other.yaml").touch()
    return tmp_path


def found(*excluded: str) -> Found:
    return search("d", Excluded(patterns_of(excluded), Path.cwd()))


def names(found: Found) -> list[str]:
    return [target.name.removesuffix(".debate.yaml") for target in found.targets]


@pytest.mark.usefixtures("top")
def test_specs_in_order_without_environments() -> None:
    assert names(found()) == ["d/.github/g", "d/a", "d/b", "d/e/c"]
    assert not found().hides


def test_a_target_knows_its_folder() -> None:
    assert file_target("d/a.debate.yaml").folder == "d"
    assert file_target("a.debate.yaml").folder == "."


@pytest.mark.usefixtures("top")
def test_what_is_excluded_from_where_the_settings_are() -> None:
    assert names(found("/d/e/", "*.github/", "a.*")) == ["d/b"]
    assert found("a.*").hides
    assert names(found("/e/")) == names(found())


def test_what_git_ignores(top: Path) -> None:
    (top / "d" / ".gitignore").write_text("e/\n*.debate.yaml\n!a.*\n")
    assert names(found()) == ["d/a"]
    assert found().hides


def test_symbolic_links_are_not_followed_out(top: Path) -> None:
    outside = top / "outside"
    outside.mkdir()
    (outside / "o.debate.yaml").touch()
    (top / "d" / "folder").symlink_to(outside)
    (top / "d" / "out.debate.yaml").symlink_to(outside / "o.debate.yaml")
    (top / "d" / "in.debate.yaml").symlink_to("other.yaml")
    (top / "d" / "loop.debate.yaml").symlink_to("loop.debate.yaml")
    (top / "d" / "round").symlink_to(top / "d")
    assert names(found()) == ["d/.github/g", "d/a", "d/b", "d/e/c", "d/in"]


def test_a_folder_called_like_a_spec_is_searched(top: Path) -> None:
    (top / "d" / "f.debate.yaml").mkdir()
    (top / "d" / "f.debate.yaml" / "g.debate.yaml").touch()
    assert "d/f.debate.yaml/g" in names(found())
    assert "d/f" not in names(found())


def test_a_folder_that_cannot_be_read_is_no_silence(top: Path) -> None:
    with pytest.raises(FileNotFoundError):
        search("nowhere", Excluded(patterns_of([]), top))

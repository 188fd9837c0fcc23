"""What a spec may name lies in its bundle."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.spec.bundle import Unusable, inside, top_of


@pytest.mark.parametrize("mark", ["debatec.lock", "debatec.toml"])
def test_the_top_is_the_nearest_folder_with_a_mark(tmp_path: Path, mark: str) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert top_of(inner) == inner
    (tmp_path / mark).touch()
    assert top_of(inner) == tmp_path
    (tmp_path / "a" / "debatec.toml").touch()
    assert top_of(inner) == tmp_path / "a"


def test_a_file_beside_another_folder_of_the_bundle(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert inside("../b/x", tmp_path / "a", tmp_path) == (tmp_path / "b" / "x").resolve()
    with pytest.raises(Unusable, match="leads out of the folder of the spec"):
        inside("../b/x", tmp_path / "a")


@pytest.mark.parametrize("name", ["../../x", "/etc/hostname", "a\\b", "link/x", "round", "nul\0"])
def test_what_lies_elsewhere_cannot_be_used(tmp_path: Path, name: str) -> None:
    top = tmp_path / "top"
    (top / "a").mkdir(parents=True)
    (top / "a" / "link").symlink_to(tmp_path)
    (top / "a" / "round").symlink_to("round")
    with pytest.raises(Unusable):
        inside(name, top / "a", top)

"""The settings file of a project: where it is looked for, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.linter.project import NoSettings, Project, find, read, without


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d" / "e").mkdir(parents=True)
    return tmp_path


def values(project: Project) -> object:
    assert project.faults == ()
    return project.layer and (project.layer.origin, project.layer.values)


def test_the_nearest_file_upwards(top: Path) -> None:
    (top / "debatec.toml").write_text("strict = true\n")
    assert values(find(Path("d/e"))) == ("debatec.toml", {"strict": True})
    (top / "d" / "pyproject.toml").write_text("[tool.debatec]\nper-file-ignores = {a = ['DB3']}\n")
    project = find(Path("d/e"))
    assert values(project) == ("d/pyproject.toml", {"per_file_ignores": {"a": ["DB3"]}})
    assert project.root == str(top / "d")


def test_a_file_of_its_own_goes_before_a_shared_one(top: Path) -> None:
    (top / "pyproject.toml").write_text("[tool.debatec]\njobs = 1\n")
    (top / "debatec.toml").write_text("jobs = 2\n")
    assert values(find(top)) == ("debatec.toml", {"jobs": 2})


@pytest.mark.parametrize("text", ["[project]\n", "[tool.other]\n# debatec\n", "tool = 'debatec'\n"])
def test_a_shared_file_without_our_table_is_passed_by(top: Path, text: str) -> None:
    (top / "debatec.toml").write_text("jobs = 2\n")
    (top / "d" / "pyproject.toml").write_text(text)
    assert values(find(Path("d"))) == ("debatec.toml", {"jobs": 2})
    with pytest.raises(NoSettings, match=r"has no table \[tool.debatec\]"):
        read(Path("d/pyproject.toml"))


def test_without_a_file_the_root_is_the_repository_or_the_folder(top: Path) -> None:
    assert find(Path("d/e")) == without(Path("d/e")) == Project(None, str(top / "d" / "e"))
    (top / ".git").mkdir()
    assert find(Path("d/e")).root == str(top)


def test_a_file_of_any_name(top: Path) -> None:
    (top / "d" / "lint.toml").write_text("strict = true")
    assert read(Path("d/lint.toml")).root == str(top / "d")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"strict = \n", "is no TOML: Invalid value .at line 1"),
        (b"\xff", "is not UTF-8"),
        (b"[" * 100_000, "is no TOML"),
    ],
)
def test_a_file_that_cannot_be_read(top: Path, data: bytes, message: str) -> None:
    (top / "debatec.toml").write_bytes(data)
    with pytest.raises(NoSettings, match=rf"'debatec\.toml' {message}"):
        find(top)
    with pytest.raises(NoSettings, match=r"'no\.toml' cannot be read: No such file"):
        read(Path("no.toml"))

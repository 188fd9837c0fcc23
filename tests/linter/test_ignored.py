"""What git ignores: the same as git itself says."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.linter.ignored import Ignored, relative
from debatec.linter.patterns import patterns_of
from debatec.linter.targets import Excluded, search

NAMES = ("a", "b", "keep")
ONE = ("*", "a", "b/", "/a/", "!keep", "!keep/", "!*.yaml", "*.yaml", "a/b", "**/b", "a/**", "#a")
OTHER = ("!a/b/", "/*", "!/b", "[ab]/", "keep/*.yaml", "!/a/b/x.debate.yaml", "b/**/x.*")
LINES = st.sampled_from([*ONE, *OTHER])
FOLDERS = ["", *NAMES, *(f"{outer}/{inner}" for outer in NAMES for inner in NAMES)]
GITIGNORES = st.dictionaries(st.sampled_from(FOLDERS), st.lists(LINES, max_size=4), max_size=3)


def test_files_above_count_up_to_the_top_of_the_repository(tmp_path: Path) -> None:
    folder = tmp_path / "repository" / "d"
    folder.mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("*.debate.yaml\n")
    (tmp_path / "repository" / ".gitignore").write_text("b.debate.yaml\n")
    assert not Ignored(folder).hides(folder / "b.debate.yaml", folder=False)
    (tmp_path / "repository" / ".git").mkdir()
    assert Ignored(folder).hides(folder / "b.debate.yaml", folder=False)
    assert not Ignored(folder).hides(folder / "a.debate.yaml", folder=False)


def test_the_nearest_file_says(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / ".gitignore").write_text("\ufeffa.*\n", encoding="utf-8")
    (tmp_path / "d" / ".gitignore").write_bytes(b"!a.*\r\n\xff\n")
    ignored = Ignored(tmp_path)
    for folder in (tmp_path, tmp_path / "d"):
        ignored.enter(folder)
    assert ignored.hides(tmp_path / "a.debate.yaml", folder=False)
    assert not ignored.hides(tmp_path / "d" / "a.debate.yaml", folder=False)


def test_a_path_as_patterns_see_it() -> None:
    assert relative(Path("/x/d/e"), Path("/x"), folder=True) == "d/e/"


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git to ask")
@settings(max_examples=25)
@given(GITIGNORES)
def test_files_are_those_git_does_not_ignore(
    tmp_path_factory: pytest.TempPathFactory, gitignores: dict[str, list[str]]
) -> None:
    top = tmp_path_factory.mktemp("repository")
    git = ["git", "-C", str(top)]
    subprocess.run([*git, "init", "-q"], check=True)
    for folder in FOLDERS:
        (top / folder).mkdir(exist_ok=True)
        (top / folder / "x.debate.yaml").touch()
    for folder, lines in gitignores.items():
        (top / folder / ".gitignore").write_text("\n".join(lines) + "\n")
    listed = [*git, "ls-files", "--others", "--exclude-standard", "*.debate.yaml"]
    done = subprocess.run(listed, check=True, capture_output=True, text=True)
    found = search(str(top), Excluded(patterns_of([]), top)).targets
    names = [str(Path(target.name).relative_to(top)) for target in found]
    assert names == sorted(done.stdout.splitlines())

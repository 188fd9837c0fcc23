"""Files as they were at a revision, from real repositories."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from debatec.locking.git import NoFetch
from debatec.locking.revisions import MAX_FILES, Revision, revision_of, unpack
from debatec.source.decode import MAX_BYTES
from tests.support.git import Origin

ENVIRONMENT = dict(os.environ)


@pytest.fixture
def origin(tmp_path: Path) -> Origin:
    made = Origin(tmp_path / "origin")
    made.write(
        "debates/a.debate.yaml", "extends: ../base.debate.yaml\nprompts: {p: {file: p.md}}\n"
    )
    made.write("debates/p.md", "Old.\n")
    made.write("base.debate.yaml", "name: base\n")
    made.write("debatec.toml", "")
    made.write("other.md", "Not of the debate.\n")
    made.commit("v1")
    for name in ("debates/a.debate.yaml", "debates/p.md", "base.debate.yaml", "debatec.toml"):
        made.write(name, "new")
    return made


def at(origin: Origin, ref: str = "HEAD") -> Revision:
    return revision_of(origin.folder / "debates", ref, ENVIRONMENT)


def files_of(folder: Path) -> dict[str, str]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def test_a_debate_is_unpacked_with_what_it_is_made_of(origin: Origin, tmp_path: Path) -> None:
    into = tmp_path / "into"
    data = unpack(at(origin), "debates/a.debate.yaml", into)
    assert data is not None
    assert files_of(into) == {
        "base.debate.yaml": "name: base\n",
        "debatec.toml": "",
        "debates/a.debate.yaml": data.decode(),
        "debates/p.md": "Old.\n",
    }


@pytest.mark.parametrize("ref", ["HEAD", "v1", "main", "HEAD^{tree}", "@"])
def test_any_revision_of_git(origin: Origin, ref: str) -> None:
    assert at(origin, ref).read("debates/p.md") == b"Old.\n"


@pytest.mark.parametrize("ref", ["v9", "HEAD~1", "--all", "", "v1:other.md", "v1\nHEAD"])
def test_what_is_no_revision(origin: Origin, ref: str) -> None:
    with pytest.raises(NoFetch, match="git knows no revision"):
        at(origin, ref)


def test_a_folder_in_no_repository(tmp_path: Path) -> None:
    with pytest.raises(NoFetch, match="not a git repository"):
        revision_of(tmp_path, "HEAD", ENVIRONMENT)


def test_a_repository_of_a_hook_is_not_the_one_of_the_files(origin: Origin) -> None:
    environment = {**ENVIRONMENT, "GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere"}
    assert revision_of(origin.folder / "gone" / "a", "HEAD", environment).top == origin.folder


def test_names_and_lists(origin: Origin) -> None:
    revision = at(origin)
    assert revision.name_of(origin.folder / "debates" / "gone.yaml") == "debates/gone.yaml"
    assert revision.files(".", ".debate.yaml") == ["base.debate.yaml", "debates/a.debate.yaml"]
    assert revision.files("debates", ".debate.yaml") == ["debates/a.debate.yaml"]
    with pytest.raises(NoFetch, match="lies outside of the repository"):
        revision.name_of(origin.folder.parent / "a")


def test_links_lead_through_the_repository_only(origin: Origin) -> None:
    (origin.folder / "inside.md").symlink_to("other.md")
    (origin.folder / "outside.md").symlink_to("/etc/hostname")
    (origin.folder / "folder").symlink_to("debates")
    origin.commit("v2")
    revision = at(origin)
    assert revision.read("inside.md") == b"Not of the debate.\n"
    assert revision.read("folder/p.md") == b"new"
    for name in ("outside.md", "debates", "gone.md", "a\nb"):
        assert revision.read(name) is None


def test_what_is_too_large(origin: Origin, tmp_path: Path) -> None:
    origin.write("large", "x" * (MAX_BYTES + 1))
    prompts = ", ".join(f"p{n}: {{file: {n}.md}}" for n in range(MAX_FILES))
    origin.write("many.debate.yaml", f"prompts: {{{prompts}}}\n")
    origin.commit("v2")
    with pytest.raises(NoFetch, match="'large' is larger than"):
        at(origin).read("large")
    with pytest.raises(NoFetch, match="made of more than"):
        unpack(at(origin), "many.debate.yaml", tmp_path / "into")


def test_nothing_is_written_outside(origin: Origin, tmp_path: Path) -> None:
    origin.write(
        "a.debate.yaml", "extends: ../x\nprompts: {a: {file: /etc/hostname}, b: {file: ..}}"
    )
    origin.commit("v2")
    into = tmp_path / "in" / "to"
    unpack(at(origin), "a.debate.yaml", into)
    assert sorted(files_of(tmp_path / "in")) == ["to/a.debate.yaml", "to/debatec.toml"]

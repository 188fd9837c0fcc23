"""Files of repositories, fetched by real git from repositories on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from debatec.locking.git import NoFetch, repository
from debatec.source.decode import MAX_BYTES
from tests.support.git import Origin

ENVIRONMENT = dict(os.environ)


@pytest.fixture
def origin(tmp_path: Path) -> Origin:
    made = Origin(tmp_path / "origin")
    made.write("formats/a.debate.yaml", "name: a\n")
    made.commit("v1")
    return made


def test_a_tag_a_branch_and_a_commit(origin: Origin) -> None:
    first = origin.head
    origin.write("formats/a.debate.yaml", "name: b\n")
    origin.commit("v2")
    for ref, commit, text in (
        ("v1", first, b"name: a\n"),
        ("main", origin.head, b"name: b\n"),
        (first, first, b"name: a\n"),
    ):
        with repository(ENVIRONMENT) as fetched:
            assert fetched.fetch(origin.url, ref) == commit
            assert fetched.read(commit, "formats/a.debate.yaml") == text


def test_what_is_not_there(origin: Origin) -> None:
    with repository(ENVIRONMENT) as fetched:
        with pytest.raises(NoFetch, match=r"git: .*v9"):
            fetched.fetch(origin.url, "v9")
        with pytest.raises(NoFetch, match="git: "):
            fetched.fetch(f"{origin.url}-not", "v1")
        commit = fetched.fetch(origin.url, "v1")
        with pytest.raises(NoFetch, match=r"there is no file 'formats/b' at \w{12}"):
            fetched.read(commit, "formats/b")
        with pytest.raises(NoFetch, match="'formats' is no plain file"):
            fetched.read(commit, "formats")


def test_links_and_large_files_are_refused(origin: Origin) -> None:
    (origin.folder / "link").symlink_to("/etc/hostname")
    origin.write("large", "x" * (MAX_BYTES + 1))
    origin.commit("v2")
    with repository(ENVIRONMENT) as fetched:
        commit = fetched.fetch(origin.url, "v2")
        with pytest.raises(NoFetch, match="'link' is no plain file"):
            fetched.read(commit, "link")
        with pytest.raises(NoFetch, match="'large' is larger than"):
            fetched.read(commit, "large")


@pytest.mark.parametrize("url", ["ext::sh -c 'echo x'", "git://localhost:1/x", "--upload-pack=x"])
def test_other_ways_of_git_are_closed(url: str) -> None:
    with repository(ENVIRONMENT) as fetched, pytest.raises(NoFetch):
        fetched.fetch(url, "main")


def test_without_git() -> None:
    with pytest.raises(NoFetch, match="'git' is not installed"), repository({"PATH": ""}):
        pass

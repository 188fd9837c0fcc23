"""Patterns as in .gitignore."""

from __future__ import annotations

import pytest

from debatec.linter.patterns import patterns_of


@pytest.mark.parametrize(
    ("lines", "path", "hidden"),
    [
        (["*.yaml"], "d/a.yaml", True),
        (["/a.yaml"], "d/a.yaml", None),
        (["d/"], "d/", True),
        (["d/"], "d", None),
        (["*.yaml", "!a.yaml"], "a.yaml", False),
        (["!a.yaml", "*.yaml"], "a.yaml", True),
        (["*", "!keep/"], "keep/", False),
        (["*", "!keep/"], "keep/a.yaml", True),
        (["d"], "d/a.yaml", None),
        (["# *", "", "  "], "a.yaml", None),
        (["a/**/b"], "a/x/y/b", True),
        ([r"\!a"], "!a", True),
    ],
)
def test_the_last_match_counts(lines: list[str], path: str, hidden: bool | None) -> None:
    assert patterns_of(lines).hides(path) is hidden


def test_what_is_wrong_matches_nothing() -> None:
    assert patterns_of(["!", "/", "a.yaml"]).hides("a.yaml") is True


@pytest.mark.parametrize(("path", "reached"), [("d/e/a", True), ("d/", True), ("e/d", False)])
def test_a_folder_reaches_what_is_inside(path: str, reached: bool) -> None:
    assert patterns_of(["/d/"]).reaches(path) is reached

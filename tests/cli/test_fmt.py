"""`debatec fmt`: files, folders, standard input, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.specs import GOOD, Files, call

UNTIDY = (
    GOOD.replace("  - id", "    -   id")
    .replace("    rounds", "        rounds")
    .replace("    steps:\n      -", "        steps:\n        -")
)


def test_untidy_is_another_layout_of_the_same() -> None:
    assert UNTIDY != GOOD
    assert call("lint", "-", input=UNTIDY).exit_code == 0


def test_files_are_laid_out(write: Files) -> None:
    names = write("a.debate.yaml", UNTIDY), write("b.debate.yaml", GOOD)
    result = call("fmt", ".")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 of 2 files changed\n"
    assert [Path(name).read_text("utf-8") for name in names] == [GOOD, GOOD]
    assert call("fmt", "--check", ".").stderr == "0 of 2 files would change\n"


def test_check_names_what_would_change(write: Files) -> None:
    name = write("a.debate.yaml", UNTIDY)
    result = call("fmt", "--check", name)
    assert (result.exit_code, result.stdout) == (1, "a.debate.yaml would change\n")
    assert Path(name).read_text("utf-8") == UNTIDY


def test_diff_shows_what_would_change(write: Files) -> None:
    name = write("a.debate.yaml", UNTIDY)
    result = call("fmt", "--diff", name)
    assert result.exit_code == 1
    assert "-    -   id: talk\n" in result.stdout
    assert "+  - id: talk\n" in result.stdout
    assert Path(name).read_text("utf-8") == UNTIDY
    assert call("fmt", "--diff", write("b.debate.yaml", GOOD)).stdout == ""


def test_standard_input_comes_out_laid_out() -> None:
    result = call("fmt", "-", input=UNTIDY)
    assert (result.exit_code, result.stdout) == (0, GOOD)


def test_a_file_with_faults_is_reported_and_left_alone(write: Files) -> None:
    text = UNTIDY + "summary: a: b\n"
    name = write("a.debate.yaml", text)
    result = call("fmt", name, write("b.debate.yaml", UNTIDY))
    assert result.exit_code == 1
    assert result.stderr.startswith("a.debate.yaml:12:11: error[DB101] ")
    assert result.stderr.endswith("1 of 2 files changed, 1 left alone\n")
    assert Path(name).read_text("utf-8") == text
    assert call("fmt", "-", input=text).stdout == text


def test_what_is_not_formatted_is_said(write: Files) -> None:
    result = call("fmt", write("a.debate.yaml", UNTIDY + "? a\n: b\n"))
    assert result.exit_code == 0
    assert result.stderr == (
        "a.debate.yaml: left alone: it has a key that begins with '?'\n"
        "0 of 1 file changed, 1 left alone\n"
    )


@pytest.mark.parametrize("name", ["panel", "nowhere"])
def test_what_is_no_file_is_refused(name: str) -> None:
    assert call("fmt", name).exit_code == 2

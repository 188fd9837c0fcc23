"""`debatec test`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.specs import BAD, GOOD, Files, call

CASE = "  - {name: NAME, expect: {asked: 4}, replies: {say: Well.}}\n"
TESTS = "tests: v1\ninputs: {question: Q}\ncases:\n"


@pytest.fixture
def good(write: Files) -> str:
    """A debate with two cases that pass."""
    write("d/good.debate.yaml", GOOD)
    cases = CASE.replace("NAME", "first") + CASE.replace("NAME", "second")
    return write("d/good.test.yaml", TESTS + cases)


@pytest.fixture
def missed(write: Files) -> str:
    """The same debate with two cases of which none passes."""
    cases = CASE.replace("NAME", "wrong") + CASE.replace("NAME", "also wrong")
    text = TESTS + cases.replace("asked: 4", "asked: 5")
    return write("d/missed.test.yaml", text + "debate: good.debate.yaml\n")


def last(text: str) -> str:
    """The summary without the time that it took."""
    return text.splitlines()[-1].rpartition(",")[0]


@pytest.mark.parametrize("path", [(), ("d",), ("d/good.test.yaml",), ("d/good.debate.yaml",)])
def test_files_folders_and_debates(good: str, path: tuple[str, ...]) -> None:
    assert good
    result = call("test", *path)
    assert (result.exit_code, result.stdout) == (0, "")
    assert last(result.stderr) == "2 passed in 1 file"


def test_what_git_ignores_is_left_out(good: str, write: Files) -> None:
    write(".gitignore", "old/\n")
    write("old/good.test.yaml", "tests: v1\n")
    assert good
    assert call("test").exit_code == 0


def test_a_case_that_fails(good: str, missed: str) -> None:
    result = call("test", missed, good)
    assert result.exit_code == 1
    assert f"{missed}:4:35: error[DB901] wrong: 'asked' is 4, expected 5" in result.stdout
    assert last(result.stderr) == "2 passed, 2 failed in 2 files"


def test_stop_after_the_first_that_fails(good: str, missed: str) -> None:
    result = call("test", missed, good, "--fail-fast")
    assert last(result.stderr) == "0 passed, 1 failed in 1 file"


def test_cases_by_a_word(good: str, missed: str) -> None:
    assert last(call("test", "d", "-k", "SECOND").stderr) == "1 passed in 2 files"
    assert (
        last(call("test", good, missed, "-k", "missed").stderr) == "0 passed, 2 failed in 2 files"
    )
    result = call("test", "-k", "third")
    assert (result.exit_code, result.stderr) == (
        2, "debatec: there is no case with 'third' in its name\n"
    )  # fmt: skip


def test_a_file_that_cannot_be_used(write: Files) -> None:
    write("a.test.yaml", TESTS + CASE)
    write("a.debate.yaml", BAD)
    result = call("test")
    assert result.exit_code == 1
    assert "a.debate.yaml:11:71: error[DB302]" in result.stdout
    assert last(result.stderr) == "0 passed, 1 file unusable in 1 file"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere", "there is no file or folder 'nowhere'"),
        ("x.debate.yaml", "there is no file or folder 'x.test.yaml'"),
        (".", "there is no .test.yaml file in '.'"),
    ],
)
@pytest.mark.usefixtures("write")
def test_what_is_not_there(name: str, message: str) -> None:
    result = call("test", name)
    assert (result.exit_code, result.stderr) == (2, f"debatec: {message}\n")


def test_reports_in_the_formats_of_lint(missed: str, write: Files) -> None:
    write("d/good.debate.yaml", GOOD)
    result = call("test", missed, "--format", "concise", "--format", "junit=report.xml")
    assert result.stdout.count("\n") == 2
    assert Path("report.xml").read_text("utf-8").count("<failure") == 2
    found = json.loads(call("test", missed, "--format", "json").stdout)
    assert (found["schema"], found["errors"]) == ("urn:debatec:schema:findings:v1", 2)


def test_a_document_of_all_cases(good: str, missed: str) -> None:
    found = json.loads(call("test", good, missed, "--json", "--format", "sarif=a.sarif").stdout)
    assert (found["passed"], found["failed"], found["coverage"]) == (2, 2, None)
    first = found["files"][0]["cases"][0]
    assert (first["name"], first["line"], first["passed"]) == ("first", 4, True)
    assert (first["reason"], first["outcome"]) == ("completed", "decided")
    assert Path("a.sarif").exists()


def test_snapshots_are_written_when_that_is_asked(good: str, write: Files) -> None:
    text = CASE.replace("asked: 4", "graph: {snapshot: true}")
    write(good, TESTS + text)
    assert call("test", good).exit_code == 1
    result = call("test", good, "-u")
    assert result.stderr.startswith(f"{good}: 1 snapshot written or deleted\n1 passed")
    assert call("test", good).exit_code == 0


def test_coverage(good: str, write: Files) -> None:
    write(
        "d/good.debate.yaml",
        GOOD.replace('"{{ inputs.question }}', '"{% if round.last %}L{% endif %}'),
    )
    write(good, (TESTS + CASE).replace("question: Q", "question: Q, rounds: 1").replace("4", "2"))
    result = call("test", "--coverage")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "                    phases  prompts  branches  reached",
        "d/good.debate.yaml  1/1     1/1      1/2       75.0 %",
        "d/good.debate.yaml:11:52: untested: in this prompt 'if round.last' is not false",
    ]
    enough = call("test", "--cover-min", "75")
    assert (enough.exit_code, enough.stdout) == (0, "")
    short = call("test", "--cover-min", "75.1")
    assert short.exit_code == 1
    told = "d/good.debate.yaml: coverage is 75.0 %, and has to be 75.1 %"
    assert short.stderr.splitlines()[-1] == told
    assert json.loads(call("test", "--coverage", "--json").stdout)["coverage"]["percent"] == 75.0


def test_coverage_does_not_mix_with_a_document(good: str) -> None:
    result = call("test", good, "--coverage", "--format", "json")
    assert json.loads(result.stdout)["findings"] == []
    assert "phases" in result.stderr


def test_lint_says_what_is_for_another_command(good: str) -> None:
    result = call("lint", good)
    message = f"debatec: '{good}' holds tests: 'debatec test {good}' checks and carries them out\n"
    assert (result.exit_code, result.stderr) == (2, message)

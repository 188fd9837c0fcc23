"""Reports of findings, where they go, and the summary below them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatec.cli.findings import summary
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source
from tests.cli.specs import BAD, Files, call

SPAN = Source("", "").span(0, 0)


@pytest.mark.parametrize(
    ("errors", "warnings", "files", "line"),
    [
        (0, 0, 1, "no findings in 1 file"),
        (1, 0, 1, "1 error in 1 file"),
        (3, 1, 2, "3 errors, 1 warning in 2 files"),
        (0, 2, 2, "2 warnings in 2 files"),
    ],
)
def test_summary(errors: int, warnings: int, files: int, line: str) -> None:
    found = [Diagnostic("DB101", "", SPAN)] * errors
    found += [Diagnostic("DB106", "", SPAN, Severity.WARNING)] * warnings
    assert summary(found, files) == line


@pytest.mark.usefixtures("two")
def test_several_reports_at_once() -> None:
    result = call("lint", ".", "--format", "concise", "--format", "sarif=out/a.sarif")
    assert result.exit_code == 2
    assert "'out/a.sarif' cannot be written" in result.stderr
    result = call("lint", ".", "--format", "concise", "--format", "sarif=a.sarif")
    assert (result.exit_code, result.stdout.count("\n")) == (1, 2)
    assert len(json.loads(Path("a.sarif").read_text("utf-8"))["runs"][0]["results"]) == 2


@pytest.mark.usefixtures("two")
def test_reports_in_lines_follow_one_another() -> None:
    result = call("lint", ".", "--format", "github", "--format", "text")
    assert result.stdout.startswith("::error file=")
    assert "error[DB302]" in result.stdout


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--format", "xml"), "there is no format 'xml': it is one of text, concise,"),
        (("--format", "sarif="), "the file is missing after 'sarif='"),
        (("--format", "sarif=a", "--format", "json=a"), "two reports cannot go to one file"),
        (("--format", "sarif", "--format", "text"), "write '--format sarif=FILE'"),
    ],
)
def test_reports_that_cannot_be_are_refused(options: tuple[str, ...], message: str) -> None:
    result = call("lint", ".", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr.replace("\n", " ")


@pytest.mark.usefixtures("two")
def test_json_is_a_format_like_the_others() -> None:
    assert call("lint", ".", "--json").stdout == call("lint", ".", "--format", "json").stdout


@pytest.fixture
def two(write: Files) -> None:
    write("a.debate.yaml", BAD)
    write("b.debate.yaml", BAD)

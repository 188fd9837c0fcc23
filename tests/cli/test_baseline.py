"""Findings that are known: written, left out, told of."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.specs import BAD, WARNED, Files, call

NAME = "debatec-baseline.json"


def test_only_new_findings_count(write: Files) -> None:
    name = write("d/a.debate.yaml", BAD)
    result = call("lint", "--write-baseline", "d")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"1 finding known from now on, in '{NAME}'\n"
    assert list(json.loads(Path(NAME).read_text())["files"]) == [name]

    write(name, "# Moved.\n\n" + BAD)
    result = call("lint", "d")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"no findings in 1 file\n1 finding of '{NAME}' not told\n"

    write("d/b.debate.yaml", BAD)
    assert call("lint", "d").stderr.startswith("1 error in 2 files\n")
    assert call("lint", "d", "--no-baseline").stderr == "2 errors in 2 files\n"


def test_what_is_no_more_is_told_in_a_line(write: Files) -> None:
    name = write("a.debate.yaml", BAD)
    call("lint", "--write-baseline", name)
    write(name, WARNED)
    lines = call("lint", name).stderr.splitlines()
    assert lines == [
        "1 warning in 1 file",
        f"1 finding of '{NAME}' no more: debatec lint --write-baseline forgets them",
    ]


def test_a_baseline_of_another_name(write: Files) -> None:
    name = write("d/a.debate.yaml", BAD)
    call("lint", "--write-baseline", "--baseline", "d/known.json", name)
    assert list(json.loads(Path("d/known.json").read_text())["files"]) == ["a.debate.yaml"]
    assert call("lint", "--baseline", "d/known.json", name).exit_code == 0
    assert call("lint", name).exit_code == 1


def test_a_baseline_that_is_none(write: Files) -> None:
    name = write("a.debate.yaml", BAD)
    result = call("lint", "--baseline", "none.json", name)
    assert result.exit_code == 2
    assert "none.json' cannot be read: No such file" in result.stderr
    write(NAME, "{}")
    result = call("lint", name)
    assert result.exit_code == 2
    assert "is no baseline of v1" in result.stderr


def test_a_baseline_that_cannot_be_written(write: Files) -> None:
    name = write("a.debate.yaml", BAD)
    result = call("lint", "--write-baseline", "--baseline", "no/known.json", name)
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr

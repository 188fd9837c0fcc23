"""`debatec graph`: the drawings."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.specs import BAD, Files, call


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ((), "pingpong 1.0.0: 2 seats, 6 turns at most\n"),
        (("-i", "rounds=9"), "pingpong 1.0.0: 2 seats, 18 turns at most\n"),
        (("--format", "mermaid"), "flowchart TD\n"),
    ],
)
def test_drawings(options: tuple[str, ...], start: str) -> None:
    result = call("graph", "pingpong", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(start)


def test_a_faulty_spec_is_refused(write: Files) -> None:
    assert call("graph", write("a.debate.yaml", BAD)).exit_code == 2


def test_a_terminal_that_knows_no_arrows_gets_question_marks() -> None:
    script = "from debatec.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "graph", "pingpong"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        check=True,
    )
    assert b"2 ? A" in done.stdout
    assert done.stderr == b""

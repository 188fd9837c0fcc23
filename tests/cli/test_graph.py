"""`debatec graph`: the drawings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from debatec.cli.graph import STYLES
from debatec.graph.drawing import DRAWINGS
from tests.cli.specs import BAD, Files, call


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ((), "pingpong 1.0.0: 2 seats, 6 turns at most\n"),
        (("-i", "rounds=9"), "pingpong 1.0.0: 2 seats, 18 turns at most\n"),
        (("--format", "mermaid"), "flowchart TD\n"),
        (("--format", "dot"), 'digraph "pingpong" {\n'),
        (("--format", "svg"), '<svg xmlns="http://www.w3.org/2000/svg" '),
    ],
)
def test_drawings(options: tuple[str, ...], start: str) -> None:
    result = call("graph", "pingpong", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(start)


def test_every_drawing_has_a_name() -> None:
    assert list(DRAWINGS) == list(STYLES)


@pytest.mark.parametrize("style", STYLES)
def test_in_full_later_rounds_are_not_drawn_as_one(style: str) -> None:
    folded, full = (
        call("graph", "pingpong", "--format", style, *more).stdout for more in ((), ("--full",))
    )
    assert "rounds 2 to 3, each" in folded
    assert "rounds 2 to 3" not in full


def test_a_drawing_is_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "panel.svg"
    result = call("graph", "panel", "--format", "svg", "-o", str(file))
    assert (result.exit_code, result.output) == (0, "")
    assert file.read_bytes() == call("graph", "panel", "--format", "svg").stdout_bytes


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    result = call("graph", "panel", "-o", str(tmp_path / "none" / "panel.txt"))
    assert result.exit_code == 2
    assert (
        result.stderr
        == f"debatec: '{tmp_path}/none/panel.txt' cannot be written: No such file or directory\n"
    )


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


def test_json_is_the_plan_printed_or_written(write: Files) -> None:
    write("x", "")
    plan = call("compile", "pingpong", "--plan", "-i", "rounds=2").stdout
    assert call("graph", "pingpong", "--json", "-i", "rounds=2").stdout == plan
    result = call("graph", "pingpong", "--json", "-i", "rounds=2", "-o", "plan.json")
    assert (result.exit_code, result.output) == (0, "")
    assert Path("plan.json").read_text("utf-8") == plan

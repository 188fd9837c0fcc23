"""A run in plain lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.report.lines import Lines
from debatec.runtime.run import Run
from debatec.runtime.state import State
from tests.report.runs import CASES, NAMES, compare, ran


@pytest.mark.parametrize("name", NAMES)
def test_transcript(tmp_path: Path, name: str) -> None:
    """The same lines as while it ran, from its events once more."""
    run = ran(tmp_path, name)
    written: list[str] = []
    lines, state = Lines(run.plan.graph, written.append), State(run.plan.graph)
    for event in run.watch.events:
        state.apply(event)
        lines.event(event, state)
    compare(CASES / f"{name}.txt", "\n".join(written) + "\n")


def test_a_run_taken_up_again_says_so(tmp_path: Path) -> None:
    run = ran(tmp_path, "pingpong")
    journal = run.folder / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:5]))
    written: list[str] = []
    with Run.take_up(run.folder) as taken:
        lines = Lines(taken.plan.graph, written.append)
        for event in run.watch.events[:1]:
            lines.event(event, taken.state)
        lines.say("Stopping.")
    assert written == ["Stopping."]

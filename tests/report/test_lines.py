"""A run in plain lines."""

from __future__ import annotations

import io
from pathlib import Path
from typing import get_args

import pytest
from rich.console import Console

from debatec.report.lines import Lines
from debatec.report.live import Live
from debatec.runtime.events import (
    Asked,
    Decided,
    Dropped,
    Ended,
    Event,
    Failed,
    Finished,
    Gated,
    Late,
    Part,
    Purpose,
    Replied,
    Resumed,
    Settled,
    Started,
    TurnOutcome,
    Warned,
)
from debatec.runtime.run import Run
from debatec.runtime.state import State
from tests.report.runs import CASES, NAMES, TROUBLED, compare, ran
from tests.support.runs import plan_of


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


EVENTS: list[tuple[Event, str]] = [
    (Started("run", "small", {}), ""),
    (Resumed(("a file is lost",)), "-- taken up again"),
    (Warned("no \x1b[2Jseed"), "! no [2Jseed"),
    (Asked("talk.r1.say.peer-1", 1, Purpose.REPLY, "a", "p"), "\n== talk, round 1 of 2 =="),
    (Replied("talk.r1.say.peer-1", 1, Purpose.REPLY, "So.", 1.0), ""),
    (
        Late("talk.r1.say.peer-1", 1, "more"),
        "! talk.r1.say.peer-1, attempt 1: what came too late is not used",
    ),
    (
        Failed("talk.r1.say.peer-1", 1, TurnOutcome.TIMEOUT, "no reply"),
        "! talk.r1.say.peer-1, attempt 1: timeout: no reply",
    ),
    (Dropped("peer-1", "2 attempts failed"), "! peer-1 is dropped: 2 attempts failed"),
    (Decided("more.r1.add.peer-1", Part.PHASE, True, {}), ""),
    (
        Decided("more.r1.add.peer-1", Part.PHASE, False, {}),
        "-- 'more' is left out: its 'when' does not hold",
    ),
    (Decided("talk.r1.look.peer-1", Part.STEP, False, {}), ""),
    (Decided("talk.r1.look.peer-1", Part.SEAT, False, {}), ""),
    (
        Settled("talk.r1.look.peer-1", TurnOutcome.SKIPPED, message="when: round.last"),
        "\npeer-1 (look, round 1) · skipped, when: round.last",
    ),
    (
        Settled("talk.r1.checks", TurnOutcome.SKIPPED, message="when: round.first"),
        "\nchecks (checks, round 1) · skipped, when: round.first",
    ),
    (
        Settled("talk.r1.look.peer-2", TurnOutcome.CANCELLED),
        "\npeer-2 (look, round 1) · no reply: cancelled",
    ),
    (Gated("talk", 1, (), None), ""),
    (Gated("talk", 1, ("agreed",), "agreed"), "-- talk ends after round 1: agreed"),
    (
        Gated("talk", 1, ("loud",), "loud", "talk.r1.say.peer-1"),
        "-- talk ends after talk.r1.say.peer-1: loud",
    ),
    (Ended("time", "talk", 1, "it is late"), "! The debate ends (time): it is late"),
    (Ended("quorum", "talk", 1, "", closing=True), "! 'talk' ends (quorum)"),
    (Finished({}), ""),
]
"""Events of the troubled debate, and what is said of each."""


def test_every_kind_of_event_is_among_them() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize(("event", "expected"), EVENTS)
def test_every_event_is_followed(event: Event, expected: str) -> None:
    graph, written = plan_of(TROUBLED).graph, list[str]()
    lines, state = Lines(graph, written.append), State(graph)
    if isinstance(event, Settled):
        lines.event(Asked(event.node, 1, Purpose.REPLY, "a", "p"), state)
        written.clear()
    lines.event(event, state)
    assert "\n".join(written) == expected
    file = io.StringIO()
    live = Live(graph, Console(file=file, width=200), lambda: 0.0)
    live.event(event, state)
    assert expected.strip("\n= ") in file.getvalue()


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

"""Whole debates in the language as its users write it: what every seat is sent, and the outcome.

A case is a debate and a replay in tests/cases/language; what comes of it stands beside them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from debatec.graph.analysis import analyse
from debatec.graph.endings import endings
from debatec.graph.plan import Plan
from debatec.graph.text import draw
from debatec.runtime.events import Decided, Ended, Event, Failed, Gated, Settled, Warned
from debatec.source import exactjson
from tests.support.cases import NAMES, Case
from tests.support.runs import Ran, carry_out, lasting
from tests.support.transcripts import transcript

CASES = [Case(name) for name in NAMES]
each = pytest.mark.parametrize("case", CASES, ids=NAMES)


@pytest.fixture(autouse=True)
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


def run(folder: Path, case: Case) -> Ran:
    return carry_out(folder / "run", case.plan(), case.agent())


def golden(ran: Ran, plan: Plan) -> str:
    """All that comes of a case: its bounds and drawing, what was sent, what happened, the result."""
    bounds = analyse(plan)
    figures = f"{bounds.turns} turns, {bounds.calls} calls, {bounds.tokens_in} tokens in"
    parts = {
        "plan": "\n".join([f"{figures}, {bounds.seconds} s", *endings(plan)]),
        "drawing": draw(plan),
        "course": "\n".join(filter(None, map(happening, ran.watch.events))),
        "result": "\n".join(outcome(ran)),
    }
    told = "\n".join(f"===== {title}\n{text}\n" for title, text in parts.items())
    return f"{told}\n===== what was sent\n{transcript(ran)}"


def outcome(ran: Ran) -> Iterator[str]:
    """The result, a line for each of its values and for each seat."""
    for name, value in lasting(ran.result).items():
        if name == "seats":
            yield from (f"seat: {exactjson.dumps(seat)}" for seat in value)
        elif name not in ("plan", "schema"):
            yield f"{name}: {value if name == 'text' else exactjson.dumps(value)}"


def happening(event: Event) -> str:
    match event:
        case Settled():
            lacks = "".join(f"; {clause}" for clause in (*event.missing, *event.failed))
            said = "".join(f" ({message})" for message in [event.message] if message)
            return f"{event.node}: {event.outcome}, block {event.block}{said}{lacks}"
        case Failed():
            return f"  attempt {event.attempt} at {event.turn}: {event.outcome}, {event.message}"
        case Decided():
            return f"  {event.part} of {event.node}: {event.holds}"
        case Gated():
            at = f"{event.phase}, round {event.round} {event.turn}".strip()
            return f"  read at {at}: held {', '.join(event.held) or 'none'}, fired {event.fired}"
        case Ended():
            return f"  ended by {event.reason} {event.after}: {event.message}"
        case Warned():
            return f"  warned: {event.message}"
    return ""


@each
def test_a_case_has_no_findings(case: Case) -> None:
    assert case.compiled().diagnostics == ()


@each
def test_what_comes_of_a_case(tmp_path: Path, case: Case) -> None:
    found = golden(run(tmp_path, case), case.plan())
    if os.environ.get("UPDATE"):
        case.golden.write_text(found, "utf-8")
    assert found == case.golden.read_text("utf-8")

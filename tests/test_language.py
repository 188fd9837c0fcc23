"""Whole debates in the language as its users write it: what every seat is sent, and the outcome.

A case is a debate and a replay in tests/cases/language; what comes of it stands beside them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from debatec.graph.analysis import analyse
from debatec.graph.endings import endings
from debatec.graph.plan import Plan
from debatec.graph.text import draw
from debatec.runtime.events import Asked, Decided, Ended, Event, Failed, Gated, Settled, Warned
from debatec.runtime.journal import NAME, read_journal
from debatec.runtime.run import Run
from debatec.source import exactjson
from tests.support.cases import NAMES, Case
from tests.support.runs import Ran, Watch, carry_out, finish, lasting
from tests.support.transcripts import transcript

CASES = [Case(name) for name in NAMES]
each = pytest.mark.parametrize("case", CASES, ids=NAMES)


@pytest.fixture(autouse=True)
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


def run(folder: Path, case: Case) -> Ran:
    return carry_out(folder / "run", case.plan(), case.agent())


def golden(ran: Ran, plan: Plan) -> str:
    """All that comes of a case: bounds and drawing, what happened, the result, what was sent."""
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


# --- The same debates otherwise ---------------------------------------------------------------

OTHERWISE: list[tuple[str, dict[str, Any], str, str]] = [
    ("roundtable", {"seats": {"debater": 6}}, "impasse", "no_consensus"),
    ("roundtable", {"inputs": {"alike": 1}}, "rounds", "decided"),
    ("council", {"preset": "heavy"}, "rounds", "no_consensus"),
    ("council", {"preset": "free"}, "consensus_reached", "consensus"),
    ("chorus", {"inputs": {"max_rounds": None, "min_new": 0}}, "rounds", "no_consensus"),
    ("panel", {"seats": {"panelist": 5}}, "deadlock", "no_consensus"),
    ("panel", {"inputs": {"veto": False, "hands_on": True}}, "stopped", "no_consensus"),
    ("mad", {"inputs": {"level": 0}}, "completed", "decided"),
    ("oxford", {"seats": {"audience": 9}}, "completed", "decided_with_dissent"),
    ("delphi", {"seats": {"expert": 7}}, "agreed", "consensus"),
    ("delphi", {"inputs": {"near": 0.5}}, "agreed", "consensus"),
    ("jury", {"seed": 99}, "verdict", "decided"),
    ("khan", {"seed": 6}, "completed", "decided"),
]


@pytest.mark.parametrize(("name", "changes", "reason", "outcome"), OTHERWISE)
def test_a_case_otherwise(
    tmp_path: Path, name: str, changes: dict[str, Any], reason: str, outcome: str
) -> None:
    """Turns that the replay does not know are answered by the agent's stand-by."""
    case = Case(name)
    agent = case.agent(otherwise="I have nothing to add to that. " * 9)
    ran = carry_out(tmp_path / "run", case.plan(**changes), agent)
    assert (ran.result["reason"], ran.result["outcome"]) == (reason, outcome)
    asked = "\n".join(question.request.prompt for question in agent.questions)
    assert "None" not in asked.replace("None.", "").replace("None is left", "")


def test_a_hidden_limit_is_told_nobody(tmp_path: Path) -> None:
    agent = Case("council").agent(otherwise="I have nothing to add to that. " * 9)
    carry_out(tmp_path / "run", Case("council").plan(preset="free"), agent)
    (prompt,) = agent.prompts("debate.r3.argue.skeptic")
    assert prompt.startswith("Round 3. Do we split")
    assert not any("12" in question.request.prompt for question in agent.questions)


@each
def test_a_seat_that_fails_ends_no_case(tmp_path: Path, case: Case) -> None:
    plan = case.plan()
    seat = next(iter(plan.graph.turns())).seat
    ran = carry_out(tmp_path / "run", plan, case.agent(failing=seat))
    assert ran.result["status"] == "done"
    assert ran.result["outcome"] != "failed"
    assert next(s for s in ran.result["seats"] if s["seat"] == seat)["turns"]["answered"] == 0


@each
def test_a_case_that_is_killed_comes_to_the_same(tmp_path: Path, case: Case) -> None:
    whole = run(tmp_path / "whole", case)
    lines = (whole.folder / NAME).read_bytes().splitlines(keepends=True)
    wanted = settled_of(whole.watch.events)
    for count in places(whole.watch.events):
        folder = tmp_path / str(count)
        folder.mkdir()
        (folder / NAME).write_bytes(b"".join(lines[:count]))
        taken_up = Run.take_up(folder)
        done = set(taken_up.state.settled)
        ran = finish(taken_up, case.agent())
        assert lasting(ran.result) == lasting(whole.result), count
        assert settled_of([line.event for line in read_journal(folder)]) == wanted, count
        assert not done & set(ran.agent.turns()), count


def settled_of(events: Iterable[Event]) -> dict[str, Settled]:
    return {event.node: event for event in events if isinstance(event, Settled)}


def places(events: Sequence[Event]) -> list[int]:
    """Where to die: after the first event of each kind that something hangs on, and in between."""
    found: dict[str, int] = {}
    for number, event in enumerate(events, 2):  # the run was begun with a record of its own
        found.setdefault(_kind(event), number)
    return sorted({*found.values(), len(events) // 2})


def _kind(event: Event) -> str:
    match event:
        case Asked():
            return f"asked {event.purpose} {bool(event.labels)} {event.attempt > 1}"
        case Settled():
            return f"settled {event.outcome} {event.block}"
        case Gated():
            return f"gated {bool(event.turn)} {bool(event.fired)}"
    return type(event).__name__


@each
def test_a_case_that_is_stopped_keeps_what_it_has(tmp_path: Path, case: Case) -> None:
    begun = Run.begin(tmp_path / "run", case.plan())
    said = 0

    def then(event: Event) -> None:
        nonlocal said
        said += isinstance(event, Settled)
        if said == 2:
            begun.abort()

    ran = finish(begun, case.agent(), lambda _run: Watch(then=then))
    assert (ran.result["status"], ran.result["outcome"]) == ("aborted", "aborted")
    assert ran.result["turns"]["answered"] >= 2

"""Runs that are stopped, killed, taken up and aborted at any instant, against what always holds.

Agents answer by turn, attempt and purpose alone. So a run that was but killed has to come to the
result of one that nothing happened to.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import fields
from pathlib import Path
from typing import Any

from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from debatec.report.markdown import quoted, report
from debatec.runtime.events import Asked, Event, Failed, Purpose, Replied, Settled, TurnOutcome
from debatec.runtime.journal import NAME, read_journal
from debatec.runtime.past import PLAN, read_run
from debatec.runtime.projection import RESULT
from debatec.runtime.run import Run
from debatec.runtime.state import State
from debatec.source import exactjson
from debatec.transports.interface import Failure, Request, TransportError
from tests.support.agents import Say, fail
from tests.support.lives import Life, Past
from tests.support.runs import lasting, validator
from tests.support.shapes import ACTS, SHAPES, Cast, How, Shape

BUILT_IN = {"completed", "rounds", "quorum", "silence", "time", "aborted", "failed"}
CUT_SHORT = {"quorum", "silence", "time"}
SUCCESSES = {"consensus", "decided"}


RECORDS = st.sampled_from([1, 1, 2, 3, 4, 6, 9, 14, 50])


class Running(RuleBasedStateMachine):
    """A run, whatever happens to it: killed, it is taken up from what its disk holds."""

    def __init__(self) -> None:
        super().__init__()
        self._base = Path(tempfile.mkdtemp())
        self._life: Life | None = None
        self._lives = 0
        self._failing: set[str] = set()
        self._is_disturbed = False

    @initialize(shape=SHAPES, acts=ACTS, calm=st.sampled_from([True, True, False]))
    def begin(self, shape: Shape, acts: list[tuple[How, float]], calm: bool) -> None:
        self._is_calm = calm
        self._cast = Cast(shape, acts)
        self._plan = shape.plan()
        self._life = self._live(Run.begin(self._base / "0" / "run", self._plan))

    @rule(records=RECORDS)
    def go_on(self, records: int) -> None:
        self._now.go_on(records)

    @rule(records=RECORDS, torn=st.integers(0, 40))
    def kill(self, records: int, torn: int) -> None:
        """Kill the process before its last line is synced, or while it writes another."""
        self._now.go_on(records)
        disk = self._now.disk
        last = disk.journal.rfind(b"\n", 0, -1) + 1
        self._take_up(disk.journal + disk.journal[:torn], min(disk.synced, last))

    @rule(records=RECORDS, part=st.just(1.0) | st.floats(0, 1))
    def cut_the_power(self, records: int, part: float) -> None:
        """Kill the process, and lose some of what was not synced."""
        self._now.go_on(records)
        disk = self._now.disk
        kept = len(disk.journal) - int(disk.unsynced * part)
        self._take_up(disk.journal[:kept], min(disk.synced, kept))

    @precondition(lambda self: not self._is_calm)
    @rule()
    def abort(self) -> None:
        self._is_disturbed = True
        self._now.abort()

    @precondition(lambda self: not self._is_calm)
    @rule(number=st.integers(0, 9))
    def let_an_agent_fail_or_recover(self, number: int) -> None:
        seats = [*self._plan.graph.seats]
        self._failing ^= {seats[number % len(seats)]}
        self._is_disturbed = True

    @invariant()
    def what_happens_is_allowed_and_written_down(self) -> None:
        if self._life:
            assert self._life.faults == []
            assert_written(self._life)
            if self._life.is_over:
                assert_whole(self._life, self._cast.shape)

    def teardown(self) -> None:
        try:
            if self._life:
                self._end(self._life)
        finally:
            if self._life:
                self._life.die()
            shutil.rmtree(self._base)

    def _end(self, life: Life) -> None:
        """Let the run come to its end; killed and no more, it is as if nothing had happened."""
        life.go_on(None)
        self.what_happens_is_allowed_and_written_down()
        event(f"lives: {self._lives}, disturbed: {self._is_disturbed}")
        if not self._is_disturbed and not self._cast.shape.time and self._lives > 1:
            whole = self._live(Run.begin(self._base / "whole" / "run", self._plan))
            whole.go_on(None)
            whole.die()
            assert_same(life, whole)

    @property
    def _now(self) -> Life:
        assert self._life
        return self._life

    def _live(self, run: Run, events: Sequence[Event] = (), synced: int = 0) -> Life:
        past = Past(self._plan)
        for happened in events:
            past.take(happened)
        self._lives += 1
        return Life(run, past, self._answer, synced)

    def _answer(self, request: Request, purpose: Purpose) -> Say:
        if self._plan.graph.nodes[request.turn].seat in self._failing:
            return fail(TransportError(Failure.CRASHED, "it broke down"))
        return self._cast.answer(request, purpose)

    def _take_up(self, journal: bytes, synced: int) -> None:
        """End the process, and go on in a folder that has nothing but what was on disk."""
        life = self._now
        records = journal.count(b"\n")
        survived, lost = life.past.events[:records], life.past.events[records : life.disk.records]
        assert_durable(life.past, lost)
        life.die()
        folder = self._base / str(self._lives) / "run"
        folder.mkdir(parents=True)
        shutil.copy(life.run.folder / PLAN, folder)
        (folder / NAME).write_bytes(journal)
        self._life = self._live(Run.take_up(folder), survived, synced)


# --- What always holds ------------------------------------------------------------------------


def assert_written(life: Life) -> None:
    """Hold the journal against what happened, and the state of the run against the journal."""
    events = [line.event for line in read_journal(life.run.folder)]
    assert events == life.past.events
    assert told(read_run(life.run.folder).state) == told(life.run.state)
    replies = Counter((e.turn, e.attempt, e.purpose) for e in events if isinstance(e, Replied))
    assert all(number == 1 for (_, _, why), number in replies.items() if why is Purpose.REPLY)
    assert all(number <= 2 for number in replies.values())


def told(state: State) -> dict[str, Any]:
    """All that a state tells; where in the journal a request in flight stands is its own affair."""
    return {
        field.name: getattr(state, field.name)
        for field in fields(state)
        if field.compare and not field.name.startswith("_")
    }


def assert_same(killed: Life, whole: Life) -> None:
    """Hold two results against each other, but for what was spent on turns that were cut off."""
    results = [deepcopy(lasting(killed.result)), deepcopy(lasting(whole.result))]
    settled = [*killed.past.settled.values(), *whole.past.settled.values()]
    if any(one.outcome is TurnOutcome.CANCELLED for one in settled):
        for part in [part for result in results for part in (result, *result["seats"])]:
            part.pop("tokens")
    assert results[0] == results[1]


def assert_durable(past: Past, lost: Sequence[Event]) -> None:
    """Hold what a cut of power took against all that was asked: no reply that came before it."""
    turns = [
        number
        for number, happened in enumerate(lost)
        if isinstance(happened, Settled) and past.plan.graph.nodes[happened.node].seat
    ]
    assert not any(
        isinstance(happened, Asked) for happened in lost[min(turns, default=len(lost)) :]
    )


def assert_whole(life: Life, shape: Shape) -> None:
    """Hold all that a run leaves behind against what happened."""
    result = life.result
    assert exactjson.loads((life.run.folder / RESULT).read_text("utf-8")) == result
    validator("result").validate(result)
    assert life.agent.busy == 0
    assert life.agent.living == set()
    assert_agrees(shape, result, life.past)
    assert_told(life)


def assert_agrees(shape: Shape, result: Mapping[str, Any], past: Past) -> None:
    """Hold status, reason and outcome of a result against each other and against what happened."""
    status = {"aborted": "aborted", "failed": "failed"}.get(result["outcome"], "done")
    assert result["status"] == status
    assert result["reason"] in BUILT_IN | {rule["id"] for rule in shape.rules}
    assert (result["outcome"] == "aborted") == (result["reason"] == "aborted") == past.is_aborted
    replies = [s for s in past.settled.values() if s.outcome is TurnOutcome.OK]
    spoken = [s for s in replies if past.plan.graph.nodes[s.node].seat]
    assert result["turns"]["answered"] == len(spoken)
    assert result["outcome"] == outcome_of(shape, result)
    assert bool(result["text"]) <= bool(spoken)


def outcome_of(shape: Shape, result: Mapping[str, Any]) -> str:
    """The outcome by the rules of the language, from what else a result says."""
    if result["reason"] == "aborted":
        return "aborted"
    if not result["turns"]["answered"]:
        return "failed"
    outcome = _undissented(shape, result)
    tallies = [*result["tallies"].values()]
    ledgers = [*result["findings"].values()]
    objected = any(tally["minority"] or "object" in tally["counts"] for tally in tallies)
    if outcome in SUCCESSES and (objected or any(ledger["blocking"] for ledger in ledgers)):
        return "decided_with_dissent"
    return "decided" if outcome == "consensus" and result["degraded"] else outcome


def _undissented(shape: Shape, result: Mapping[str, Any]) -> str:
    named: dict[str, str] = {
        rule["id"]: rule["outcome"] for rule in shape.rules if "outcome" in rule
    }
    talk: Mapping[str, Any] = next(phase for phase in result["phases"] if phase["phase"] == "talk")
    if talk["reason"] in named:
        return named[talk["reason"]]
    is_short = result["reason"] in CUT_SHORT
    successes = {id for id, outcome in named.items() if outcome in SUCCESSES}
    is_missed = bool(successes) and not successes & {*talk["held"]}
    return "no_consensus" if is_short or is_missed else "decided"


def assert_told(life: Life) -> None:
    """Hold the report against all that was said."""
    text = report(life.past.plan, life.run.state)
    for settled in life.past.settled.values():
        assert settled.outcome is not TurnOutcome.OK or quoted(settled.text) in text
    for failed in (happened for happened in life.past.events if isinstance(happened, Failed)):
        assert life.past.plan.graph.nodes[failed.turn].seat in text


Running.TestCase.settings = settings(max_examples=50, stateful_step_count=8)
TestRunning = Running.TestCase

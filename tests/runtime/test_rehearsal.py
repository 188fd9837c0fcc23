"""A rehearsal: the same requests as a run, at once, and no more than are wanted."""

from __future__ import annotations

from typing import Any

import pytest

from debatec.graph.plan import Plan
from debatec.runtime.events import TurnOutcome
from debatec.runtime.rehearsal import Rehearsal, rehearse, unstopped
from debatec.runtime.state import State
from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, fail, say, script
from tests.support.debates import TALK, debate
from tests.support.runs import plan_of

STOPPED = debate([TALK], rounds=3, stop=[{"id": "soon", "when": "round.number >= 2"}])


def on(plan: Plan, agent: Agent, *turns: str, elapsed: float = 0.0) -> Rehearsal:
    return rehearse(plan, State(plan.graph), dict.fromkeys(plan.graph.seats, agent), turns, elapsed)


def test_it_ends_once_what_is_wanted_is_settled() -> None:
    agent = Agent(script({}))
    found = on(plan_of(STOPPED), agent, "talk.r1.say.peer-2")
    assert list(found.asked) == ["talk.r1.say.peer-2"]
    assert set(agent.turns()) == {"talk.r1.say.peer-1", "talk.r1.say.peer-2"}
    assert agent.living == set()


def test_a_stop_rule_holds_unless_it_is_taken_out() -> None:
    plan, wanted = plan_of(STOPPED), "talk.r3.say.peer-1"
    assert on(plan, Agent(script({})), wanted).asked == {}
    assert list(on(unstopped(plan), Agent(script({})), wanted).asked) == [wanted]
    assert unstopped(plan).graph == plan.graph


def test_a_missed_quorum_ends_nothing_that_nobody_said() -> None:
    plan, wanted = plan_of(debate([{**TALK, "quorum": 2}], rounds=2)), "talk.r2.say.peer-2"
    broken = Agent(script({"talk.r1.say.peer-1": say("")}))
    assert on(plan, broken, wanted).asked == {}
    assert list(on(unstopped(plan), broken, wanted).asked) == [wanted]


def test_waiting_takes_no_time_and_failures_are_kept() -> None:
    wanted = "talk.r1.say.peer-1"
    limited = TransportError(Failure.RATE_LIMITED, "too many", 100.0)
    agent = Agent(script({wanted: [fail(limited), fail(limited), say("At last.", after=100.0)]}))
    found = on(plan_of(debate([TALK])), agent, wanted)
    assert [asked.attempt for asked in found.asked[wanted]] == [1, 2, 3]
    assert found.failed[wanted].outcome is TurnOutcome.RATE_LIMITED


@pytest.mark.parametrize(("elapsed", "asked"), [(0.0, True), (90.0, False)])
def test_time_counts_on_from_what_has_passed(elapsed: float, asked: bool) -> None:
    limits: dict[str, Any] = {"time": 100, "turn_timeout": 60}
    plan = plan_of(debate([TALK], rounds=2, limits=limits))
    agent = Agent(script({}, say("Slowly.", after=30.0)))
    found = on(plan, agent, "talk.r2.say.peer-1", elapsed=elapsed)
    assert bool(found.asked) is asked

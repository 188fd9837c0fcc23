"""What a debate may take in all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debatec.runtime.events import Ended
from debatec.transports.interface import End
from tests.support.agents import Agent, Say, script
from tests.support.debates import TALK, debate
from tests.support.runs import Ran, carry_out, plan_of

LONG = "x" * 4000
COUNTED = Say((LONG,), end=End(input_tokens=300, output_tokens=700))


def run(folder: Path, limits: dict[str, Any], reply: Say = COUNTED, **parts: Any) -> Ran:
    step = {**TALK, "sees": "nothing"}
    spec = debate([step], **{"rounds": 5, "closing": True, "limits": limits, **parts})
    return carry_out(folder / "run", plan_of(spec), Agent(script({}, reply)))


@pytest.mark.parametrize(
    ("limits", "reply", "parts", "reason", "asked"),
    [
        ({"tokens": "3999"}, COUNTED, {"seats": 1}, "tokens", 4),
        ({"tokens": "4k"}, COUNTED, {"seats": 1}, "completed", 5),
        ({"tokens": "3500"}, Say((LONG,)), {"seats": 1}, "tokens", 4),
        ({"context": "2500"}, COUNTED, {"seats": 1}, "context", 3),
        ({"context": "2500"}, COUNTED, {"seats": 2}, "context", 6),
        ({"context": "2500"}, COUNTED, {"seats": 1, "peer": {"session": "fresh"}}, "completed", 5),
        ({"context": "900"}, COUNTED, {"seats": 1, "peer": {"session": "fresh"}}, "context", 1),
        ({"cost": 1}, COUNTED, {"seats": 1}, "completed", 5),
    ],
)
def test_a_limit_ends_the_debate_for_its_own_reason(
    tmp_path: Path, limits: dict[str, Any], reply: Say, parts: Any, reason: str, asked: int
) -> None:
    ran = run(tmp_path, limits, reply, **parts)
    assert ran.result["reason"] == reason
    turns = [turn for turn in ran.agent.turns() if turn.startswith("talk")]
    assert len(turns) == asked
    assert ran.agent.turns()[-1] == "close.r1.report.judge"
    if reason != "completed":
        assert ran.result["outcome"] == "no_consensus"


def test_a_limit_says_what_it_is(tmp_path: Path) -> None:
    assert run(tmp_path, {"tokens": "4k"}).result["message"] == (
        "the debate took more than 4,000 tokens"
    )


def test_a_limit_that_is_passed_with_the_last_turn_ends_nothing(tmp_path: Path) -> None:
    ran = run(tmp_path, {"tokens": 900}, seats=1, rounds=1)
    assert ran.result["reason"] == "completed"
    assert ran.of(Ended) == []


def test_a_limit_cuts_off_what_is_in_flight(tmp_path: Path) -> None:
    spec = debate(seats=2, limits={"tokens": 10}, closing=True)
    turns = {"talk.r1.say.peer-1": COUNTED, "talk.r1.say.peer-2": Say(hangs=True)}
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script(turns)))
    assert ran.result["reason"] == "tokens"
    assert ran.result["text_from"] == "close.r1.report.judge"


@pytest.mark.parametrize("most", [1, 3, 20])
def test_no_more_are_asked_at_once_than_may_be(tmp_path: Path, most: int) -> None:
    spec = debate(seats=9, limits={"at_once": most})
    agent = Agent(script({}, Say(("so",), pause=1)))
    carry_out(tmp_path / "run", plan_of(spec), agent)
    assert agent.most_busy == min(most, 9)


@pytest.mark.parametrize(
    ("when", "round"),
    [
        ("tokens > 2500", 2),
        ("elapsed >= 3", 3),
        ("context > 2000", 2),
        ("tokens - before(tokens) == 2000 and elapsed - before(elapsed) == 1", 2),
        ("cost is none and round.number == 4", 4),
    ],
)
def test_rules_read_what_was_taken_so_far(tmp_path: Path, when: str, round: int) -> None:
    reply = Say((LONG,), pause=1, end=End(input_tokens=300, output_tokens=700))
    ran = run(tmp_path, {}, reply, stop=[{"id": "rule", "when": when}])
    assert (ran.result["reason"], ran.result["phases"][0]["rounds"]) == ("rule", round)

"""Why a debate ends, sentence by sentence."""

from __future__ import annotations

import pytest

from debatec.graph.endings import counted, duration, endings
from tests.graph.plans import HEAD, plan_of, shipped


def test_panel() -> None:
    assert endings(shipped("panel")) == [
        "'debate' ends after 2 rounds at most (rounds).",
        "'debate' ends after a round in which 'agreed' holds: outcome consensus.",
        "'debate' ends after a round in which 'deadlock' holds: outcome no_consensus.",
        "Fewer than 2 valid replies in a round of 'audit' end the debate (quorum).",
        "'closing' runs however the debate ended, but for an abort or a debate without a reply.",
        "'closing' ends after 2 rounds at most (rounds).",
        "'closing' ends after a round in which 'accepted' holds.",
        "'closing' ends after a round in which 'vetoed' holds: outcome vetoed.",
        "'closing' ends after a round in which 'published' holds.",
        "A round without a reply ends the debate (silence).",
        "After 1 h the debate ends (time); closing phases still run.",
        "A seat is dropped after 3 failed attempts.",
    ]


def test_the_least_that_can_end_a_debate() -> None:
    phase = "format: [{id: p, steps: [{id: s, speakers: a, prompt: x, quorum: 1}]}]\n"
    assert endings(plan_of(f"{HEAD}{phase}limits: {{strikes: none, time: 90s}}\n")) == [
        "'p' ends after 1 round at most (rounds).",
        "A round of 's' without a valid reply ends the debate (quorum).",
        "A round without a reply ends the debate (silence).",
        "After 1 min 30 s the debate ends (time).",
        "No seat is dropped for failed attempts.",
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (45, "45 s"), (60, "1 min"), (5400, "1 h 30 min"), (3_600_001, "1,000 h 1 s")],
)
def test_duration(seconds: int, text: str) -> None:
    assert duration(seconds) == text


def test_counted() -> None:
    assert [counted(number, "seat") for number in (1, 2, 1000)] == [
        "1 seat",
        "2 seats",
        "1,000 seats",
    ]


def test_conditions_and_limits_of_the_debate_are_told() -> None:
    plan = plan_of(
        f"{HEAD}stop: [{{id: stuck, when: elapsed > 9, check: turn, outcome: hung}}]\n"
        "limits: {tokens: 400k, cost: 2.5, context: 8k}\nformat:\n"
        "  - id: p\n    rounds: {max: 3, hidden: true}\n    when: elapsed < 5\n"
        "    steps: [{id: s, speakers: a, prompt: x, when: round.number > 1}]\n"
        "  - {id: q, always: true, steps: [{id: t, speakers: b, prompt: x}]}\n"
    )
    still = "; closing phases still run"
    lines = endings(plan)
    assert lines[:3] == [
        "'p' ends after 3 rounds at most (rounds), which the seats are not told.",
        "'p' is left out where its condition does not hold.",
        "'s' is left out of a round where its condition does not hold.",
    ]
    assert lines[5:] == [
        f"The debate ends after a turn or round after which 'stuck' holds: outcome hung{still}.",
        "A round without a reply ends the debate (silence).",
        f"After 400,000 tokens the debate ends (tokens){still}.",
        f"After a cost of 2.5 the debate ends (cost){still}.",
        f"A session of more than 8,000 tokens ends the debate (context){still}.",
        "A seat is dropped after 3 failed attempts.",
    ]

"""Outcomes: what a run comes to, by the rules of the language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, Say, fail, say
from tests.support.debates import TALK, debate
from tests.support.runs import Ran, carry_out, plan_of

CRASH = fail(TransportError(Failure.CRASHED, "it broke"))
BALLOT = {**TALK, "id": "ballot", "returns": "vote", "sees": "nothing"}
TALLY = {"id": "verdict", "kind": "tally", "of": "ballot", "pass": "majority"}
STATUS = {**TALK, "id": "audit", "returns": "status"}
LEDGER = {"id": "findings", "kind": "ledger", "of": "audit"}
AGREED = {"id": "agreed", "when": "true", "outcome": "consensus"}


def vote(word: str) -> Say:
    return say("So.", {"vote": {"vote": word, "objections": [] if word == "accept" else ["no"]}})


def status(*severities: str) -> Say:
    findings = [
        {"id": f"F{number}", "title": "so", "severity": severity, "state": "open"}
        for number, severity in enumerate(severities)
    ]
    return say("So.", {"status": {"position": "agree", "findings": findings}})


def outcome(folder: Path, spec: str, *answers: Say) -> str:
    return str(run(folder, spec, *answers).result["outcome"])


def run(folder: Path, spec: str, *answers: Say) -> Ran:
    """A run in which each seat gives its answer in every turn."""

    def answer(request: Any, _asking: int) -> Say:
        seat = request.turn.rsplit("-", 1)[1]
        return answers[(int(seat) - 1) % len(answers)] if answers else say("So.")

    return carry_out(folder / "run", plan_of(spec), Agent(answer))


def rule(when: str, outcome: str | None = None, id: str = "rule") -> dict[str, str]:
    return {"id": id, "when": when} | ({"outcome": outcome} if outcome else {})


HELD = "round.number == 1"
NOT = "round.number > 1"


@pytest.mark.parametrize(
    ("stop", "expected"),
    [
        ([], "decided"),
        ([rule(HELD)], "decided"),
        ([rule(NOT)], "decided"),
        *(
            ([rule(HELD, word)], word)
            for word in ("consensus", "decided", "no_consensus", "vetoed", "hung")
        ),
        ([rule(NOT, "consensus")], "no_consensus"),
        ([rule(NOT, "decided")], "no_consensus"),
        ([rule(NOT, "vetoed")], "decided"),
        ([rule(HELD, id="one"), rule(HELD, "consensus", "two")], "decided"),
        ([rule(HELD, "hung", "one"), rule(HELD, "consensus", "two")], "hung"),
        ([rule(NOT, "consensus", "one"), rule(HELD, "vetoed", "two")], "vetoed"),
        ([rule(NOT, "consensus", "one"), rule(HELD, id="two")], "no_consensus"),
    ],
)
def test_rules_name_the_outcome(tmp_path: Path, stop: list[Any], expected: str) -> None:
    assert outcome(tmp_path, debate(stop=stop)) == expected


def test_the_last_rule_that_fired_names_it(tmp_path: Path) -> None:
    second = {"id": "more", "steps": [{**TALK, "id": "on"}], "stop": [rule(HELD, "vetoed", "two")]}
    third = {"id": "end", "steps": [{**TALK, "id": "off"}], "stop": [rule(HELD, id="three")]}
    spec = debate(stop=[rule(HELD, "consensus")], phases=[second, third])
    ran = run(tmp_path, spec)
    assert ran.result["outcome"] == "vetoed"
    assert ran.result["reason"] == "three"


@pytest.mark.parametrize(
    ("decision", "expected", "value"),
    [
        ("verdict.winner", "decided", "accept"),
        ("verdict.votes / 3", "decided", 1),
        ("verdict.votes / 0", "no_consensus", None),
    ],
)
def test_a_declared_decision_decides(
    tmp_path: Path, decision: str, expected: str, value: object
) -> None:
    spec = debate([BALLOT, TALLY], seats=3, result={"decision": decision})
    ran = run(tmp_path, spec, vote("accept"))
    assert (ran.result["outcome"], ran.result["decision"]) == (expected, value)


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        (["accept", "accept", "accept"], "consensus"),
        (["accept", "accept", "object"], "decided_with_dissent"),
        (["object", "object", "object"], "decided_with_dissent"),
    ],
)
def test_a_minority_is_dissent(tmp_path: Path, votes: list[str], expected: str) -> None:
    spec = debate([BALLOT, TALLY], seats=3, stop=[AGREED])
    ran = run(tmp_path, spec, *map(vote, votes))
    assert ran.result["outcome"] == expected
    objecting = [f"peer-{n}" for n, word in enumerate(votes, 1) if word == "object"]
    assert [item["seat"] for item in ran.result["objections"]] == objecting


@pytest.mark.parametrize(
    ("severity", "expected"), [("blocking", "decided_with_dissent"), ("major", "consensus")]
)
def test_a_finding_that_blocks_is_dissent(tmp_path: Path, severity: str, expected: str) -> None:
    spec = debate([STATUS, LEDGER], stop=[AGREED])
    assert outcome(tmp_path, spec, status(severity), status()) == expected


def test_only_a_success_can_have_dissent(tmp_path: Path) -> None:
    spec = debate([STATUS, LEDGER], stop=[rule(HELD, "hung")])
    assert outcome(tmp_path, spec, status("blocking")) == "hung"


@pytest.mark.parametrize(
    ("named", "expected"), [("consensus", "decided"), ("decided", "decided"), ("hung", "hung")]
)
def test_a_degraded_run_is_never_consensus(tmp_path: Path, named: str, expected: str) -> None:
    spec = debate(seats=3, stop=[rule(HELD, named)], limits={"strikes": 1})
    ran = run(tmp_path, spec, say("So."), say("So."), CRASH)
    assert ran.result["outcome"] == expected
    assert [item["seat"] for item in ran.result["degraded"]] == ["peer-3"]


def test_a_degraded_run_with_dissent_is_called_dissent(tmp_path: Path) -> None:
    spec = debate([BALLOT, TALLY], seats=3, stop=[AGREED], limits={"strikes": 1})
    votes = vote("accept"), vote("object"), CRASH
    assert outcome(tmp_path, spec, *votes) == "decided_with_dissent"


def test_ballots_that_were_not_cast_are_told_apart(tmp_path: Path) -> None:
    spec = debate([BALLOT, TALLY], seats=4, rounds=2, limits={"strikes": 2})
    ran = run(tmp_path, spec, vote("accept"), say("no block"), CRASH, fail(ValueError()))
    assert ran.result["tallies"]["verdict"]["ballots"] == {
        "peer-1": "accept", "peer-2": "abstained", "peer-3": "absent", "peer-4": "absent",
    }  # fmt: skip
    first = ran.state.settled["talk.r1.verdict"].data
    assert first is not None
    assert first["ballots"] == {
        "peer-1": "accept", "peer-2": "abstained", "peer-3": "failed", "peer-4": "failed",
    }  # fmt: skip


def test_a_choice_is_counted_by_option(tmp_path: Path) -> None:
    choose = {**TALK, "id": "ballot", "returns": "choice", "options": ["peer", "wait"]}
    spec = debate([choose, TALLY], seats=3, result={"decision": "verdict.winner"})
    answers = [say("", {"choice": {"choice": word, "reason": "so"}}) for word in
               ("peer-2", "wait", "peer-2")]  # fmt: skip
    ran = run(tmp_path, spec, *answers)
    assert ran.result["decision"] == "peer-2"

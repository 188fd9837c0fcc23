"""Outcomes: what a run comes to, by the rules of the language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from debatec.report.markdown import ending, report
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


def run(folder: Path, spec: str, *answers: Say) -> Ran:
    """A run in which each seat gives its answer in every turn."""

    def answer(request: Any, _asking: int) -> Say:
        seat = request.turn.rsplit("-", 1)[1]
        return answers[(int(seat) - 1) % len(answers)] if answers else say("So.")

    return carry_out(folder / "run", plan_of(spec), Agent(answer))


def rule(when: str, outcome: str | None = None, id: str = "rule") -> dict[str, str]:
    return {"id": id, "when": when} | ({"outcome": outcome} if outcome else {})


def with_rules(rules: Sequence[Any] = (), **parts: Any) -> str:
    """A debate that has rules of its own besides those of its phases."""
    return json.dumps({**json.loads(debate(**parts)), "stop": rules})


HELD = "round.number == 1"
NOT = "round.number > 1"
DECISION = {"result": {"decision": "verdict.winner"}}
VOTING: Any = {"steps": [BALLOT, TALLY], "seats": 3}
DROPS: Any = {"seats": 3, "limits": {"strikes": 1}}
OVERALL = {**AGREED, "id": "over"}

TABLE: dict[str, tuple[dict[str, Any], list[Say], str]] = {
    # What the debate has, what its seats say, the outcome.
    "nobody said anything": ({"closing": True}, [CRASH], "failed"),
    "nothing was declared": ({}, [], "decided"),
    "a rule held that names nothing": ({"stop": [rule(HELD)]}, [], "decided"),
    "no rule held, none names a success": ({"stop": [rule(NOT)]}, [], "decided"),
    "no rule held that names a consensus": ({"stop": [rule(NOT, "consensus")]}, [], "no_consensus"),
    "no rule held that names a decision": ({"stop": [rule(NOT, "decided")]}, [], "no_consensus"),
    "no rule held that names a veto": ({"stop": [rule(NOT, "vetoed")]}, [], "decided"),
    **{
        f"a rule held that names {word}": ({"stop": [rule(HELD, word)]}, [], word)
        for word in ("consensus", "decided", "no_consensus", "vetoed", "hung", "failed")
    },
    "one that names nothing held before it": (
        {"stop": [rule(HELD, id="one"), rule(HELD, "consensus", "two")]}, [], "decided",
    ),
    "the first that held counts": (
        {"stop": [rule(HELD, "hung", "one"), rule(HELD, "consensus", "two")]}, [], "hung",
    ),
    "another held than the one that names a success": (
        {"stop": [rule(NOT, "consensus", "one"), rule(HELD, "vetoed", "two")]}, [], "vetoed",
    ),
    "only one held that names nothing": (
        {"stop": [rule(NOT, "consensus", "one"), rule(HELD, id="two")]}, [], "no_consensus",
    ),
    "a rule of the debate held": ({"rules": [OVERALL]}, [], "consensus"),
    "a rule of the debate did not hold": ({"rules": [rule(NOT, "consensus")]}, [], "no_consensus"),
    "that of the phase goes before it": (
        {"stop": [rule(HELD, "hung")], "rules": [OVERALL]}, [], "hung",
    ),
    "a decision is there": ({**VOTING, **DECISION}, [vote("accept")], "decided"),
    "a decision is missing": (
        {**VOTING, **DECISION}, [vote("accept"), vote("object"), say("no block")], "no_consensus",
    ),
    "a rule outranks a decision": (
        {**VOTING, **DECISION, "stop": [rule(HELD, "hung")]}, [vote("accept")], "hung",
    ),
    "all accept": ({**VOTING, "stop": [AGREED]}, [vote("accept")], "consensus"),
    "one objects": (
        {**VOTING, "stop": [AGREED]},
        [vote("accept"), vote("accept"), vote("object")], "decided_with_dissent",
    ),
    "all object": ({**VOTING, "stop": [AGREED]}, [vote("object")], "decided_with_dissent"),
    "a finding blocks": (
        {"steps": [STATUS, LEDGER], "stop": [AGREED]},
        [status("blocking"), status()], "decided_with_dissent",
    ),
    "a finding does not block": (
        {"steps": [STATUS, LEDGER], "stop": [AGREED]}, [status("major"), status()], "consensus",
    ),
    "dissent without a success": (
        {"steps": [STATUS, LEDGER], "stop": [rule(HELD, "hung")]}, [status("blocking")], "hung",
    ),
    "degraded, agreed": ({**DROPS, "stop": [AGREED]}, [say("a"), say("b"), CRASH], "decided"),
    "degraded, hung": (
        {**DROPS, "stop": [rule(HELD, "hung")]}, [say("a"), say("b"), CRASH], "hung",
    ),
    "degraded, with dissent": (
        {**VOTING, **DROPS, "stop": [AGREED]},
        [vote("accept"), vote("object"), CRASH], "decided_with_dissent",
    ),
    "cut short by a quorum": (
        {"steps": [{**TALK, "quorum": 2}]}, [say("So."), CRASH], "no_consensus",
    ),
    "cut short by its tokens": (
        {"rounds": 3, "limits": {"tokens": 1}}, [say("So it is.")], "no_consensus",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("parts", "answers", "expected"), TABLE.values(), ids=TABLE)
def test_what_a_run_comes_to(
    tmp_path: Path, parts: dict[str, Any], answers: list[Say], expected: str
) -> None:
    ran = run(tmp_path, with_rules(**parts), *answers)
    assert ran.result["outcome"] == expected
    assert (ran.result["status"] == "failed") == (expected == "failed")


def test_the_last_rule_that_fired_names_it(tmp_path: Path) -> None:
    second = {"id": "more", "steps": [{**TALK, "id": "on"}], "stop": [rule(HELD, "vetoed", "two")]}
    third = {"id": "end", "steps": [{**TALK, "id": "off"}], "stop": [rule(HELD, id="three")]}
    spec = debate(stop=[rule(HELD, "consensus")], phases=[second, third])
    ran = run(tmp_path, spec)
    assert ran.result["outcome"] == "vetoed"
    # What named the outcome is the reason too, however later phases came to their end.
    assert ran.result["reason"] == "two"
    assert [phase["reason"] for phase in ran.result["phases"]] == ["rule", "two", "three"]


def test_who_was_outvoted_is_not_forgotten_when_all_agree_to_the_text(tmp_path: Path) -> None:
    again = [{**BALLOT, "id": "approval"}, {**TALLY, "id": "approved", "of": "approval"}]
    closing = {"id": "close", "always": True, "steps": again}
    spec = debate([BALLOT, TALLY], seats=3, stop=[AGREED], phases=[closing])

    def answer(request: Any, _asking: int) -> Say:
        return vote("object" if request.turn == "talk.r1.ballot.peer-3" else "accept")

    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(answer))
    assert ran.result["tallies"]["approved"]["minority"] == []
    assert ran.result["outcome"] == "decided_with_dissent"


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


def test_objections_stay_in_the_result(tmp_path: Path) -> None:
    spec = debate([BALLOT, TALLY], seats=3, stop=[AGREED])
    ran = run(tmp_path, spec, vote("accept"), vote("object"), vote("object"))
    assert [item["seat"] for item in ran.result["objections"]] == ["peer-2", "peer-3"]


def test_who_was_dropped_stays_in_the_result(tmp_path: Path) -> None:
    spec = debate(seats=3, stop=[AGREED], limits={"strikes": 1})
    ran = run(tmp_path, spec, say("So."), say("So."), CRASH)
    assert [item["seat"] for item in ran.result["degraded"]] == ["peer-3"]


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


JURY = {"id": "jury", "steps": [BALLOT, {k: v for k, v in TALLY.items() if k != "pass"}]}
CASTING: Any = {**BALLOT, "id": "casting", "when": "verdict.tie"}
UNDECIDED: dict[str, tuple[dict[str, Any], list[Say], str]] = {
    # The debate before its jury and after it, what its seats say, why there is no decision.
    "a rule of the debate ended it": (
        {"rules": [OVERALL], "phases": [JURY]}, [vote("accept")], "step 'verdict' was not reached"
    ),
    "the phase was left out": (
        {"phases": [{**JURY, "when": "count(say) > 9"}]}, [vote("accept")], "'jury' was left out"
    ),
    "the step was left out": (
        {"phases": [{**JURY, "steps": [BALLOT, {**TALLY, "when": "count(say) > 9"}]}]},
        [vote("accept")],
        "step 'verdict' was left out (when: count(say) > 9)",
    ),
    "a tie": ({"phases": [JURY]}, [vote("accept"), vote("object")], "'verdict' is tied"),
    "no ballot": ({"phases": [JURY]}, [say("Well.")], "'verdict' has no winner"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNDECIDED)
def test_a_decision_without_a_value_says_why(tmp_path: Path, name: str) -> None:
    parts, answers, why = UNDECIDED[name]
    ran = run(tmp_path, with_rules(**{**parts, **DECISION}), *answers)
    assert (ran.result["decision"], ran.result["undecided"]) == (None, why)
    assert f"Decision: none, {why}." in ending(ran.result)


def test_each_step_that_a_decision_lacks_is_named(tmp_path: Path) -> None:
    jury = {**JURY, "steps": [*JURY["steps"], CASTING]}
    decision = {"decision": "verdict.winner if count(casting) > 0 else last(casting).vote"}
    ran = run(tmp_path, debate(phases=[jury], result=decision), say("Well."))
    why = "'verdict' has no winner; step 'casting' was left out (when: verdict.tie)"
    assert ran.result["undecided"] == why


@pytest.mark.parametrize("parts", [{}, DECISION, {"result": {"decision": "'so'"}}])
def test_a_debate_that_is_decided_or_declares_nothing_says_no_such_thing(
    tmp_path: Path, parts: dict[str, Any]
) -> None:
    ran = run(tmp_path, debate(phases=[JURY], **parts), vote("accept"))
    assert ran.result["undecided"] is None
    assert "Decision: none" not in ending(ran.result)


def test_a_consensus_without_its_decision_says_so_in_the_report(tmp_path: Path) -> None:
    ran = run(tmp_path, with_rules(rules=[OVERALL], **DECISION, phases=[JURY]))
    assert ran.state.finished is not None
    text = report(ran.plan, ran.state)
    assert text.count("Decision: none, step 'verdict' was not reached.") == 2

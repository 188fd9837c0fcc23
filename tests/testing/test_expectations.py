"""What a case expects, held against the run that it came to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.trials import case, examined, lines, text_of

PLAYED = "inputs: {rounds: 1}, replies: {say.con: {text: No., block: {stance: {agree: false}}}}"
"""One round in which one disagrees, then both vote yes."""

MET = [
    "outcome: no_consensus",
    "phase: verdict",
    "round: 1",
    "decision: null",
    "phases: {talk: {reason: rounds, held: []}, verdict: {rounds: 1}}",
    "asked: 4, answered: 4, requests: 4",
    "ballots: {tallied: {winner: aye, counts: {aye: 2}}}",
    "dropped: []",
    "replies: {say.con: {fields: {agree: false}, text: {is: No.}}}",
    "replies: {tallied: {fields: {winner: aye}}}",
    "replies: {say: {outcome: ok, block: valid, attempts: 1}}",
    "text: {lacks: Decision}",
    "prompts: {say.pro: {contains: [Well?, stance], lacks: No.}}",
    "report: {sections: [Seats], contains: No.}",
    "holds: [count(say) == 2, 'not all(say, it.agree)', tallied.winner]",
]
MISSED = {
    "reason: agreed": "'reason' is 'completed', expected 'agreed'",
    "round: 2": "'round' is 1, expected 2",
    "decision: true": "'decision' is null, expected true",
    "phases: {talk: {rounds: 2}}": "'rounds' of phase 'talk' is 1, expected 2",
    "phases: {talk: {held: [agreed]}}": "'held' of phase 'talk' is [], expected [\"agreed\"]",
    "asked: 5": "'asked' is 4, expected 5",
    "ballots: {tallied: {winer: aye}}": (
        "'ballots.tallied' has no 'winer'; did you mean 'winner'?"
    ),
    "dropped: [con]": "'dropped' is [], expected [\"con\"]",
    "replies: {say.pro: {fields: {agree: false}}}": (
        "'fields.agree' of 'talk.r1.say.pro' is true, expected false"
    ),
    "replies: {say.con: {fields: null}}": (
        "'fields' of 'talk.r1.say.con' is {\"agree\":false}, expected null"
    ),
    "replies: {r2.say: {outcome: ok}}": "nothing that 'r2.say' names took place",
    "replies: {say.con: {text: {is: Yes.}}}": (
        "the text of 'talk.r1.say.con' is 'No.', expected 'Yes.'"
    ),
    "text: {contains: Decision}": "the text lacks 'Decision'",
    "prompts: {say.pro: {lacks: stance}}": "the prompt of 'talk.r1.say.pro' contains 'stance'",
    "prompts: {r2.say: {contains: x}}": "no turn that 'r2.say' names was asked",
    "report: {sections: [Decision]}": "the report has no section 'Decision'",
    "holds: [count(say) == 2, 'all(say, it.agree)']": (
        "at the end 'all(say, it.agree)' does not hold"
    ),
}


def said_of(folder: Path, expect: str) -> list[str]:
    return lines(examined(folder, text_of(case(expect, PLAYED))))


@pytest.mark.parametrize("expect", MET)
def test_what_is_met_is_not_told(tmp_path: Path, expect: str) -> None:
    assert said_of(tmp_path, expect) == []


@pytest.mark.parametrize("expect", MISSED)
def test_what_is_missed_is_told(tmp_path: Path, expect: str) -> None:
    assert said_of(tmp_path, expect) == [f"error[DB901] one: {MISSED[expect]}"]


def test_every_miss_is_told(tmp_path: Path) -> None:
    assert len(said_of(tmp_path, "outcome: decided, round: 2, dropped: [con]")) == 3


def test_the_digest_of_a_plan_may_be_cut(tmp_path: Path) -> None:
    found = examined(tmp_path, text_of(case("asked: 4", PLAYED)))
    result = found.cases[0].result
    assert result is not None
    digest = result["plan"]
    assert said_of(tmp_path, f"graph: {{digest: '{digest[:12]}'}}") == []
    other = "0" * 12
    (line,) = said_of(tmp_path, f"graph: {{digest: '{other}'}}")
    assert line == f"error[DB901] one: the digest is '{digest}', expected '{other}'"

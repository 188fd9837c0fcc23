"""Successes that can be named before there is a decision, and those that cannot."""

from __future__ import annotations

import re

import pytest

from debatec.check.pipeline import compile_source
from debatec.source.text import Source

RULE = "DB523"
HEAD = "debate: v1\nname: jury\nroles: {peer: {seats: 3}}\nformat:\n"
TALK = """\
  - id: talk
    rounds: 3
    steps:
      - {id: say, speakers: peer, prompt: Speak., returns: status}
"""
VOTE = """\
      - {id: ballot, speakers: peer, prompt: Vote., returns: vote%s}
      - {id: verdict, kind: tally, of: ballot, pass: majority}
"""
JURY = "  - id: jury\n    steps:\n" + VOTE % ""
DECISION = "result: {decision: verdict.winner}\n"
ALL = "all(say, it.position == 'agree')"


def rule(when: str, more: str = ", outcome: consensus") -> str:
    return f'{{id: over, when: "{when}"{more}}}\n'


def overall(when: str, more: str = ", outcome: consensus") -> str:
    return f"stop:\n  - {rule(when, more)}"


def inner(when: str, more: str = ", outcome: consensus") -> str:
    return f"    stop:\n      - {rule(when, more)}"


TWO = HEAD + TALK + JURY + DECISION
BOTH = HEAD + TALK + VOTE
GATED = HEAD + TALK + VOTE % ", when: round.last"
TURN = ", outcome: decided, check: turn"

FOUND = {
    "a rule of the debate": TWO + overall(ALL),
    "one that holds of no replies": TWO + overall("all(ballot, it.vote == 'accept')"),
    "one that denies the vote": TWO + overall("not verdict.winner"),
    "one in a late enough round": TWO + overall(f"round.number >= 2 and {ALL}"),
    "one that names a decision": TWO + overall(ALL, ", outcome: decided"),
    "one of many alternatives": TWO + overall(f"verdict.winner == 'accept' or {ALL}"),
    "a vote in the last round": GATED + inner(ALL) + DECISION,
    "a rule after each turn": (BOTH % "") + inner(ALL, TURN) + DECISION,
    "a vote that is put off": HEAD + TALK + VOTE % ", when: \"any(say, it.position == 'unsure')\""
    + inner(ALL) + DECISION,
    "a function of ballots": HEAD + TALK + JURY + overall(ALL)
    + "result: {decision: last(ballot).vote}\n",
}  # fmt: skip
SOUND = {
    "no decision": HEAD + TALK + JURY + overall(ALL),
    "a rule of the phase before": HEAD + TALK + inner(ALL) + JURY + DECISION,
    "no success": TWO + overall(ALL, ", outcome: no_consensus"),
    "no outcome": TWO + overall(ALL, ""),
    "a rule that asks for the vote": TWO + overall("verdict.winner == 'accept'"),
    "one that needs it among others": TWO + overall(f"verdict.votes > 1 and {ALL}"),
    "one that counts ballots": TWO + overall("count(ballot) == live(peer)"),
    "a vote in every round": (BOTH % "") + inner(ALL) + DECISION,
    "a vote in the first round": HEAD + TALK + VOTE % ", when: round.first" + inner(ALL) + DECISION,
    "a vote before the rule's round": HEAD + TALK + VOTE % ", when: round.number == 2"
    + inner(f"round.number >= 2 and {ALL}") + DECISION,
    "a rule of the last round": GATED + inner(f"round.last and {ALL}") + DECISION,
    "the same condition": HEAD + TALK + VOTE % f', when: "{ALL}"' + inner(ALL) + DECISION,
    "a vote in a closing phase": HEAD + TALK + "  - id: jury\n    always: true\n    steps:\n"
    + VOTE % "" + overall(ALL) + DECISION,
    "a vote before the phase": HEAD + JURY + TALK + inner(ALL, TURN) + DECISION,
    "a decision that has a value": HEAD + TALK + JURY + overall(ALL)
    + "result: {decision: \"'over' if verdict.votes is none else verdict.winner\"}\n",
    "a decision that reads what was said": HEAD + TALK + JURY + overall(ALL)
    + "result: {decision: count(say) + verdict.votes}\n",
    "a turn rule that asks for the vote": (BOTH % "") + inner("count(ballot) == 3", TURN)
    + DECISION,
}  # fmt: skip


def found(text: str) -> list[str]:
    diagnostics = compile_source(Source("jury.debate.yaml", text)).diagnostics
    assert {each.rule for each in diagnostics} <= {RULE}, diagnostics
    return [each.hint or "" for each in diagnostics]


@pytest.mark.parametrize("text", FOUND.values(), ids=FOUND)
def test_a_success_that_may_come_first_is_told_once(text: str) -> None:
    assert len(found(text)) == 1


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_what_comes_after_the_decision_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_every_remedy_that_is_named_clears_the_warning() -> None:
    (hint,) = found(TWO + overall(ALL))
    remedy = re.fullmatch(
        r"move the rule to the 'stop' of 'talk', leave out its 'outcome', "
        r"or let 'result\.decision' say what comes of it: (\".*\")",
        hint,
    )
    assert remedy
    assert found(HEAD + TALK + inner(ALL) + JURY + DECISION) == []
    assert found(TWO + overall(ALL, "")) == []
    assert found((TWO + overall(ALL)).replace("verdict.winner", remedy[1])) == []

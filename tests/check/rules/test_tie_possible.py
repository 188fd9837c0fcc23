"""What keeps a tie from being told: each remedy that the hint names, written into the debate."""

from __future__ import annotations

import re

import pytest
import yaml

from debatec.check.pipeline import compile_source
from debatec.source.diagnostic import Diagnostic
from debatec.source.text import Source

DEBATE = """\
debate: v1
name: jury
roles: {juror: {seats: 4}, chair: {}}
format:
  - id: vote
    steps:
      - {id: talk, speakers: chair, prompt: Speak.}
      - {id: ballot, speakers: juror, prompt: Choose., returns: choice, options: [a, b]}
      - {id: verdict, kind: tally, of: ballot}
"""
THIRD = DEBATE.replace("[a, b]", "[a, b, c]")
CHAIR = "      - {id: casting, speakers: chair, prompt: Decide., when: verdict.tie}\n"


def ties(text: str) -> list[Diagnostic]:
    """The ties that can be, in a debate in which nothing else is wrong."""
    found = compile_source(Source("jury.debate.yaml", text)).diagnostics
    assert {fault.rule for fault in found} <= {"DB516"}
    return list(found)


def remedies(text: str) -> list[str]:
    """Every remedy of the hint of a debate that can tie, written into that debate."""
    (tie,) = ties(text)
    hint = tie.hint or ""
    passes = re.findall(r"'(pass: \w+)'", hint)
    whens = re.findall(r"'(when: .*?)'", hint)
    decisions = re.findall(r'\'result\.decision\' say what a tie comes to: (".*")$', hint)
    assert passes
    assert whens
    assert decisions
    written = [text.replace("of: ballot}", f"of: ballot, {rule}}}") for rule in passes]
    written += [text + CHAIR.replace("when: verdict.tie", when) for when in whens]
    written += [f"{text}result: {{decision: {decision}}}\n" for decision in decisions]
    if "odd number of seats" in hint:
        written.append(re.sub(r"seats: [\d.]+", "seats: 5", text))
    return written


@pytest.mark.parametrize("seats", ["seats: 4", "seats: 2..8"])
@pytest.mark.parametrize("text", [DEBATE, THIRD], ids=["two options", "three options"])
def test_every_remedy_that_is_named_clears_the_warning(text: str, seats: str) -> None:
    debate = text.replace("seats: 4", seats)
    for remedy in remedies(debate):
        assert remedy != debate
        assert yaml.safe_load(remedy)
        assert ties(remedy) == []


def test_an_odd_number_is_named_only_where_it_clears_the_warning() -> None:
    assert "odd" in (ties(DEBATE)[0].hint or "")
    assert "odd" not in (ties(THIRD)[0].hint or "")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 7])
def test_three_options_tie_with_any_number_of_seats(seats: int) -> None:
    (tie,) = ties(THIRD.replace("seats: 4", f"seats: {seats}"))
    assert tie.message.startswith(f"{seats} ballots over 3 options can tie")


@pytest.mark.parametrize(
    "end",
    [
        "    stop:\n      - {id: even, when: verdict.tie, outcome: hung}\n",
        "    stop:\n      - {id: even, when: \"verdict['tie']\", outcome: hung}\n",
        "stop:\n  - {id: even, when: count(ballot) > 2 and verdict.tie}\n",
        "  - {id: more, when: verdict.tie, steps: [{id: s, speakers: chair, prompt: Speak.}]}\n",
        "result: {decision: \"'a' if verdict.winner == 'a' else 'b'\"}\n",
    ],
    ids=["rule", "by index", "rule of the debate", "phase", "decision that knows no tie"],
)
def test_what_asks_for_the_tie_handles_it(end: str) -> None:
    assert ties(DEBATE + end) == []


@pytest.mark.parametrize(
    "end",
    [
        "result: {decision: verdict.winner}\n",
        "    stop:\n      - {id: won, when: verdict.winner == 'a'}\n",
        'result: {decision: "verdict.winner if count(ballot) > 2 else verdict.leader"}\n',
    ],
    ids=["decision", "rule", "decision that asks for something else"],
)
def test_what_does_not_ask_for_the_tie_leaves_it(end: str) -> None:
    assert len(ties(DEBATE + end)) == 1

"""Each shorthand is the same as what it stands for, written out."""

from __future__ import annotations

import pytest

from debatec.source.nodes import Mapping
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.emit import emit
from debatec.spec.sugar import canonical

STEP = """\
roles: {a: {}, b: {}}
groups: {team: [a, b]}
format:
  - id: p
    steps:
      - id: s
        %s
"""
PHASE = """\
format:
  - id: p
    %s
"""
ROLE = """\
roles:
  a:
    %s
"""
TOP = """\
roles: {a: {}}
%s
"""


def compiled(text: str) -> str:
    root, found = read(Source("case.debate.yaml", text))
    assert found == []
    assert isinstance(root, Mapping)
    return emit(canonical(root))


@pytest.mark.parametrize(
    ("frame", "short", "long"),
    [
        (STEP, "speakers: team", "speakers: [team]"),
        (STEP, "sees: team", "sees: [{who: [team]}]"),
        (STEP, "sees: a", "sees: [{who: [a]}]"),
        (STEP, "sees: others", "sees: [{who: [others]}]"),
        (STEP, "sees: self", "sees: [{who: [self]}]"),
        (STEP, "sees: everyone", "sees: [{who: [everyone]}]"),
        (STEP, "sees: argue", "sees: [{in: [argue]}]"),
        (STEP, "sees: everything", "sees: [{who: [everyone], window: all}]"),
        (STEP, "sees: [nothing]", "sees: nothing"),
        (STEP, "sees: [a, argue]", "sees: [{who: [a]}, {in: [argue]}]"),
        (STEP, "sees: {who: a, take: text}", "sees: [{who: [a], take: [text]}]"),
        (STEP, "of: ballot", "of: {in: [ballot]}"),
        (STEP, "of: {in: ballot, window: all}", "of: {in: [ballot], window: all}"),
        (STEP, "options: team", "options: [team]"),
        (STEP, "prompt: {first: x, then: x}", "prompt: x"),
        (PHASE, "rounds: {max: 3}", "rounds: 3"),
        (STEP, "speakers: {who: team}", "speakers: [team]"),
        (STEP, "speakers: {who: a, where: seat.number < 3}",
         "speakers: {who: [a], where: seat.number < 3}"),
        (STEP, "words: 200", "words: {max: 200}"),
        (ROLE, "words: 200", "words: {max: 200}"),
        (TOP, "stop: [{done: round.last}]", "stop: [{id: done, when: round.last}]"),
        (PHASE, "stop: [{done: round.last}]", "stop: [{id: done, when: round.last}]"),
    ],
)  # fmt: skip
def test_shorthand(frame: str, short: str, long: str) -> None:
    assert compiled(frame % short) == compiled(frame % long)
    assert long.partition(":")[0] in compiled(frame % short)


@pytest.mark.parametrize(
    "text",
    ["sees: nothing", "sees: [{who: [a]}]", "prompt: {first: x, then: y}", "speakers: [a]"],
)
def test_what_is_written_out_stays(text: str) -> None:
    assert compiled(compiled(STEP % text)) == compiled(STEP % text)


SYNTHESIS = "format: [{id: p}]\nsynthesis: {speakers: a, prompt: {first: x, then: y}}\n"
CLOSING = """\
format:
  - {id: p}
  - id: closing
    always: true
    steps:
      - id: synthesis
        speakers: [a]
        prompt: {first: x, then: y}
        sees: everything
result: {text: synthesis}
"""


def test_synthesis() -> None:
    assert compiled(SYNTHESIS) == compiled(CLOSING)


def test_synthesis_keeps_what_it_says_itself() -> None:
    text = compiled("format: []\nsynthesis: {speakers: a, sees: p, prompt: x}\nresult: {text: s}\n")
    assert "sees:\n          - {in: [p]}" in text
    assert "result: {text: s}" in text


VETO = """\
format:
  - {id: p}
  - id: closing
    always: true
    rounds: %s
    steps:
      - {id: synthesis, speakers: a, prompt: {first: x, then: y}, sees: everything}
      - {id: ballot, speakers: [b], sees: synthesis, prompt: %s, returns: vote}
      - {id: verdict, kind: tally, of: ballot, pass: %s}
    stop:
      - accepted: verdict.winner == 'accept'
      - id: vetoed
        when: round.last and verdict.winner == 'object'
        outcome: vetoed
      - published: round.last
result: {text: synthesis}
"""


@pytest.mark.parametrize(
    ("veto", "rounds", "prompt", "passes"),
    [
        ("{voters: [b]}", "1", "builtin:veto", "unanimous"),
        ("{voters: b, redrafts: 2}", "3", "builtin:veto", "unanimous"),
        ("{voters: b, prompt: z, pass: majority}", "1", "z", "majority"),
        ("{voters: b, redrafts: inputs.n}", "1 + (inputs.n)", "builtin:veto", "unanimous"),
    ],
)
def test_veto(veto: str, rounds: str, prompt: str, passes: str) -> None:
    assert compiled(f"{SYNTHESIS}veto: {veto}\n") == compiled(VETO % (rounds, prompt, passes))


@pytest.mark.parametrize(
    "text",
    [
        "format: 3\nsynthesis: {speakers: a}\n",
        "format: []\nsynthesis: x\nveto: y\n",
        "roles: []\ngroups: x\nformat: [1, {steps: [2, {sees: null, prompt: {first: []}}]}]\n",
        "format: [{rounds: {}, stop: 1, steps: {}}, {stop: [3, {}]}]\nresult: 1\n",
        "format: []\nresult: 1\nsynthesis: {}\nveto: {redrafts: []}\n",
        "format: [{steps: [{sees: [[1]], of: [2], speakers: {a: 1}, options: {}}]}]\n",
    ],
)  # fmt: skip
def test_what_is_of_the_wrong_type_is_left_to_the_schema(text: str) -> None:
    assert compiled(compiled(text)) == compiled(text)


def test_a_hidden_number_of_rounds_keeps_its_mapping() -> None:
    assert "rounds: {max: 3, hidden: true}" in compiled(PHASE % "rounds: {max: 3, hidden: true}")

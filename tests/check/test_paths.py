"""The paths of a small debate are those of every debate."""

from __future__ import annotations

import pytest

from debatec.check.context import Context
from debatec.check.paths import Path, paths_of, unlike
from debatec.source.nodes import Mapping
from debatec.spec.model import Speak
from tests.support.runs import compiled, plan_of

DEBATE = """
debate: v1
name: paths
inputs:
  rounds: {type: integer, minimum: 1, maximum: 6, default: 5}
roles: {host: {}, peer: {seats: 4}, judge: {session: fresh}}
format:
  - id: opening
    rounds: inputs.rounds
    steps:
      - {id: open, speakers: host, prompt: Speak.}
      - {id: answer, speakers: peer, sees: open, prompt: Speak.}
  - id: debate
    rounds: inputs.rounds
    steps:
      - {id: argue, speakers: [host, peer], order: sequential, prompt: Speak.}
      - {id: alone, speakers: peer, sees: {who: self, window: all}, prompt: Speak.}
      - {id: now, speakers: judge, sees: {in: argue, window: this}, prompt: Speak.}
      - {id: vote, speakers: peer, sees: [now, {in: vote, window: 1}], prompt: Choose.,
         returns: choice, options: [left, right]}
      - {id: chosen, kind: tally, of: vote, pass: majority}
synthesis: {speakers: judge, prompt: {first: Write., then: Write anew.}}
veto: {voters: peer, redrafts: 2}
"""


def context() -> Context:
    found = compiled(DEBATE)
    assert found.spec is not None
    assert isinstance(found.root, Mapping)
    return Context(found.spec, found.root)


def paths(step: str) -> list[tuple[bool, frozenset[str]]]:
    found = context()
    speak = found.steps[step][1]
    assert isinstance(speak, Speak)
    return [(path.first, path.heard) for path in paths_of(found, speak)]


@pytest.mark.parametrize("rounds", [2, 5])
def test_every_turn_is_on_a_path_and_no_path_is_without_turns(rounds: int) -> None:
    graph = plan_of(DEBATE, rounds=rounds).graph
    taken: dict[str, set[tuple[bool, frozenset[str]]]] = {}
    for turn in graph.turns():
        heard = frozenset(graph.nodes[id].step for id in turn.hears)
        taken.setdefault(turn.step, set()).add((turn.round == 1, heard))
    assert taken == {step: set(paths(step)) for step in taken}


def test_paths_tell_rounds_and_seats_apart() -> None:
    assert paths("now") == [(True, frozenset({"argue"})), (False, frozenset({"argue"}))]
    assert [sorted(heard) for first, heard in paths("argue") if first] == [
        ["answer"],
        ["answer", "argue"],
        ["argue"],
    ]
    assert [sorted(heard) for first, heard in paths("argue") if not first] == [
        ["alone", "argue", "chosen", "now", "vote"],
        ["argue", "chosen", "now"],
    ]


def test_paths_that_a_text_cannot_tell_apart_are_one() -> None:
    first, later = Path(True, frozenset(), "a"), Path(False, frozenset({"say", "ask"}), "a")
    assert unlike([first, later], "No braces round say or heard here.") == [first]
    assert unlike([first, later], "{{ inputs.topic }}") == [first]
    for text in ("{{ say.text }}", "{% if round.first %}", "{{ heard }}"):
        assert unlike([first, later], text) == [first, later]
    alike = Path(False, frozenset({"ask"}), "b")
    assert unlike([later, alike], "{{ heard }} {{ round.first }} {{ ask }}") == [later]

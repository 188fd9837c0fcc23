"""What a run gives to templates and expressions is what the checks promise of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from debatec.check.context import Context
from debatec.graph.graph import Node
from debatec.runtime.prompting import Prompter, _Told
from debatec.runtime.records import Heard
from debatec.runtime.view import View
from debatec.source.nodes import Mapping as MappingNode
from debatec.spec.model import Speak
from debatec.template.types import (
    ANYTHING,
    FLAG,
    NUMBER,
    TEXT,
    Choice,
    ListOf,
    Maybe,
    Record,
    Type,
)
from tests.support.agents import Agent, say, script
from tests.support.runs import Ran, carry_out, compiled, plan_of, replayed, shipped

WIDE = """
debate: v1
name: wide
inputs: {n: {type: integer, minimum: 1, maximum: 4, default: 1}}
roles:
  peer: {seats: inputs.n, lens: finds holes}
  pro: {lens: "{{ seat.title }} defends"}
  con: {session: fresh}
  judge: {}
groups: {sides: [pro, con]}
blocks:
  score:
    fields: {points: {type: number}, notes: {type: array, items: {type: string}}}
    otherwise: {points: 0.5, notes: "[]"}
format:
  - id: talk
    rounds: 3
    steps:
      - {id: open, speakers: peer, prompt: Speak.}
      - {id: argue, speakers: sides, order: sequential, sees: everything, prompt: Speak.}
      - {id: once, speakers: pro, sees: [{who: self, window: all}, open], prompt: Speak.}
      - {id: rate, speakers: judge, sees: [{in: argue, window: 1}, once], prompt: Rate.,
         returns: score}
      - {id: again, speakers: con, prompt: Speak.,
         sees: [{in: rate, take: [points]}, {in: once, take: text}, {in: rate, take: [notes]}]}
      - {id: choose, speakers: [peer, sides], sees: [argue, again], prompt: Choose.,
         returns: choice, options: [pro, con]}
      - {id: winner, kind: tally, of: choose, pass: majority}
      - {id: final, speakers: judge, sees: [winner, {in: choose, window: all}], prompt: Close.}
    stop: [{early: "winner.share == 1 and round.number >= 2"}]
result: {text: final, decision: winner.winner}
"""


def conform(value: object, kind: Type, path: str) -> Iterator[str]:
    """Where a value is not of its type; what is absent fits every type."""
    if isinstance(kind, Maybe):
        yield from conform(value, kind.inner, path)
    elif isinstance(kind, ListOf) and value is not None:
        if not isinstance(value, list):
            yield f"{path} is no list but {value!r}"
            return
        if kind.prints and type(value) is list:
            yield f"{path} does not print"
        for number, item in enumerate(value):
            yield from conform(item, kind.item, f"{path}[{number}]")
    elif isinstance(kind, Record) and value is not None:
        if not isinstance(value, Mapping):
            yield f"{path} is no record but {value!r}"
            return
        yield from (
            f"{path} has no {key}"
            for key, field in kind.fields.items()
            if key not in value and not isinstance(field, Maybe)
        )
        for key, field in kind.fields.items():
            yield from conform(value.get(key), field, f"{path}.{key}")
    elif value is not None and not fits(value, kind):
        yield f"{path} is {value!r}"


def fits(value: object, kind: Type) -> bool:
    if isinstance(kind, Choice):
        return value in kind.options
    is_flag = isinstance(value, bool)
    if kind == NUMBER:
        return isinstance(value, int | Decimal | Fraction) and not is_flag
    return (
        kind == ANYTHING or (kind == FLAG and is_flag) or (kind == TEXT and isinstance(value, str))
    )


def ran(folder: Path, name: str, n: int) -> Ran:
    if name != "wide":
        key = "brief" if name == "panel" else "question"
        return carry_out(folder, plan_of(shipped(name), **{key: "x"}), Agent(replayed(name)))
    block = {"score": {"points": 0.25, "notes": ["a"]}}
    rated = {f"talk.r{r}.rate.judge": say("Rated.", block) for r in (1, 3)}
    votes = {
        f"talk.r{r}.choose.{seat}": say("Mine.", {"choice": {"choice": vote, "reason": "r"}})
        for r in (1, 2, 3)
        for seat, vote in [("peer", "pro"), ("peer-1", "pro"), ("pro", "pro"), ("con", "con")]
    }
    return carry_out(folder, plan_of(WIDE, n=n), Agent(script({**rated, **votes})))


@pytest.mark.parametrize(("name", "n"), [("panel", 0), ("pingpong", 0), ("wide", 1), ("wide", 3)])
def test_every_name_of_a_prompt_is_of_its_type(tmp_path: Path, name: str, n: int) -> None:
    run = ran(tmp_path, name, n)
    context, prompter = context_of(name), Prompter(run.plan, run.state)
    wrong: list[str] = []
    for turn in run.plan.graph.turns():
        if turn.id in run.state.settled:
            step = run.plan.spec.step(turn.step)
            assert isinstance(step, Speak)
            promised, given = context.scopes.prompt(step), values(prompter, turn, step)
            for key, kind in promised.items():
                wrong += conform(given.get(key), kind, f"{turn.id}: {key}")
    assert wrong == []


@pytest.mark.parametrize(("name", "n"), [("panel", 0), ("pingpong", 0), ("wide", 1), ("wide", 3)])
def test_every_name_of_a_condition_is_of_its_type(tmp_path: Path, name: str, n: int) -> None:
    run = ran(tmp_path, name, n)
    context = context_of(name)
    wrong: list[str] = []
    for id, gated in run.state.gates.items():
        gate = run.plan.graph.nodes[id]
        view = View(run.plan, run.state, gate.phase, gate.round, gate.index, 1.5)
        phase = next(p for p in context.spec.phases if p.id == gated.phase)
        names = context.scopes.condition(phase).names
        for key, kind in names.items():
            if key in ("tokens", "cost", "context"):
                continue
            wrong += conform(view.lookup(key), unprinted(kind), f"{id}: {key}")
    assert wrong == []


def unprinted(kind: Type) -> Type:
    """Nothing is printed in a condition."""
    return ListOf(kind.item) if isinstance(kind, ListOf) else kind


def context_of(name: str) -> Context:
    found = compiled(WIDE if name == "wide" else shipped(name))
    assert found.spec is not None
    assert isinstance(found.root, MappingNode)
    return Context(found.spec, found.root)


def values(prompter: Prompter, turn: Node, step: Speak) -> dict[str, object]:
    """What a prompt of a turn is written from, all names of it."""
    hearings = prompter.hearings(turn, step.sees)
    heard = Heard(prompter._reply(hearing, {}) for hearing in hearings)
    return prompter._values(_Told(turn, prompter._asking(step.id), {}, "", ""), heard, hearings)

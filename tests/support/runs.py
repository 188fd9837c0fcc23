"""Runs of small debates, in virtual time; whatever they leave behind is checked every time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from jsonschema import Draft202012Validator

from debatec.check.pipeline import Compiled, compile_source
from debatec.data import data
from debatec.graph.bind import defaults
from debatec.graph.graph import Node
from debatec.graph.plan import Plan, make_plan
from debatec.runtime.archive import Exchange
from debatec.runtime.events import Event
from debatec.runtime.journal import NAME, read_journal
from debatec.runtime.past import read_run
from debatec.runtime.projection import RESULT, ROUNDS, STATE
from debatec.runtime.run import Clock, Run
from debatec.runtime.state import State, fold
from debatec.runtime.virtual import run_virtual
from debatec.source import exactjson
from debatec.source.diagnostic import has_errors
from debatec.source.nodes import Plain, plain
from debatec.source.reader import read
from debatec.source.text import Source
from tests.support.agents import Agent, Script, say, script

E = TypeVar("E", bound=Event)


@cache
def compiled(text: str) -> Compiled:
    found = compile_source(Source("test.debate.yaml", text))
    assert not has_errors(found.diagnostics), found.diagnostics
    return found


def shipped(name: str) -> str:
    """The text of a shipped format."""
    return data("formats").joinpath(f"{name}.debate.yaml").read_text("utf-8")


def replayed(name: str) -> Script:
    """The replies of a shipped replay."""
    text = data("formats").joinpath(f"{name}.replay.yaml").read_text("utf-8")
    node, faults = read(Source(f"{name}.replay.yaml", text))
    assert node is not None
    assert faults == []
    turns: Any = cast("dict[str, Any]", plain(node))["turns"]
    return script(
        {turn: say(said.get("text", ""), said.get("block")) for turn, said in turns.items()}
    )


def plan_of(text: str, **inputs: Plain) -> Plan:
    """The plan of a spec that has no faults."""
    found = compiled(text)
    assert found.root is not None
    assert found.spec is not None
    return make_plan(found.root, {**defaults(found.spec), **inputs})


@dataclass
class Watch:
    """Follows a run; calls ``then`` after each event."""

    events: list[Event] = field(default_factory=list)
    deltas: list[tuple[str, str]] = field(default_factory=list)
    then: Callable[[Event], None] = lambda _event: None

    def event(self, event: Event, state: State) -> None:
        del state
        self.events.append(event)
        self.then(event)

    def delta(self, node: Node, text: str) -> None:
        self.deltas.append((node.id, text))


@dataclass(frozen=True)
class Ran:
    """A run that is over."""

    folder: Path
    plan: Plan
    agent: Agent
    watch: Watch
    state: State
    result: dict[str, Any]
    seconds: float

    def of(self, kind: type[E]) -> list[E]:
        """The events of a kind, in order."""
        return [event for event in self.watch.events if isinstance(event, kind)]


def exchanges(ran: Ran) -> dict[str, Sequence[Exchange]]:
    """What was sent and said in every turn that went well, as the run's folder has it."""
    state = read_run(ran.folder).state
    return {turn.id: state.kept(turn.id) for turn in ran.plan.graph.turns()}


def carry_out(
    folder: Path, plan: Plan, agent: Agent, watching: Callable[[Run], Watch] | None = None
) -> Ran:
    """Begin a run and carry it out."""
    return finish(Run.begin(folder, plan), agent, watching)


def finish(run: Run, agent: Agent, watching: Callable[[Run], Watch] | None = None) -> Ran:
    """Carry a run out in virtual time, and check all that it leaves behind."""
    watch = watching(run) if watching else Watch()

    async def main() -> float:
        loop = asyncio.get_running_loop()
        clock = Clock(loop.time, lambda: "2026-01-01T00:00:00Z")
        await run.carry_out(dict.fromkeys(run.plan.graph.seats, agent), clock, watch)
        return loop.time()

    with run:
        seconds = run_virtual(main())
    result = checked(run.folder, run.state)
    assert agent.busy == 0
    assert agent.living == set()
    return Ran(run.folder, run.plan, agent, watch, run.state, result, seconds)


def checked(folder: Path, state: State) -> dict[str, Any]:
    """The result of a run, once all it wrote has met its schema and its journal its state."""
    for line in (folder / NAME).read_bytes().splitlines():
        check_line(line)
    result: dict[str, Any] = exactjson.loads((folder / RESULT).read_text("utf-8"))
    validator("result").validate(result)
    validator("state").validate(exactjson.loads((folder / STATE).read_text("utf-8")))
    for path in (folder / ROUNDS).glob("*.summary.json"):
        check_summary(path.read_bytes())
    assert fold(state.graph, (line.event for line in read_journal(folder))) == state
    return result


@cache
def check_line(line: bytes) -> None:
    """Hold a line of a journal against its schema; many runs have the same."""
    validator("journal").validate(json.loads(line, parse_float=Decimal))


@cache
def check_summary(text: bytes) -> None:
    """Hold the summary of a round against its schema."""
    validator("summary").validate(exactjson.loads(text.decode()))


@cache
def validator(name: str) -> Draft202012Validator:
    text = data("schemas").joinpath(f"{name}.v1.schema.json").read_text("utf-8")
    return Draft202012Validator(json.loads(text))


def lasting(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result without what another run of the same debate may change."""
    changing = ("run", "seconds", "warnings")
    return {name: value for name, value in result.items() if name not in changing}

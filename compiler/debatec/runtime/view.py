"""A run as expressions see it from one place: what was said before, and nothing later."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from debatec.graph.bind import Inputs
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.parsed import value_of
from debatec.runtime.records import fields_of
from debatec.runtime.state import State
from debatec.template.values import Value, holds


@dataclass(frozen=True, slots=True)
class View:
    """The environment of an expression read in a round, up to a node of it.

    ``elapsed`` is the running time in seconds, ``seat`` the seat and ``it`` the reply that the
    expression is read for. Of the step ``apart``, whose seats speak at the same time, the replies
    of this round are not seen.
    """

    plan: Plan
    state: State
    phase: str
    round: int
    upto: int
    elapsed: float
    apart: str = ""
    seat: Mapping[str, Any] | None = None
    it: Mapping[str, Any] | None = None

    def lookup(self, name: str) -> Value:
        match name:
            case "inputs":
                return dict[str, Any](self.plan.inputs)
            case "round":
                total = self.plan.graph.rounds.get(self.phase, self.round)
                return round_record(self.round, total)
            case "elapsed":
                return int(self.elapsed)
            case "seat":
                return None if self.seat is None else dict(self.seat)
            case "it":
                return None if self.it is None else dict(self.it)
        return self._step(name)

    def replies(self, step: str, window: int) -> list[dict[str, Any]]:
        nodes = self._latest(step, window)
        return [self._record(node) for node in nodes if self.state.is_valid(node)]

    def last(self, step: str) -> dict[str, Any] | None:
        valid = (node for node in self._settled(step) if self.state.is_valid(node))
        node = next(valid, None)
        return None if node is None else self._record(node)

    def own(self, step: str) -> dict[str, Any] | None:
        name = (self.seat or {}).get("id")
        nodes = [node for node in self._latest(step, 1) if node.seat == name]
        return self._record(nodes[-1]) if nodes and self.state.is_valid(nodes[-1]) else None

    def live(self, role: str) -> int:
        roles = self.plan.spec.members(role)
        seats = self.plan.graph.seats.values()
        return sum(seat.role in roles and seat.name not in self.state.dropped for seat in seats)

    def earlier(self, readings: int) -> View | None:
        """As it was at the end of an earlier round of this phase."""
        round = self.round - readings
        if readings == 0:
            return self
        if round < 1:
            return None
        gate = self.plan.graph.of_round(self.phase, round)[-1]
        return replace(self, round=round, upto=gate.index)

    def _step(self, name: str) -> Value:
        step = self.plan.spec.step(name)
        if step is None or not is_single(self.plan.spec, step):
            return list(self.replies(name, 1))
        usable = [node for node in self._latest(name, 1) if self._is_usable(node)]
        return self._record(usable[-1]) if usable else None

    def _is_usable(self, node: Node) -> bool:
        """A failed turn is still heard by conditions where its block has stand-ins."""
        settled = self.state.settled[node.id]
        return self.state.is_valid(node) or bool(settled.data)

    def _record(self, node: Node) -> dict[str, Any]:
        return fields_of(self.plan, node, self.state.settled[node.id])

    def _latest(self, step: str, window: int) -> list[Node]:
        """The nodes of a step in the latest rounds that it ran in, in order."""
        rounds: set[tuple[str, int]] = set()
        found: list[Node] = []
        for node in self._settled(step):
            rounds.add((node.phase, node.round))
            if len(rounds) > window:
                break
            found.append(node)
        return found[::-1]

    def _settled(self, step: str) -> Iterator[Node]:
        """The nodes of a step that can be read here, the latest first."""
        nodes = self.plan.graph.of_step(step)
        for at in range(bisect_left(nodes, self.upto, key=lambda node: node.index) - 1, -1, -1):
            is_seen = step != self.apart or nodes[at].round != self.round
            if is_seen and nodes[at].id in self.state.settled:
                yield nodes[at]


def round_record(number: int, total: int | None) -> dict[str, Any]:
    """A round as texts and expressions see it; ``total`` is None where it is not told."""
    return {
        "number": number,
        "total": total,
        "first": number == 1,
        "last": None if total is None else number == total,
    }


def told_rounds(plan: Plan, phase: str) -> int | None:
    """How many rounds a phase has at most, as far as the seats are told."""
    found = plan.spec.phase(phase)
    hidden = found.hidden if found else None
    if hidden is not None and holds(value_of(hidden, Inputs(plan.inputs))):
        return None
    return plan.graph.rounds[phase]

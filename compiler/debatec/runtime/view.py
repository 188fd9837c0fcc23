"""A run as expressions see it from one place: what was said before, and nothing later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.graph.seats import is_single
from debatec.runtime.limits import measure
from debatec.runtime.records import fields_of
from debatec.runtime.state import Reading, State
from debatec.template.numbers import NUMBERS, Numbers
from debatec.template.values import Value

MEASURES = frozenset({"elapsed", "tokens", "cost", "context"})


@frozen
class View:
    """The environment of an expression read in a round, before the node of index ``upto``.

    ``elapsed`` is the running time in seconds. ``history`` are the readings of the condition, of
    which the first ``past`` came before this one. Of the step ``apart``, whose seats speak at the
    same time, the replies of this round are not seen. ``seat`` and ``it`` are what the condition is
    asked of.
    """

    plan: Plan
    state: State
    phase: str
    round: int
    upto: int
    elapsed: float
    apart: str = ""
    seat: Mapping[str, Any] | None = None
    it: Value = None
    measured: Mapping[str, Any] | None = None
    history: Sequence[Reading] = ()
    past: int = 0

    @property
    def numbers(self) -> Numbers:
        return NUMBERS[self.plan.spec.arithmetic]

    def lookup(self, name: str) -> Value:
        if name in MEASURES:
            measured = self.measured or measure(self.plan, self.state, self.elapsed)
            value: Value = measured.get(name)
            return value
        match name:
            case "inputs":
                return dict[str, Any](self.plan.inputs)
            case "round":
                return round_record(self.round, self.plan.graph.rounds.get(self.phase, self.round))
            case "seat":
                return dict[str, Any](self.seat) if self.seat else None
            case "it":
                return self.it
            case _:
                return self._step(name)

    def replies(self, step: str, window: int) -> list[dict[str, Any]]:
        rounds = [nodes for nodes, _ in zip(self._rounds(step), range(window), strict=False)]
        valid = (node for nodes in reversed(rounds) for node in nodes if self.state.is_valid(node))
        return [self._record(node) for node in valid]

    def last(self, step: str) -> dict[str, Any] | None:
        """The latest valid reply of a step, of any seat."""
        nodes = (node for nodes in self._rounds(step) for node in reversed(nodes))
        node = next(filter(self.state.is_valid, nodes), None)
        return None if node is None else self._record(node)

    def own(self, step: str) -> dict[str, Any] | None:
        """The latest valid reply of the seat that the condition is asked of."""
        seat = self.seat["id"] if self.seat else ""
        nodes = (node for nodes in self._rounds(step) for node in nodes if node.seat == seat)
        node = next(filter(self.state.is_valid, nodes), None)
        return None if node is None else self._record(node)

    def live(self, role: str) -> int:
        roles = self.plan.spec.members(role)
        seats = (seat for seat in self.plan.graph.seats.values() if seat.role in roles)
        return sum(self.state.is_live(seat.name, self.upto) for seat in seats)

    def earlier(self, readings: int) -> View | None:
        """As it was so many readings of the same condition ago; None before the first."""
        if readings == 0:
            return self
        if readings > self.past:
            return None
        past = self.past - readings
        then = self.history[past]
        return replace(self, round=then.round, upto=then.upto, measured=then.measured, past=past)

    def _step(self, name: str) -> Value:
        step = self.plan.spec.step(name)
        if step is None or not is_single(self.plan.spec, step):
            return list(self.replies(name, 1))
        latest = next(self._rounds(name), [])
        usable = [node for node in latest if self._is_usable(node)]
        return self._record(usable[-1]) if usable else None

    def _is_usable(self, node: Node) -> bool:
        """A failed turn is still heard by conditions where its block has stand-ins."""
        settled = self.state.settled[node.id]
        return self.state.is_valid(node) or bool(settled.data)

    def _record(self, node: Node) -> dict[str, Any]:
        return fields_of(self.plan, node, self.state.settled[node.id])

    def _rounds(self, step: str) -> Iterator[list[Node]]:
        """The nodes of a step that are over, by the rounds it ran in, the latest first."""
        graph = self.plan.graph
        nodes = graph.of_step(step)
        if not nodes or nodes[0].index >= self.upto:
            return
        is_here = nodes[0].phase == self.phase
        last = self.round if is_here else self.state.furthest[nodes[0].phase]
        if is_here and step == self.apart:
            last -= 1
        for round in range(last, 0, -1):
            here = (node for node in graph.of_place(step, round) if node.index < self.upto)
            over = [node for node in here if self.state.counts(node)]
            if over:
                yield over


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
    return None if plan.bounds.hidden[phase] else plan.graph.rounds[phase]

"""A run as expressions see it from one place: what was said before, and nothing later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.graph.seats import is_single
from debatec.runtime.records import record
from debatec.runtime.state import State
from debatec.template.values import Value


@dataclass(frozen=True, slots=True)
class View:
    """The environment of an expression read in a round, up to a node of it.

    ``elapsed`` is the running time in seconds.
    """

    plan: Plan
    state: State
    phase: str
    round: int
    upto: int
    elapsed: float

    def lookup(self, name: str) -> Value:
        if name == "inputs":
            return dict[str, Any](self.plan.inputs)
        if name == "round":
            return round_record(self.round, self.plan.graph.rounds.get(self.phase, self.round))
        if name == "elapsed":
            return int(self.elapsed)
        return self._step(name)

    def replies(self, step: str, window: int) -> list[dict[str, Any]]:
        rounds = self._rounds(step)[-window:]
        nodes = [node for node in self._nodes(step) if (node.phase, node.round) in rounds]
        return [self._record(node) for node in nodes if self.state.is_valid(node)]

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
        rounds = self._rounds(name)
        nodes = [n for n in self._nodes(name) if (n.phase, n.round) == rounds[-1]]
        usable = [node for node in nodes if self._is_usable(node)]
        return self._record(usable[-1]) if usable else None

    def _is_usable(self, node: Node) -> bool:
        """A failed turn is still heard by conditions where its block has stand-ins."""
        settled = self.state.settled[node.id]
        return self.state.is_valid(node) or bool(settled.data)

    def _record(self, node: Node) -> dict[str, Any]:
        return record(self.plan, node, self.state.settled[node.id])

    def _nodes(self, step: str) -> list[Node]:
        return [
            node
            for node in self.plan.graph.of_step(step)
            if node.index < self.upto and node.id in self.state.settled
        ]

    def _rounds(self, step: str) -> list[tuple[str, int]]:
        return list(dict.fromkeys((node.phase, node.round) for node in self._nodes(step)))


def round_record(number: int, total: int) -> dict[str, Any]:
    return {
        "number": number,
        "total": total,
        "first": number == 1,
        "last": number == total,
    }

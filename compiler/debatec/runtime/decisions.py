"""What takes place: the `when` of phases and steps, and the `where` of speakers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Decided, Event, Part
from debatec.runtime.limits import measure
from debatec.runtime.parsed import value_of
from debatec.runtime.prompting import seat_record
from debatec.runtime.state import State
from debatec.runtime.view import View
from debatec.source.nodes import Scalar
from debatec.spec.model import Speak, Step
from debatec.template.values import holds


class Decisions:
    """Reads each condition once where it stands, and writes the reading down."""

    def __init__(
        self,
        plan: Plan,
        state: State,
        record: Callable[[Event], None],
        elapsed: Callable[[], float],
    ) -> None:
        self._plan = plan
        self._state = state
        self._record = record
        self._elapsed = elapsed
        self._seats: dict[str, Mapping[str, Any]] = {}
        self._phases: dict[str, Scalar | None] = {p.id: p.when for p in plan.spec.phases}
        self._steps: dict[str, Step] = {step.id: step for _, step in plan.spec.steps()}
        self._firsts: dict[str, Node] = {}
        for node in plan.graph:
            self._firsts.setdefault(node.phase, node)

    def phase_is_skipped(self, node: Node) -> bool:
        """Whether the phase of a node does not take place; read before its first node."""
        when = self._phases.get(node.phase)
        if when is None:
            return False
        return not self._holds(when, Part.PHASE, self._firsts[node.phase])

    def against(self, node: Node) -> str | None:
        """The condition that keeps a node from taking place, in words; None where none does."""
        step = self._steps.get(node.step)
        if step is None or node.kind is Kind.GATE:
            return None
        first = self._plan.graph.of_place(node.step, node.round)[0]
        if step.when is not None and not self._holds(step.when, Part.STEP, first):
            return f"when: {_line(step.when)}"
        if not isinstance(step, Speak) or step.where is None:
            return None
        if self._holds(step.where, Part.SEAT, node):
            return None
        return f"where: {_line(step.where)}"

    def _holds(self, condition: Scalar, part: Part, node: Node) -> bool:
        decided = self._state.decided.get((part, node.id))
        if decided is None:
            measured = measure(self._plan, self._state, self._elapsed())
            decided = holds(value_of(condition, self._view(part, node, measured)))
            self._record(Decided(node.id, part, decided, measured))
        return decided

    def _view(self, part: Part, node: Node, measured: Mapping[str, Any]) -> View:
        history = self._state.decided_before(part, node)
        return View(
            self._plan,
            self._state,
            node.phase,
            node.round,
            node.index,
            measured["elapsed"],
            measured,
            history,
            len(history),
            self._apart(node),
            self._seat(node.seat) if part is Part.SEAT else None,
        )

    def _apart(self, node: Node) -> str:
        """The step of a node, where its seats do not hear one another."""
        step = self._steps.get(node.step)
        return node.step if isinstance(step, Speak) and step.order.is_parallel else ""

    def _seat(self, name: str) -> Mapping[str, Any]:
        if name not in self._seats:
            self._seats[name] = seat_record(self._plan, self._plan.graph.seats[name])
        return self._seats[name]


def _line(condition: Scalar) -> str:
    """A condition on one line, as it is written."""
    return " ".join(condition.text.split())

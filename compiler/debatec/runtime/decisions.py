"""What takes place: the `when` of phases and steps, and the `where` of speakers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.graph.reads import settled_where
from debatec.runtime.events import Decided, Part
from debatec.runtime.floor import Floor
from debatec.runtime.limits import measure
from debatec.runtime.parsed import value_of
from debatec.runtime.seating import Seating
from debatec.runtime.view import View
from debatec.source.nodes import Plain, Scalar
from debatec.source.text import one_line
from debatec.spec.model import Speak, Step
from debatec.template.values import holds


class Conditions:
    """The conditions of a plan that decide of what takes place."""

    def __init__(self, plan: Plan) -> None:
        self.phases: dict[str, Scalar] = {p.id: p.when for p in plan.spec.phases if p.when}
        steps = [step for _, step in plan.spec.steps()]
        self.wheres = {s.id: where for s in steps if (where := where_of(s, plan.inputs))}
        self.steps: dict[str, Step] = {s.id: s for s in steps if s.when or s.id in self.wheres}


class Decisions:
    """Reads each condition once where it stands, and writes the reading down."""

    def __init__(self, floor: Floor) -> None:
        plan = self._plan = floor.plan
        self._state = floor.state
        self._record = floor.record
        self._elapsed = floor.now
        self._seating = plan.once(Seating)
        self._conditions = plan.once(Conditions)

    def phase_is_skipped(self, node: Node) -> bool:
        """Whether the phase of a node does not take place; read before its first node."""
        when = self._conditions.phases.get(node.phase)
        if when is None:
            return False
        return not self._holds(when, Part.PHASE, self._plan.graph.of_round(node.phase, 1)[0])

    def against(self, node: Node) -> str | None:
        """The condition that keeps a node from taking place, in words; None where none does."""
        step = self._conditions.steps.get(node.step)
        if step is None:
            return None
        first = self._plan.graph.of_place(node.step, node.round)[0]
        if step.when is not None and not self._holds(step.when, Part.STEP, first):
            return f"when: {one_line(step.when.text)}"
        where = self._conditions.wheres.get(step.id)
        if where is not None and not self._holds(where, Part.SEAT, node):
            return f"where: {one_line(where.text)}"
        return None

    def _holds(self, condition: Scalar, part: Part, node: Node) -> bool:
        decided = self._state.decided.get((part, node.id))
        if decided is None:
            measured = measure(self._plan, self._state, self._elapsed())
            decided = holds(value_of(condition, self._view(part, node, measured)))
            self._record(Decided(node.id, part, decided, measured))
        return decided

    def _view(self, part: Part, node: Node, measured: Mapping[str, Any]) -> View:
        state, history = self._state, self._state.decided_before(part, node)
        place = (node.phase, node.round, node.index, measured["elapsed"])
        seat = self._seating.cast[node.seat] if part is Part.SEAT else None
        apart = self._apart(node)
        view = View(self._plan, state, *place, apart=apart, seat=seat, measured=measured)
        return replace(view, history=history, past=len(history))

    def _apart(self, node: Node) -> str:
        """The step of a node, where its seats do not hear one another."""
        step = self._conditions.steps.get(node.step)
        return node.step if isinstance(step, Speak) and step.order.is_parallel else ""


def where_of(step: Step, inputs: Mapping[str, Plain]) -> Scalar | None:
    """The condition that picks the speakers of a step during the run, not with the plan."""
    if not isinstance(step, Speak) or settled_where(step, inputs):
        return None
    return step.where

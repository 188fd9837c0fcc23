"""The seats of a run as texts see them, and what introduces each of them to its role."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

from debatec.graph.plan import Plan
from debatec.graph.seats import Seat
from debatec.runtime.parsed import template
from debatec.spec.shipped import QUOTATIONS
from debatec.template.rendering import Taken
from debatec.template.template import Template

Trace: TypeAlias = Callable[[Template], Taken]
"""Is told of a text that is written, and gives what is told of its branches."""


class Seating:
    """The seats of one plan; each text about them is written once.

    ``trace`` is told of each text, and gives what is told of its branches.
    """

    def __init__(self, plan: Plan, trace: Trace | None = None) -> None:
        self._plan = plan
        self._trace = trace
        self._systems: dict[str, str] = {}

    @cached_property
    def cast(self) -> dict[str, dict[str, Any]]:
        """Every seat by name, as templates see it."""
        return {name: self._record(seat) for name, seat in self._plan.graph.seats.items()}

    def system(self, name: str) -> str:
        """What introduces a seat to its role, sent once at the start of its session.

        Whoever wrote it, it ends with what the replies of others are: strangers write them.
        """
        if name not in self._systems:
            role = self._plan.spec.roles[self._plan.graph.seats[name].role]
            values = {"cast": list(self.cast.values()), "seat": self.cast[name]}
            values["inputs"] = dict(self._plan.inputs)
            text = template(role.system.text)
            taken = self._trace(text) if self._trace else None
            written = text.render(values, taken=taken).strip()
            self._systems[name] = f"{written}\n\n{QUOTATIONS}".lstrip()
        return self._systems[name]

    def _record(self, seat: Seat) -> dict[str, Any]:
        lens = self._plan.spec.roles[seat.role].lens
        fields: dict[str, Any] = {
            "id": seat.name,
            "title": seat.name,
            "role": seat.role,
            "number": seat.number,
            "count": seat.count,
        }
        if lens is None:
            return {**fields, "lens": None}
        text = template(lens).render({"inputs": dict(self._plan.inputs), "seat": fields})
        return {**fields, "lens": text.strip()}

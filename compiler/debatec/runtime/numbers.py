"""Numbers that a spec gives as values, settled with the inputs of a plan."""

from __future__ import annotations

from fractions import Fraction

from debatec.graph.bind import Inputs
from debatec.graph.plan import Plan
from debatec.runtime.parsed import value_of
from debatec.source.nodes import Scalar
from debatec.spec.values import Slot, literal
from debatec.template.values import number


def number_of(plan: Plan, scalar: Scalar | None, slot: Slot = Slot.COUNT) -> Fraction | None:
    """The number of a value; None where it is not given, or comes out as none."""
    if scalar is None:
        return None
    spelt = literal(scalar, slot)
    return number(value_of(scalar, Inputs(plan.inputs))) if spelt is None else spelt


def whole_of(plan: Plan, scalar: Scalar | None, slot: Slot = Slot.COUNT) -> int | None:
    """The same, cut down to a whole number."""
    found = number_of(plan, scalar, slot)
    return None if found is None else int(found)

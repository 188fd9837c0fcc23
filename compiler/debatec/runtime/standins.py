"""What stands in for a block that was not given."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.parsed import value_of
from debatec.runtime.state import State
from debatec.runtime.view import View
from debatec.source.nodes import Plain, Scalar
from debatec.spec.model import Block


def stand_ins(plan: Plan, state: State, turn: Node, block: Block, elapsed: float) -> dict[str, Any]:
    """The fields of a block's fallback, read where the turn stands."""
    view = View(plan, state, turn.phase, turn.round, turn.index, elapsed)
    return {
        name: _value(block.stand_ins[name], schema, view)
        for name, schema in block.fields.items()
        if name in block.stand_ins
    }


def _value(scalar: Scalar, schema: Any, view: View) -> Plain:
    if is_text(schema):
        return scalar.text
    value = value_of(scalar, view)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)  # type: ignore[return-value]
    return value  # type: ignore[return-value]


def is_text(schema: Any) -> bool:
    """Whether a field holds text, so that its stand-in is the text as it is written."""
    return schema.get("type") == "string" or all(
        isinstance(option, str) for option in schema.get("enum", [None])
    )

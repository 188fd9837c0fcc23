"""What stands in for a block that was not given."""

from __future__ import annotations

from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.parsed import value_of
from debatec.runtime.state import State
from debatec.runtime.view import View
from debatec.source import exactjson
from debatec.spec.model import Block
from debatec.template.types import from_schema, is_text


def stand_ins(plan: Plan, state: State, turn: Node, block: Block, elapsed: float) -> dict[str, Any]:
    """The fields of a block's fallback, read where the turn stands."""
    view = View(plan, state, turn.phase, turn.round, turn.index, elapsed)
    values = {
        name: _stand_in(block, name, view)
        for name in block.fields
        if name in block.stand_ins or name in block.lists
    }
    # What is read back from the journal must be what went in, so fractions are decimals at once.
    found: dict[str, Any] = exactjson.loads(exactjson.dumps(values))
    return found


def _stand_in(block: Block, field: str, view: View) -> object:
    if field in block.lists:
        return block.lists[field]
    written = block.stand_ins[field]
    return written.text if is_text(from_schema(block.fields[field])) else value_of(written, view)

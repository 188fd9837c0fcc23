"""What a block has to meet beyond its schema: conditions over its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from debatec.graph.bind import Inputs
from debatec.runtime.parsed import value_of
from debatec.spec.model import Block
from debatec.template.values import holds


def unmet(block: Block, it: Mapping[str, Any], inputs: Inputs) -> tuple[str, ...]:
    """The names of the requirements that the fields of a block do not meet."""
    fields = inputs.with_more(it=dict(it))
    return tuple(
        str(name)
        for name, condition in block.require.items()
        if not holds(value_of(condition, fields))
    )

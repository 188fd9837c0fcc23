"""What a block has to meet beyond its schema: conditions over its fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from debatec.runtime.parsed import value_of
from debatec.source.nodes import Plain
from debatec.spec.model import Block
from debatec.template.values import Value, holds


@dataclass(frozen=True, slots=True)
class _Fields:
    """The environment of a requirement: the fields of the block under `it`, and `inputs`."""

    it: Mapping[str, Any]
    inputs: Mapping[str, Plain]

    def lookup(self, name: str) -> Value:
        known: dict[str, Any] = {"it": self.it, "inputs": self.inputs}
        found: Value = dict(known[name]) if name in known else None
        return found

    def replies(self, _step: str, _window: int) -> Sequence[Mapping[str, Value]]:
        return ()

    def last(self, _step: str) -> None:
        return None

    def own(self, _step: str) -> None:
        return None

    def live(self, _role: str) -> int:
        return 0

    def earlier(self, _readings: int) -> None:
        return None


def unmet(block: Block, it: Mapping[str, Any], inputs: Mapping[str, Plain]) -> tuple[str, ...]:
    """The names of the requirements that the fields of a block do not meet."""
    fields = _Fields(it, inputs)
    return tuple(
        str(name)
        for name, condition in block.require.items()
        if not holds(value_of(condition, fields))
    )

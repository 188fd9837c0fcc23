"""A minimum is not above the maximum beside it: no value would do."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from debatec.check.context import Context
from debatec.check.declarations import entries
from debatec.source.diagnostic import Diagnostic, Related
from debatec.source.nodes import Mapping, Node, Scalar

ID = "DB423"
_PAIRS = (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"))


def check(context: Context) -> Iterator[Diagnostic]:
    """Every pair of bounds that leaves nothing between."""
    for entry in entries(context.root.get("inputs")):
        yield from _below(entry.value)
    for block in entries(context.root.get("blocks")):
        fields = block.value.get("fields") if isinstance(block.value, Mapping) else None
        for entry in entries(fields):
            yield from _below(entry.value)


def _below(schema: Node) -> Iterator[Diagnostic]:
    """The faults of a schema and of those in it."""
    stack: list[Node | None] = [schema]
    while stack:
        node = stack.pop()
        if isinstance(node, Mapping):
            for names in _PAIRS:
                yield from _pairs(node, names)
            stack.append(node.get("items"))
            stack += [entry.value for entry in entries(node.get("properties"))]


def _pairs(node: Mapping, names: tuple[str, str]) -> Iterator[Diagnostic]:
    """The fault of a lower and an upper bound."""
    low, high = names
    least, most = node.get(low), node.get(high)
    a, b = _number(least), _number(most)
    if a is not None and b is not None and a > b and least and most:
        related = (Related(most.span, f"the {high}"),)
        message = f"the {low} {a} is above the {high} {b}"
        yield Diagnostic(ID, message, least.span, related=related)


def _number(node: Node | None) -> int | Decimal | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int | Decimal) and not isinstance(value, bool) else None

"""What is expected against what came: only what is named counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from debatec.frozen import frozen
from debatec.source import exactjson
from debatec.source.diagnostic import Related
from debatec.source.frame import printable
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Node, Scalar, plain
from debatec.source.nodes import Sequence as SequenceNode
from debatec.source.suggest import did_you_mean
from debatec.source.text import Span

MOST_SHOWN = 160


@frozen
class Miss:
    """An expectation that is not met: where it stands, and what came in its place."""

    span: Span
    message: str
    related: tuple[Related, ...] = ()


@frozen
class What:
    """What a message calls a value: its path from something that has a name."""

    path: str
    owner: str = ""

    def __str__(self) -> str:
        of = f" of {self.owner}" if self.owner else ""
        return f"'{self.path}'{of}" if self.path else self.owner

    def inner(self, step: str) -> What:
        return What(f"{self.path}.{step}" if self.path else step, self.owner)


def compare(expected: Node, span: Span, got: Any, what: What) -> Iterator[Miss]:
    """Where a value is not as expected; ``span`` is the place to point at for a whole collection.

    Of a mapping the keys that are named have to fit, of a list every item.
    """
    if isinstance(expected, MappingNode) and isinstance(got, Mapping):
        yield from _fields(expected, got, what)
    elif isinstance(expected, SequenceNode) and _is_list(got) and len(expected.items) == len(got):
        for number, (item, value) in enumerate(zip(expected.items, got, strict=True), start=1):
            yield from compare(item, place_of(item), value, what.inner(str(number)))
    elif not equal(plain(expected), got):
        place = expected.span if isinstance(expected, Scalar) else span
        yield Miss(place, f"{what} is {shown(got)}, expected {shown(plain(expected))}")


def _fields(expected: MappingNode, got: Mapping[str, Any], what: What) -> Iterator[Miss]:
    for entry in expected:
        if entry.key in got:
            inner = what.inner(entry.key)
            yield from compare(entry.value, entry.key_span, got[entry.key], inner)
        else:
            known = did_you_mean(entry.key, got)
            yield Miss(entry.key_span, f"{what} has no '{entry.key}'{known}")


def place_of(node: Node) -> Span:
    """The place to point at for a node; a collection is shown by where it begins."""
    return node.span if isinstance(node, Scalar) else Span(node.span.source, *[node.span.start] * 2)


def equal(expected: Any, got: Any) -> bool:
    """Whether two values are one in JSON, numbers by their value."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if _is_number(expected) and _is_number(got):
        return Fraction(expected) == Fraction(got)
    if _is_list(expected) and _is_list(got):
        return len(expected) == len(got) and all(map(equal, expected, got))
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        keys = expected.keys()
        return keys == got.keys() and all(equal(expected[key], got[key]) for key in keys)
    return bool(expected == got)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal | Fraction)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def shown(value: Any) -> str:
    """A value as messages quote it."""
    text = value if isinstance(value, str) else exactjson.dumps(value)
    text = printable(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…")
    return f"'{text}'" if isinstance(value, str) else text

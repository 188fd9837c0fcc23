"""YAML nodes that know where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from decimal import Decimal
from typing import TypeAlias

from debatec.frozen import frozen
from debatec.source.origins import origins
from debatec.source.scalars import Value
from debatec.source.text import Span

Plain: TypeAlias = "bool | int | Decimal | str | list[Plain] | dict[str, Plain] | None"


@frozen(eq=False)
class Scalar:
    """A scalar: its value by the YAML 1.2 core schema, and its text as YAML reads it.

    ``span`` is the place where it is used; ``anchor`` the place where an aliased value is written.
    ``style`` is YAML's: empty for plain, else one of ``' " | >``; or ``=`` where the source is the
    text itself. A ``broken`` scalar stands where the file has a syntax error; one that is not
    ``written`` was left unsaid by a shorthand, and its span is only a place near by.
    """

    span: Span
    value: Value
    text: str
    style: str = ""
    anchor: Span | None = None
    broken: bool = False
    written: bool = True

    def at(self, start: int, end: int) -> Span:
        """The place in the file of a range of this scalar's text."""
        home = self.anchor or self.span
        if not self.written:
            return home
        if self.style == "=":
            return Span(home.source, home.start + start, home.start + end)
        places = origins(home, self.text, self.style)
        first = places[min(start, len(self.text))]
        last = places[min(max(end - 1, start), len(self.text))]
        return Span(home.source, first, max(last + 1, first) if end > start else first)


@frozen(eq=False)
class Sequence:
    """A sequence; a ``broken`` one has lost items that could not be read."""

    span: Span
    items: tuple[Node, ...]
    anchor: Span | None = None
    broken: bool = False

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


@frozen(eq=False)
class Entry:
    """A key of a mapping, where it stands, and its value."""

    key: str
    key_span: Span
    value: Node


@frozen(eq=False)
class Mapping:
    """A mapping with string keys, in the order written, each key once.

    A ``broken`` one has lost entries that could not be read.
    """

    span: Span
    entries: dict[str, Entry] = field(default_factory=dict)
    anchor: Span | None = None
    broken: bool = False

    def get(self, key: str) -> Node | None:
        entry = self.entries.get(key)
        return entry.value if entry else None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())


Node: TypeAlias = Scalar | Sequence | Mapping


def plain(node: Node) -> Plain:
    """The value of a node without its places."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


def node_of(value: Plain, span: Span) -> Node:
    """A node of a value that no file spells, such as one read back from a plan."""
    if isinstance(value, dict):
        entries = {k: Entry(k, span, node_of(item, span)) for k, item in value.items()}
        return Mapping(span, entries)
    if isinstance(value, list):
        return Sequence(span, tuple(node_of(item, span) for item in value))
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Scalar(span, value, "" if value is None else text, written=False)

"""Where each value of a canonical spec comes from."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.frozen import frozen
from debatec.source.nodes import Mapping, Node, Plain, Scalar, plain
from debatec.source.text import one_line
from debatec.spec.unsaid import id_of

_LONGEST = 60


@frozen
class Value:
    """A value with the ids and keys that lead to it."""

    path: str
    node: Node

    @property
    def value(self) -> Plain:
        return plain(self.node)

    @property
    def said(self) -> str:
        """The value on one line, cut where it is long."""
        value = plain(self.node)
        written = self.node.text if isinstance(self.node, Scalar) else str(value)
        text = one_line("null" if value is None else written)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

    @property
    def is_written(self) -> bool:
        """Whether it is spelt there; else it comes from a shorthand that stands there."""
        return not isinstance(self.node, Scalar) or self.node.written

    @property
    def where(self) -> str:
        return str(self.node.span) if self.is_written else f"{self.node.span} (shorthand)"


def values(node: Node, path: str = "") -> Iterator[Value]:
    """The values of a tree in its order: its scalars, and its lists of scalars whole."""
    if isinstance(node, Scalar):
        yield Value(path, node)
    elif isinstance(node, Mapping):
        for entry in node:
            yield from values(entry.value, f"{path}.{entry.key}" if path else entry.key)
    elif all(isinstance(item, Scalar) for item in node.items):
        yield Value(path, node)
    else:
        for number, item in enumerate(node.items):
            yield from values(item, f"{path}[{id_of(item) or number}]")


def record(value: Value) -> dict[str, Plain]:
    """A value as JSON has it, by the schema `provenance`."""
    line, column = value.node.span.position
    return {
        "path": value.path,
        "value": value.value,
        "file": value.node.span.source.path,
        "line": line,
        "column": column,
        "written": value.is_written,
    }

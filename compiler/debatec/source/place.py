"""Where in a tree a schema's error lies, and how to call it."""

from __future__ import annotations

from collections.abc import Iterable

from debatec.frozen import frozen
from debatec.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from debatec.source.text import Span

_ROOT = "the file"


@frozen
class Place:
    """A node, the entry whose value it is, and its name in messages: ``'rounds'``, ``item 2``."""

    node: Node
    entry: Entry | None
    name: str

    @property
    def is_inner(self) -> bool:
        return self.name != _ROOT

    @property
    def head(self) -> Span:
        """The place to point at for a whole collection: its key, or where it begins."""
        if self.entry is not None:
            return self.entry.key_span
        node = self.node
        if isinstance(node, Mapping) and node.entries:
            return next(iter(node)).key_span
        return Span(node.span.source, node.span.start, node.span.start)

    @property
    def value(self) -> Span:
        """The place to point at for what is written there."""
        return self.node.span if isinstance(self.node, Scalar) else self.head


def locate(root: Node, path: Iterable[str | int]) -> Place:
    """The place that a path of keys and indices leads to."""
    place = Place(root, None, _ROOT)
    for step in path:
        node = place.node
        if isinstance(node, Mapping):
            entry = node.entries[str(step)]
            place = Place(entry.value, entry, f"'{step}'")
        elif isinstance(node, Sequence):
            index = int(step)
            place = Place(node.items[index], None, f"item {index + 1} of {place.name}")
    return place

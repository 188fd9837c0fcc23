"""Nodes for what a file leaves unsaid, and the ids that things are told apart by."""

from __future__ import annotations

from collections.abc import Iterable

from debatec.source.nodes import Entry, Mapping, Node, Scalar
from debatec.source.text import Span


def word(text: str, span: Span) -> Scalar:
    """A node for a name that a shorthand leaves unsaid."""
    return Scalar(span, text, text, written=False)


def mapping(span: Span, pairs: Iterable[tuple[str, Node | None]]) -> Mapping:
    """A mapping of the pairs that have a node, each key standing where its value does."""
    return Mapping(span, {key: Entry(key, node.span, node) for key, node in pairs if node})


def id_of(node: Node) -> str:
    """The id of an item of a list; empty where it has none."""
    id = node.get("id") if isinstance(node, Mapping) else None
    return id.text if isinstance(id, Scalar) and isinstance(id.value, str) else ""

"""What a file says outside the places that were edited, to hold two readings against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from debatec.source.edits import Edits
from debatec.source.nodes import Mapping, Node, Scalar, Sequence

Part: TypeAlias = tuple[int, int, str, str, str]
"""Where a node or a key begins, how deep it lies, its kind, its text and its value."""

_Placed: TypeAlias = tuple[int, int, Part]
"""Where a part begins and ends, and the part."""


def outline(root: Node, edits: Edits, moved: Callable[[int], int]) -> set[Part]:
    """The parts of a tree that no edit touches, each where it stands once it is ``moved``.

    A scalar is touched when it meets an edit, a collection when it begins in one.
    """
    return {
        (moved(start), *part[1:])
        for start, end, part in _parts(root)
        if not edits.meets(start, end)
    }


def _parts(root: Node) -> Iterator[_Placed]:
    stack: list[tuple[Node, int]] = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        start, end = node.span.start, node.span.end
        if node.anchor is not None:
            yield start, end, (start, depth, "alias", node.span.text, "")
        elif isinstance(node, Scalar):
            if not node.broken:
                yield start, end, (start, depth, node.style, node.text, repr(node.value))
        elif isinstance(node, Sequence):
            yield start, start, (start, depth, "list", "", "")
            stack += [(item, depth + 1) for item in node.items]
        elif isinstance(node, Mapping):
            yield start, start, (start, depth, "mapping", "", "")
            for entry in node:
                at = entry.key_span.start
                yield at, entry.key_span.end, (at, depth, "key", entry.key, "")
                stack.append((entry.value, depth + 1))

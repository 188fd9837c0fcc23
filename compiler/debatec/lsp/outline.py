"""The parts of a debate, as an editor lists them."""

from __future__ import annotations

from dataclasses import dataclass

from debatec.lsp.document import Document
from debatec.source.nodes import Mapping, Node, Scalar, Sequence
from debatec.source.text import Span

_SECTIONS = ("inputs", "roles", "groups", "prompts", "blocks")


@dataclass(frozen=True, slots=True)
class Part:
    """A part, all that it takes up, the place of its name, and its own parts."""

    name: str
    kind: str
    whole: Span
    head: Span
    parts: tuple[Part, ...] = ()


def outline(document: Document) -> list[Part]:
    """The sections with what they declare, and the phases with their steps."""
    if document.context is None:
        return []
    root, path = document.context.root, document.source.path
    found = []
    for entry in root:
        if entry.key_span.source.path != path:
            continue
        parts = _declared(entry.value) if entry.key in _SECTIONS else ()
        if entry.key == "format":
            parts = _listed(entry.value, "phase")
        if parts:
            found.append(Part(entry.key, "section", _reach(entry.key_span, entry.value),
                              entry.key_span, parts))  # fmt: skip
    return found


def _declared(node: Node) -> tuple[Part, ...]:
    if not isinstance(node, Mapping):
        return ()
    return tuple(
        Part(entry.key, "name", _reach(entry.key_span, entry.value), entry.key_span)
        for entry in node
        if entry.key
    )


def _listed(node: Node | None, kind: str) -> tuple[Part, ...]:
    """The phases of a format, or the steps of a phase, that have an id of their own."""
    found = []
    for item in node.items if isinstance(node, Sequence) else ():
        id = item.get("id") if isinstance(item, Mapping) else None
        if isinstance(id, Scalar) and id.span.start >= item.span.start and id.text:
            steps = _listed(item.get("steps"), "step") if isinstance(item, Mapping) else ()
            found.append(Part(id.text, kind, item.span, id.span, steps))
    return tuple(found)


def _reach(head: Span, value: Node) -> Span:
    """From a key to the end of its value, where that follows it."""
    end = value.span.end if value.span.source is head.source else head.end
    return head.source.span(head.start, max(head.end, end))

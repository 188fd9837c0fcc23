"""The parts of a debate, as an editor lists them."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.declarations import entries, mappings
from debatec.frozen import frozen
from debatec.lsp.document import Document
from debatec.lsp.drift import Drift
from debatec.source.nodes import Entry, Node, Scalar
from debatec.source.text import Span

_SECTIONS = ("inputs", "presets", "roles", "groups", "prompts", "blocks")


@frozen
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
    found = (_section(document.drift, entry) for entry in document.context.root)
    return [part for part in found if part]


def _section(drift: Drift, entry: Entry) -> Part | None:
    parts: tuple[Part, ...] = ()
    if entry.key in _SECTIONS:
        parts = tuple(_declared(drift, entry.value))
    if entry.key == "format":
        parts = tuple(_listed(drift, entry.value, "phase"))
    return _part(drift, entry, "section", parts) if parts else None


def _declared(drift: Drift, node: Node) -> Iterator[Part]:
    for entry in entries(node):
        part = _part(drift, entry, "name")
        if part:
            yield part


def _part(drift: Drift, entry: Entry, kind: str, parts: tuple[Part, ...] = ()) -> Part | None:
    """A key with its value, where that follows it."""
    head, value = entry.key_span, entry.value.span
    end = value.end if value.source is head.source else head.end
    whole = head.source.span(head.start, max(head.end, end))
    return _placed(drift, entry.key, kind, whole, head, parts)


def _listed(drift: Drift, node: Node | None, kind: str) -> Iterator[Part]:
    """The phases of a format, or the steps of a phase, that have an id of their own."""
    for item in mappings(node):
        id = item.get("id")
        if isinstance(id, Scalar) and id.written and id.text:
            steps = tuple(_listed(drift, item.get("steps"), "step"))
            part = _placed(drift, id.text, kind, item.span, id.span, steps)
            if part:
                yield part


def _placed(
    drift: Drift, name: str, kind: str, whole: Span, head: Span, parts: tuple[Part, ...]
) -> Part | None:
    """A part where it is now; None where it was not written so, or was changed."""
    if whole.source is not drift.before or not name.strip():
        return None
    now, at = drift.around(whole), drift.now(head)
    if now is None or at is None or not now.start <= at.start <= at.end <= now.end:
        return None
    return Part(name, kind, now, at, parts)

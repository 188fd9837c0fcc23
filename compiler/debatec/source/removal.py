"""Fixes that take out what stands twice."""

from __future__ import annotations

import re

from debatec.source.diagnostic import Fix
from debatec.source.nodes import Entry, Node, Scalar
from debatec.source.text import Span

_COMMA = re.compile(r",[ ]*\Z")
_INDENT = re.compile(r"[ ]*(?:-[ ]+)?\Z")


def removal(span: Span, *, safe: bool = False) -> Fix | None:
    """The fix that takes out an item or an entry, when it is clear how far it reaches.

    That is with the comma before it, or with its line, when it alone stands there.
    """
    content = span.source.content
    start = content.rfind("\n", 0, span.start) + 1
    line_end = content.find("\n", span.end)
    before = content[start : span.start]
    comma = _COMMA.search(before)
    if "\n" in span.text:
        return None
    if comma:
        return Fix(Span(span.source, start + comma.start(), span.end), "", "remove it", safe)
    end = line_end + 1 if line_end >= 0 else len(content)
    if _INDENT.fullmatch(before) and not content[span.end : end].strip():
        return Fix(Span(span.source, start, end), "", "remove it", safe)
    return None


def of_repeated(first: Entry, key: Span, value: Node) -> Fix | None:
    """The fix for an entry whose key is there before, when it says the same."""
    same = first.value
    if not isinstance(same, Scalar) or not isinstance(value, Scalar) or value.anchor:
        return None
    is_same = same.span.text == value.span.text and same.text == value.text
    whole = Span(key.source, key.start, max(key.end, value.span.end))
    return removal(whole, safe=True) if is_same else None

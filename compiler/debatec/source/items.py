"""The block item around a place of a text that does not parse: its key, its value, its lines."""

from __future__ import annotations

import re

from debatec.frozen import frozen

_HEAD = re.compile(
    r"(?P<indent>[ ]*)(?P<dashes>(?:-[ ]+)*)"
    r"(?:(?P<key>(?:\"[^\"\n]*\"|'[^'\n]*')[ ]*|\w[\w./ -]*)(?P<colon>:(?=\s|\Z))|-(?=\s|\Z))?"
)


@frozen
class Item:
    """A line ``key: value`` or ``- value``, and the lines below that belong to it.

    ``column`` counts from 0; ``value`` is the offset after the colon or the dash, None when the
    line has neither; ``end`` is the end of the last line, before its line break.
    """

    start: int
    column: int
    key: str
    value: int | None
    line_end: int
    end: int


def item_at(text: str, at: int) -> Item:
    """The item whose first line holds an offset, or is the last with any text before it."""
    start = line_start(text, at)
    while start > 0 and not text[start : line_end(text, start)].strip():
        start = line_start(text, start - 1)
    head = _HEAD.match(text, start)
    assert head is not None  # every part of the pattern is optional
    value = _value(head)
    first_end = line_end(text, start)
    column = len(head["indent"])
    owner = column
    if value is not None:
        owner = (head.start("key") if head["key"] else value - 1) - start
    opening = text[value:first_end].strip()[:1] if value is not None else ""
    end = _extent(text, first_end, owner, closes=opening in ("[", "{"))
    return Item(start, column, (head["key"] or "").strip("\"' "), value, first_end, end)


def line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _value(head: re.Match[str]) -> int | None:
    if head["colon"]:
        return head.end("colon")
    if head.group().endswith("-"):
        return head.end()
    return head.end() - len(head["dashes"].rpartition("-")[2]) if head["dashes"] else None


def _extent(text: str, end: int, column: int, *, closes: bool) -> int:
    """The end of the last line that is indented deeper, or only closes what was opened."""
    while end < len(text):
        following = line_end(text, end + 1)
        line = text[end + 1 : following]
        body = line.lstrip(" ")
        if body.strip() and len(line) - len(body) <= column and not (closes and body[0] in "]}"):
            break
        end = following
    return end

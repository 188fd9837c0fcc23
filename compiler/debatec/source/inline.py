"""The entry of a `{ }` around a place of a text that does not parse: its key and its value."""

from __future__ import annotations

import re

from debatec.frozen import frozen
from debatec.source.items import line_end, line_start

_HEAD = re.compile(r"[{,][ ]*(?P<key>\w[\w-]*):[ ]+(?=[^ ])")
_NEXT = re.compile(r",[ ]*\w[\w-]*:[ ]")
_OPENINGS, _CLOSINGS = "[{", "]}"


@frozen
class Inline:
    """An entry ``key: value`` inside brackets, all on one line.

    ``colon`` is the offset after the colon, ``start`` and ``end`` are those of the value as a
    person sees it: up to the next key, or to the brackets that close what was open before it.
    ``stop`` is where what comes after it begins.
    """

    colon: int
    start: int
    end: int
    stop: int


def inline_at(text: str, at: int) -> Inline | None:
    """The entry whose unquoted value holds an offset, or None."""
    first, last = line_start(text, at), line_end(text, at)
    heads = [head for head in _HEAD.finditer(text, first, last) if head.end() <= at]
    if not heads or text[heads[-1].end()] in "'\"|>":
        return None
    head = heads[-1]
    start = head.end()
    following = _NEXT.search(text, at, last)
    stop = following.start() if following else _before_closers(text, first, start, last)
    end = start + len(text[start:stop].rstrip(" "))
    is_closed = _depth(text[start:at]) < 0
    return None if is_closed or end <= at else Inline(head.end("key") + 1, start, end, stop)


def _before_closers(text: str, first: int, start: int, last: int) -> int:
    """The end of a value that is the last of its line."""
    depth = _depth(text[first:start])
    end = start + len(text[start:last].rstrip(" \r,"))
    while depth > 0 and end > start and text[end - 1] in _CLOSINGS + " ":
        end, depth = end - 1, depth - (text[end - 1] != " ")
    return end


def _depth(text: str) -> int:
    """How many more brackets a text opens than it closes, those in quotes too."""
    return sum(map(text.count, _OPENINGS)) - sum(map(text.count, _CLOSINGS))

"""From an offset in a scalar's text back to the offset in the file.

In plain, single-quoted, literal and folded scalars the text differs from what is written in its
blanks alone. So its k-th visible character is the k-th visible character written, and no folding
has to be done over again. Double-quoted scalars are walked escape by escape.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from debatec.source.text import Span

_BREAKS = "\n\r\x85\u2028\u2029"
_BLANKS = " \t" + _BREAKS
_BREAK = re.compile("\r\n|[" + _BREAKS + "]")
_RUN = re.compile("[" + _BLANKS + "]+")

# An anchor or a tag stands before the value, with blanks and comments between.
_PROPERTIES = re.compile(r"(?:[&!][^\s]*(?:\s+|(?<=\s)#[^\n]*)*)*")

# Digits after the letter of an escape that takes any.
_ESCAPE_DIGITS = {"x": 2, "u": 4, "U": 8}


@lru_cache(maxsize=64)
def origins(home: Span, text: str, style: str) -> Sequence[int]:
    """Offsets in the file of each character of a scalar's text, and one more for its end.

    ``home`` is where the scalar is written, from its anchor or tag on; ``style`` is YAML's. The
    offsets never decrease; those of visible characters are exact (of an escape: its backslash).
    """
    content = home.source.content
    if content[home.start : home.end] == text:
        return range(home.start, home.end + 1)
    match = _PROPERTIES.match(content, home.start, home.end)
    start = match.end() if match else home.start
    if style == '"':
        places = _escaped(content, start + 1, home.end, len(text))
    elif style == "'":
        places = _visible(content, start + 1, home.end, text, quoted=True)
    else:
        if style in ("|", ">"):
            header = _BREAK.search(content, start, home.end)
            start = header.end() if header else home.end
        places = _visible(content, start, home.end, text, quoted=False)
    return tuple(places)


def _visible(content: str, start: int, end: int, text: str, *, quoted: bool) -> list[int]:
    """Pair the visible characters of a text with those written from ``start`` to ``end``."""
    places: list[int] = []
    at = start
    for char in text:
        if char in _BLANKS:
            places.append(-1)
            continue
        while at < end and content[at] in _BLANKS:
            at += 1
        places.append(min(at, end))
        at += 2 if quoted and char == "'" else 1
    places.append(min(at, end))
    _fill_blanks(places, start)
    return places


def _fill_blanks(places: list[int], start: int) -> None:
    """Give each blank the offset after the character before it, never past the next visible one."""
    ahead = places[-1]
    limits = [ahead] * len(places)
    for index in range(len(places) - 1, -1, -1):
        if places[index] >= 0:
            ahead = places[index]
        limits[index] = ahead
    before = start - 1
    for index, place in enumerate(places):
        if place < 0:
            places[index] = min(before + 1, limits[index])
        before = places[index]


def _escaped(content: str, start: int, end: int, length: int) -> list[int]:
    """Walk a double-quoted scalar from after its quote; ``length`` is that of its text."""
    places: list[int] = []
    at = start
    while at < end and len(places) < length:
        if content[at] == "\\":
            at = _escape(content, at, end, places)
        elif run := _RUN.match(content, at, end):
            at = _folded(run, places)
        else:
            places.append(at)
            at += 1
    del places[length:]
    places += [min(at, end)] * (length + 1 - len(places))
    return places


def _escape(content: str, at: int, end: int, places: list[int]) -> int:
    """Record an escape that stands at ``at``; the offset after it."""
    line_break = _BREAK.match(content, at + 1, end)
    if line_break is None:
        places.append(at)
        return at + 2 + _ESCAPE_DIGITS.get(content[at + 1 : at + 2], 0)
    run = _RUN.match(content, line_break.end(), end)
    if run is None:
        return line_break.end()
    # The escaped break vanishes; each empty line after it is a line break of the text.
    places += [found.start() for found in _BREAK.finditer(run.group())]
    for index in range(len(places) - len(_BREAK.findall(run.group())), len(places)):
        places[index] += run.start()
    return run.end()


def _folded(run: re.Match[str], places: list[int]) -> int:
    """Record the blanks that a run of written blanks stands for; the offset after it."""
    breaks = [run.start() + found.start() for found in _BREAK.finditer(run.group())]
    if not breaks:
        places += range(run.start(), run.end())
    elif len(breaks) == 1 or run.string[breaks[0]] in "\u2028\u2029":
        places += breaks
    else:
        places += breaks[1:]
    return run.end()

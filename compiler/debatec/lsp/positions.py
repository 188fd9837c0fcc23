"""Places as editors count them: lines from 0, columns in UTF-16.

A line ends with LF, CRLF or CR, as the Language Server Protocol has it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from debatec.source.text import Source

_BASIC = 0x10000
"""Code points from here on take two units of UTF-16."""
_BREAK = re.compile("\r\n|\n|\r")


class Position(NamedTuple):
    """A line and a column, both from 0, in units of UTF-16."""

    line: int
    character: int


def position_at(source: Source, offset: int) -> Position:
    """The position of an offset."""
    starts = _starts(source)
    line = bisect_right(starts, offset) - 1
    before = source.content[starts[line] : offset]
    return Position(line, sum(map(_units, before)))


def offset_at(source: Source, position: Position) -> int:
    """The offset of a position; one that is outside of its line or the text is drawn inside."""
    starts = _starts(source)
    if position.line >= len(starts):
        return len(source.content)
    at = starts[max(position.line, 0)]
    end = starts[position.line + 1] if position.line + 1 < len(starts) else len(source.content)
    units = 0
    while at < end and source.content[at] not in "\r\n":
        units += _units(source.content[at])
        if units > position.character:
            break
        at += 1
    return at


def _units(char: str) -> int:
    return 2 if ord(char) >= _BASIC else 1


@lru_cache(maxsize=8)
def _starts(source: Source) -> Sequence[int]:
    return (0, *(found.end() for found in _BREAK.finditer(source.content)))

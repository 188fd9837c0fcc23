"""Places as editors count them: lines from 0, columns in UTF-16."""

from __future__ import annotations

from typing import NamedTuple

from debatec.source.text import Source, Span

_BASIC = 0x10000
"""Code points from here on take two units of UTF-16."""


class Position(NamedTuple):
    """A line and a column, both from 0, in units of UTF-16."""

    line: int
    character: int


class Range(NamedTuple):
    start: Position
    end: Position


def position_at(source: Source, offset: int) -> Position:
    """The position of an offset."""
    line, column = source.position(offset)
    before = source.content[offset - column + 1 : offset]
    return Position(line - 1, len(before) + sum(ord(char) >= _BASIC for char in before))


def range_of(span: Span) -> Range:
    return Range(position_at(span.source, span.start), position_at(span.source, span.end))


def offset_at(source: Source, position: Position) -> int:
    """The offset of a position; one that is outside of its line or the text is drawn inside."""
    content = source.content
    last = source.position(len(content))[0] - 1
    if position.line > last:
        return len(content)
    line = source.line(position.line + 1)
    at = _line_start(source, position.line)
    units = 0
    for char in line:
        units += 2 if ord(char) >= _BASIC else 1
        if units > position.character:
            break
        at += 1
    return at


def _line_start(source: Source, line: int) -> int:
    at = 0
    for _ in range(line):
        at = source.content.index("\n", at) + 1
    return at

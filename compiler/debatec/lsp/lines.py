"""Where in a file's structure a cursor stands, by the indentation of the lines above it.

A text that is being written is seldom valid, so nothing but its lines is asked.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from debatec.source.text import Source

_KEY = re.compile(r"(?P<dash>(?:- +)*)(?P<key>[\w-]+|'[^']*'|\"[^\"]*\")\s*:(?:\s+(?P<value>.*))?$")
_DASH = re.compile(r"(?:- *)+")
_BLOCK = re.compile(r"[|>][-+0-9]*(\s+#.*)?$")
_MOST_LINES = 20_000


class Cursor(NamedTuple):
    """The keys around a cursor, ``[]`` for an item of a list, and the text of its line before it.

    ``key`` is that of the line itself, where the cursor stands behind its colon; ``beside`` are
    the other keys of the mapping that the cursor is in.
    """

    path: tuple[str, ...]
    before: str
    key: str | None
    beside: frozenset[str]
    in_block: bool


class _Line(NamedTuple):
    indent: int
    text: str


def cursor_at(source: Source, offset: int) -> Cursor:
    """What stands around an offset."""
    number, column = source.position(offset)
    before = source.line(number)[: column - 1]
    lines = [source.line(n) for n in range(max(1, number - _MOST_LINES), number)]
    depth = _depth(before) if before.strip() else len(before)
    path, in_block = _path(lines, before, depth)
    found = _KEY.match(before.strip())
    key = found["key"].strip("'\"") if found else None
    if in_block:
        key = None
    return Cursor(path, before, key, _beside(source, number, depth), in_block)


def _depth(line: str) -> int:
    """How far the key of a line is indented, past the dashes of its item."""
    bare = line.lstrip(" ")
    dash = _DASH.match(bare)
    return len(line) - len(bare) + (dash.end() if dash else 0)


def _path(lines: list[str], before: str, depth: int) -> tuple[tuple[str, ...], bool]:
    """The keys that a line of some depth is inside of, and whether it is inside of a text."""
    path: list[str] = []
    at, indent = depth, len(before) - len(before.lstrip(" "))
    if _DASH.match(before.lstrip(" ")):
        path.append("[]")
        at = indent + 1
    in_block = False
    for line in reversed(lines):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        own, dashed = len(line) - len(line.lstrip(" ")), _depth(line)
        found = _KEY.match(bare)
        if dashed < at and found:
            in_block = in_block or (not path and bool(_BLOCK.match((found["value"] or "").strip())))
            path.append(found["key"].strip("'\""))
            at = dashed
        if own < at and found and found["dash"]:
            path.append("[]")
            at = own + 1
        if at == 0:
            break
    return tuple(reversed(path)), in_block


def _beside(source: Source, number: int, depth: int) -> frozenset[str]:
    """The keys at the same depth above and below, as far as the mapping goes."""
    found: set[str] = set()
    last = source.position(len(source.content))[0]
    for steps in (range(number - 1, 0, -1), range(number + 1, last + 1)):
        for n in steps:
            line = source.line(n)
            if not line.strip() or line.strip().startswith("#"):
                continue
            own, dashed = len(line) - len(line.lstrip(" ")), _depth(line)
            if dashed < depth or (own < depth and n > number):
                break
            match = _KEY.match(line.strip())
            if dashed == depth and match:
                found.add(match["key"])
            if own < depth:  # the first key of the item that the cursor is in
                break
    return frozenset(found)

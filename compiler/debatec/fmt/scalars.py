"""Scalars of several lines, moved as a whole; what they say stays as it is."""

from __future__ import annotations

import re

_HEADER = re.compile(r"([|>])([-+0-9]*)([^\n]*)")


def indent_of(raw: str, column: int) -> int:
    """The indentation of a block scalar: as its header says, or that of its first text.

    ``column`` is that of the collection that holds it, as far as the parser sees one.
    """
    first, *lines = raw.split("\n")
    header = _HEADER.match(first)
    digits = header[2].strip("+-") if header else ""
    if digits:
        return column + int(digits)
    text = next((line for line in lines if line.strip(" ")), "")
    return len(text) - len(text.lstrip(" "))


def without_empty(raw: str, indent: int) -> str:
    """A block scalar without the lines at its end that say nothing.

    The parser takes all empty lines after one for a part of it. Those say nothing that are empty
    once the indentation is gone, unless the header asks to keep them.
    """
    header = _HEADER.match(raw)
    if header and "+" in header[2]:
        return raw.removesuffix("\n")
    lines = raw.split("\n")
    while len(lines) > 1 and _is_empty(lines[-1], indent):
        lines.pop()
    return "\n".join(lines)


def header_of(raw: str) -> tuple[str, str]:
    """The first line of a block scalar: its indicators, and the blanks and comment after them."""
    header = _HEADER.match(raw)
    return (header[1] + header[2], header[3]) if header else ("", "")


def literal(raw: str, indent: int, shift: int) -> str:
    """The lines of a block scalar after its first, so many columns further right."""
    lines = raw.split("\n")[1:]
    if shift:
        lines = ["" if _is_empty(line, indent) else _pushed(line, shift) for line in lines]
    return "".join(f"\n{line}" for line in lines)


def folded(raw: str, shift: int) -> str:
    """A plain or quoted scalar whose further lines, where blanks say nothing, are moved as far."""
    first, *lines = raw.split("\n")
    moved = (line if not line.strip(" \t") else _pushed(line, shift) for line in lines)
    return "\n".join([first, *moved])


def _is_empty(line: str, indent: int) -> bool:
    return len(line) <= indent and not line.strip(" ")


def _pushed(line: str, shift: int) -> str:
    """A line so many columns further right; to the left no further than its blanks allow."""
    text = line.lstrip(" ")
    return " " * max(0, len(line) - len(text) + shift) + text

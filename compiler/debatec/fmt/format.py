"""A file in the one layout that all files have; it says what it said before."""

from __future__ import annotations

import yaml

from debatec.fmt.gaps import gap, trailing
from debatec.fmt.layout import Placed, placed
from debatec.fmt.pieces import Unusual
from debatec.fmt.reading import reading
from debatec.fmt.scalars import folded, header_of, literal
from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.reader import read
from debatec.source.text import Source

UNLIKE = "it would not be read as before"
"""The reason that should never be one."""


@frozen
class Formatted:
    """The text of a file in its layout; the text as it was, and why, where it is left alone."""

    text: str
    faults: tuple[Diagnostic, ...] = ()
    reason: str = ""

    @property
    def is_left_alone(self) -> bool:
        return bool(self.faults or self.reason)


def formatted(source: Source) -> Formatted:
    """Lay a file out; one that cannot be read, or would say something else then, is left alone."""
    content = source.content
    faults = [fault for fault in read(source)[1] if fault.severity is Severity.ERROR]
    if faults:
        return Formatted(content, tuple(faults))
    text = content.replace("\r\n", "\n")
    if "\r" in text:
        return Formatted(content, reason="a line ends in a carriage return alone")
    try:
        laid = _laid_out(text)
    except Unusual as unusual:
        return Formatted(content, reason=f"it has {unusual}")
    if laid != text and not _says_the_same(text, laid):
        return Formatted(content, reason=UNLIKE)
    is_crlf = content.partition("\n")[0].endswith("\r")
    return Formatted(laid.replace("\n", "\r\n") if is_crlf else laid)


def _laid_out(text: str) -> str:
    parts: list[str] = []
    before: Placed | None = None
    for found in placed(text):
        at = before.piece.end if before else 0
        piece = found.piece
        parts.append(gap(text[at : piece.start], before, found))
        parts.append(_written(text[piece.start : piece.end], found))
        before = found
    rest = text[before.piece.end if before else 0 :]
    if not rest and before and before.piece.is_block_scalar:
        # With a line end, the scalar's text would have one too.
        return "".join(parts)
    return "".join([*parts, gap(rest, before, None)])


def _written(raw: str, found: Placed) -> str:
    """A piece as it is to be written; what it says stays."""
    if found.piece.is_block_scalar:
        indicators, rest = header_of(raw)
        return indicators + trailing(rest) + literal(raw, found.indent, found.shift)
    return folded(raw, found.shift) if "\n" in raw else raw


def _says_the_same(before: str, after: str) -> bool:
    try:
        return reading(before) == reading(after)
    except (yaml.YAMLError, Unusual):
        return False

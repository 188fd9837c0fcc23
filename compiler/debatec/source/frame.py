"""Diagnostics as people read them: one line, or a frame around the place."""

from __future__ import annotations

import unicodedata

from debatec.source.diagnostic import Diagnostic
from debatec.source.text import Span

_WIDTH = 160
_TAB = 4
_MARGIN = 40


def concise(diagnostic: Diagnostic) -> str:
    """A diagnostic on one line: ``path:line:column: error[DB310] message``."""
    line, column = diagnostic.span.position
    path = diagnostic.span.source.path
    text = f"{diagnostic.severity}[{diagnostic.rule}] {diagnostic.message}"
    return printable(f"{path}:{line}:{column}: {text}")


def render(diagnostic: Diagnostic) -> str:
    """A diagnostic with the lines it speaks of underlined; several lines, no line break at the end.

    Nothing of a file but printable characters is in it.
    """
    spans = [diagnostic.span, *(related.span for related in diagnostic.related)]
    gutter = max(len(str(span.position[0])) for span in spans)
    shown = not diagnostic.secret
    lines = [concise(diagnostic), *(_frame(diagnostic.span, gutter) if shown else [])]
    for related in diagnostic.related:
        lines.append(f"{' ' * gutter} = {printable(f'{related.span}: {related.message}')}")
        lines += _frame(related.span, gutter) if shown else []
    if diagnostic.hint:
        lines.append(f"{' ' * gutter} = hint: {printable(diagnostic.hint)}")
    return "\n".join(lines)


def printable(text: str) -> str:
    """A text on one line in which every control or formatting character is a visible symbol."""
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(char: str) -> str:
    if char < " ":
        return chr(0x2400 + ord(char))
    if char == "\x7f":
        return "\u2421"
    # Cf holds the marks that turn the direction of text: they could rewrite what is seen.
    hidden = unicodedata.category(char) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
    return "\N{REPLACEMENT CHARACTER}" if hidden else char


def _frame(span: Span, gutter: int) -> list[str]:
    number, column = span.position
    line = span.source.line(number)
    first = min(column - 1, len(line))
    last = min(max(first + span.end - span.start, first + 1), max(len(line), first + 1))
    shown, before, marked = _cut(line, first, last)
    blank = " " * gutter
    return [
        f"{blank} |",
        f"{number:>{gutter}} | {shown}".rstrip(),
        f"{blank} | {' ' * before}{'^' * marked}",
    ]


def _cut(line: str, first: int, last: int) -> tuple[str, int, int]:
    """The part of a line to show, and the columns before and under its marked characters."""
    start = 0 if last <= _WIDTH else max(0, first - _MARGIN)
    end = min(len(line), start + _WIDTH)
    cells = _cells(line[start:end])
    head = "…" if start else ""
    tail = "…" if end < len(line) else ""
    before = "".join(cells[: first - start])
    marked = "".join(cells[first - start : last - start])
    shown = head + "".join(cells) + tail
    return shown, len(head) + width(before), max(width(marked), 1)


def _cells(line: str) -> list[str]:
    """Each character as it is shown, tabs as spaces up to the next stop."""
    cells, at = [], 0
    for char in line:
        cell = " " * (_TAB - at % _TAB) if char == "\t" else _visible(char)
        at += width(cell)
        cells.append(cell)
    return cells


def width(text: str) -> int:
    """The columns of a terminal that a text takes (Unicode Standard Annex 11)."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1

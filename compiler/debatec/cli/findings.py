"""Diagnostics as people read them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from debatec.source.diagnostic import Diagnostic
    from debatec.source.text import Span

STYLES = ("text", "concise")

_COLOURS = {"error": "red", "warning": "yellow"}
_WIDTH = 100
_BEFORE = 40


def report(diagnostics: Iterable[Diagnostic], style: str = "text", *, err: bool = False) -> None:
    """Print findings; with colour on a terminal, unless NO_COLOR is set."""
    write = _text if style == "text" else _concise
    for diagnostic in diagnostics:
        for line in write(diagnostic):
            say(line, err=err)


def say(line: str, *, err: bool = False) -> None:
    """Print a line that may be styled."""
    click.echo(line, err=err, color=False if os.environ.get("NO_COLOR") else None)


def summary(diagnostics: Iterable[Diagnostic], files: int) -> str:
    """A line such as `3 errors, 1 warning in 2 files`."""
    severities = [diagnostic.severity.value for diagnostic in diagnostics]
    counts = [(severities.count(name), name) for name in ("error", "warning")]
    parts = [f"{number} {name}{'s' * (number != 1)}" for number, name in counts if number]
    where = f"{files} file{'s' * (files != 1)}"
    return f"{', '.join(parts) or 'nothing found'} in {where}"


def _concise(diagnostic: Diagnostic) -> Iterator[str]:
    severity = diagnostic.severity.value
    message = visible(diagnostic.message)
    yield visible(f"{diagnostic.span}: {severity} {diagnostic.rule}: ") + message


def _text(diagnostic: Diagnostic) -> Iterator[str]:
    severity = diagnostic.severity.value
    mark = click.style(f"{severity} {diagnostic.rule}", fg=_COLOURS[severity], bold=True)
    where = click.style(visible(str(diagnostic.span)), bold=True)
    yield f"{where}: {mark}: {visible(diagnostic.message)}"
    yield from _excerpt(diagnostic.span, _COLOURS[severity])
    for related in diagnostic.related:
        yield f"  {visible(str(related.span))}: {visible(related.message)}"
    if diagnostic.hint:
        yield f"  {click.style('hint', fg='cyan')}: {visible(diagnostic.hint)}"


def _excerpt(span: Span, colour: str) -> Iterator[str]:
    """The line of a span, or the part of it around the span, with the span underlined."""
    number, column = span.position
    line = visible(span.source.line(number))
    if not line.strip():
        return
    first = max(0, column - 1 - _BEFORE) if len(line) > _WIDTH else 0
    part = line[first : first + _WIDTH]
    start = column - 1 - first
    end = max(start + 1, min(start + span.end - span.start, len(part)))
    marks = "^" * max(1, _columns(part[start:end]))
    margin = " " * len(str(number))
    yield f"  {number} | {part}"
    yield f"  {margin} | {' ' * _columns(part[:start])}{click.style(marks, fg=colour)}"


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def visible(text: str) -> str:
    """A text without what would steer a terminal: each such character is replaced by one."""
    from unicodedata import category

    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if c == "\t" else "\ufffd" if category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") else c
        for c in text
    )

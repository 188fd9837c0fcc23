"""Diagnostics on the terminal or in a pipe."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from debatec.source.diagnostic import Diagnostic

STYLES = ("text", "concise")

_COLOURS = {"error": "red", "warning": "yellow"}


def report(diagnostics: Iterable[Diagnostic], style: str) -> None:
    """Print findings; with colour on a terminal, unless NO_COLOR is set."""
    from debatec.source.frame import concise, render

    write = render if style == "text" else concise
    # https://no-color.org: any value but the empty one counts.
    colour = False if os.environ.get("NO_COLOR") else None
    for diagnostic in diagnostics:
        severity = diagnostic.severity.value
        mark = f"{severity}[{diagnostic.rule}]"
        styled = click.style(mark, fg=_COLOURS[severity], bold=True)
        click.echo(write(diagnostic).replace(mark, styled, 1), color=colour)
        if style == "text":
            click.echo()


def summary(diagnostics: Sequence[Diagnostic], files: int) -> str:
    """A line such as `3 errors, 1 warning in 2 files`."""
    from debatec.report.text import plural

    severities = [diagnostic.severity.value for diagnostic in diagnostics]
    counts = [(severities.count(severity), severity) for severity in _COLOURS]
    found = ", ".join(plural(number, severity) for number, severity in counts if number)
    return f"{found or 'no findings'} in {plural(files, 'file')}"

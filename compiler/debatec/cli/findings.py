"""Diagnostics on the terminal or in a pipe."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from debatec.cli.output import schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from debatec.source.diagnostic import Diagnostic
    from debatec.source.text import Span

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


def document(diagnostics: Sequence[Diagnostic], files: Sequence[str]) -> dict[str, Any]:
    """Findings as JSON values, with the files that were looked at."""
    severities = [diagnostic.severity.value for diagnostic in diagnostics]
    return {
        "schema": schema("findings"),
        "files": list(files),
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "findings": [_finding(diagnostic) for diagnostic in diagnostics],
    }


def _finding(diagnostic: Diagnostic) -> dict[str, Any]:
    # A fix repeats what is written, which may be a key.
    fix = None if diagnostic.secret else diagnostic.fix
    return {
        "rule": diagnostic.rule,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "hint": diagnostic.hint,
        "related": [{"message": r.message, **_place(r.span)} for r in diagnostic.related],
        "fix": fix and {"message": fix.message, "text": fix.text, **_place(fix.span)},
    }


def _place(span: Span) -> dict[str, Any]:
    """File, first character and end, the latter just after the last character."""
    line, column = span.position
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }

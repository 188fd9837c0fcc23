"""Reports of findings: which formats are asked for, and where each of them goes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import click

from debatec.cli import output
from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from debatec.report.findings.found import Findings
    from debatec.source.diagnostic import Diagnostic

FORMATS = ("text", "concise", "json", "sarif", "github", "gitlab", "junit")
"""Those of report/findings/registry.py, which is slower to import."""

_BY_LINES = ("text", "concise", "github")
"""Formats that can follow one another on standard output."""

_COLOURS = {"error": "red", "warning": "yellow"}


class Wanted(NamedTuple):
    """A format that is asked for, and the file to write it to; None is standard output."""

    format: str
    file: str | None = None


option = click.option(
    "--format",
    metavar="NAME[=FILE]",
    multiple=True,
    help=f"A report of the findings, and the file for it; one of {', '.join(FORMATS)}. "
    "Can be given more than once.  [default: text]",
)


def asked(formats: Iterable[str], *, as_json: bool) -> list[Wanted]:
    """The reports that settings ask for; ``as_json`` takes the place of what would be printed.

    Raises:
        Failure: a format is none, or two of them would be mixed up in one place.
    """
    wanted = [*dict.fromkeys(map(_wanted, formats))]
    if as_json:
        wanted = [*(one for one in wanted if one.file is not None), Wanted("json")]
    files = [file for _, file in wanted if file is not None]
    if len(set(files)) < len(files):
        raise Failure("two reports cannot go to one file")
    printed = [format for format, file in wanted if file is None]
    whole = [format for format in printed if format not in _BY_LINES]
    if whole and len(printed) > 1:
        raise Failure(
            f"a '{whole[0]}' report is a document of its own: write '--format {whole[0]}=FILE'"
        )
    return wanted


def _wanted(text: str) -> Wanted:
    """A format with its file, as settings have it."""
    name, equals, file = text.partition("=")
    if name not in FORMATS:
        raise Failure(f"there is no format '{name}': it is one of {', '.join(FORMATS)}")
    if equals and not file:
        raise Failure(f"the file is missing after '{name}='")
    return Wanted(name, file or None)


def report(findings: Findings, wanted: Iterable[Wanted], *, err: bool = False) -> None:
    """Print each report or write it to its file, in UTF-8; ``err`` prints on standard error.

    Raises:
        Failure: a file cannot be written.
    """
    for format, file in wanted:
        if file is None and format in ("text", "concise"):
            _print(findings, format, err=err)
        else:
            _write(findings, format, file, err=err)


def _print(findings: Findings, format: str, *, err: bool) -> None:
    """Print for people; with colour on a terminal, unless NO_COLOR is set."""
    from debatec.report.findings import text

    write = text.framed if format == "text" else text.lines
    # https://no-color.org: any value but the empty one counts.
    colour = False if os.environ.get("NO_COLOR") else None
    click.echo(write(findings, _painted), nl=False, err=err, color=colour)


def _write(findings: Findings, format: str, file: str | None, *, err: bool) -> None:
    from pathlib import Path

    from debatec.report.findings.registry import FORMATS as WRITERS

    data = WRITERS[format](findings).encode(errors="backslashreplace")
    if file is None:
        click.echo(data, nl=False, err=err)
    else:
        output.put(data, Path(file))


def _painted(text: str, found: Diagnostic) -> str:
    mark = f"{found.severity}[{found.rule}]"
    return text.replace(mark, click.style(mark, fg=_COLOURS[found.severity], bold=True), 1)


def summary(diagnostics: Sequence[Diagnostic], files: int, *, mended: int = 0) -> str:
    """A line such as `3 errors, 1 warning in 2 files`, and what was or can be fixed."""
    from debatec.report.text import plural

    severities = [diagnostic.severity.value for diagnostic in diagnostics]
    counts = [(severities.count(severity), severity) for severity in _COLOURS]
    found = ", ".join(plural(number, severity) for number, severity in counts if number)
    before = f"{mended} fixed; " if mended else ""
    fixable = sum(bool(found.fix and found.fix.safe) for found in diagnostics)
    after = f"; {fixable} can be fixed with --fix" if fixable and not mended else ""
    return f"{before}{found or 'no findings'} in {plural(files, 'file')}{after}"

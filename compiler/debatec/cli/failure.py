"""How a command ends when what it was given is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from debatec.source.diagnostic import Diagnostic

DONE = 0
FINDINGS = 1
WRONG = 2
FAILED = 3


class Failure(click.ClickException):
    """One clear line for people, and the exit code."""

    def __init__(self, message: str, code: int = WRONG) -> None:
        super().__init__(message)
        self.exit_code = code

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"debatec: {self.format_message()}", file=file, err=file is None)


def faulty(message: str, diagnostics: Iterable[Diagnostic]) -> Failure:
    """A failure for a file with faults: each of them, then the line."""
    from debatec.source.frame import render

    frames = [render(diagnostic) for diagnostic in diagnostics]
    return Failure("\n\n".join([*frames, message]))

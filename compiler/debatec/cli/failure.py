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
    """What was given is wrong: one clear line for people, under the findings that say more."""

    exit_code = WRONG

    def __init__(self, message: str, findings: str = "") -> None:
        super().__init__(message)
        self.findings = findings

    def show(self, file: IO[Any] | None = None) -> None:
        before = f"{self.findings}\n\n" if self.findings else ""
        click.echo(f"{before}debatec: {self.format_message()}", file=file, err=file is None)


class RunFailure(Failure):
    """The run itself failed."""

    exit_code = FAILED


def faulty(message: str, diagnostics: Iterable[Diagnostic]) -> Failure:
    """A failure for a file with faults: each of them, then the line."""
    from debatec.source.frame import render

    frames = [render(diagnostic) for diagnostic in diagnostics]
    return Failure(message, "\n\n".join(frames))

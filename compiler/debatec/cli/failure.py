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
    """What was given is wrong: one clear line for people."""

    exit_code = WRONG

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"debatec: {self.format_message()}", file=file, err=file is None)


class RunFailure(Failure):
    """The run itself failed."""

    exit_code = FAILED


def faulty(message: str, diagnostics: Iterable[Diagnostic]) -> Failure:
    """A failure for a file with faults: each of them, then the line."""
    from debatec.source.frame import render

    frames = [render(diagnostic) for diagnostic in diagnostics]
    return Failure("\n\n".join([*frames, message]))

"""Runs as commands name them: by their folder, or by none for the newest one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli.failure import Failure, faulty

if TYPE_CHECKING:
    from debatec.graph.plan import Plan
    from debatec.runtime.past import Past

HOME = "runs"

argument = click.argument(
    "run", required=False, type=click.Path(file_okay=False, path_type=Path), metavar="[RUN]"
)


def opened(folder: Path | None) -> Past:
    """What has happened in a run; in the newest one of `runs/` unless a folder is named.

    Raises:
        Failure: there is none, or it cannot be read.
    """
    from debatec.runtime.past import RunError, read_run

    try:
        past = read_run(folder or newest(Path(HOME)))
    except RunError as error:
        raise Failure(str(error)) from error
    check(past.folder, past.plan)
    return past


def newest(home: Path) -> Path:
    """The folder in which something was written down last.

    Raises:
        Failure: there is no run.
    """
    from debatec.runtime.journal import NAME

    journals = [(path.stat().st_mtime_ns, path.parent) for path in home.glob(f"*/{NAME}")]
    if not journals:
        raise Failure(f"there is no run in '{home}': name the folder of one")
    return max(journals)[1]


def check(folder: Path, plan: Plan) -> None:
    """A run folder may come from anywhere: its spec is checked like any other.

    Raises:
        Failure: the spec in the run's plan has errors.
    """
    from debatec.check.pipeline import compile_source
    from debatec.runtime.past import PLAN
    from debatec.source.diagnostic import has_errors
    from debatec.source.text import Source

    source = Source(f"{folder / PLAN}#spec", plan.text)
    diagnostics = compile_source(source).diagnostics
    if has_errors(diagnostics):
        raise faulty(f"the plan of '{folder}' has errors", diagnostics)

"""`debatec resume`: a run taken up where it was left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli import agents

if TYPE_CHECKING:
    from debatec.runtime.run import Run


@click.command()
@click.argument("run", type=click.Path(file_okay=False, path_type=Path))
@agents.with_options
def resume(
    run: Path,
    names: str | None,
    casts: tuple[str, ...],
    registry: Path | None,
    quiet: bool,
) -> None:
    """Take up a run where it was left.

    RUN is its folder. No turn that was answered is asked again; of a finished run
    only the result and the report are written anew.
    """
    import asyncio

    from debatec.cli.failure import Failure
    from debatec.cli.following import carry_out
    from debatec.runtime.run import Run, RunError

    try:
        taken = Run.take_up(run)
    except RunError as error:
        raise Failure(str(error)) from error
    with taken:
        _check(taken)
        if taken.state.finished:  # only its report may be missing
            raise SystemExit(asyncio.run(carry_out(lambda: taken, {}, quiet)))
        cast = agents.recast(taken.plan, agents.wish_of(names, casts), registry)
        raise SystemExit(asyncio.run(carry_out(lambda: taken, cast, quiet)))


def _check(run: Run) -> None:
    """A run folder may come from anywhere: its spec is checked like any other.

    Raises:
        Failure: the spec in the run's plan has errors.
    """
    from debatec.check.pipeline import compile_source
    from debatec.cli.failure import faulty
    from debatec.runtime.run import PLAN
    from debatec.source.diagnostic import has_errors
    from debatec.source.text import Source

    source = Source(f"{run.folder / PLAN}#spec", run.plan.text)
    diagnostics = compile_source(source).diagnostics
    if has_errors(diagnostics):
        raise faulty(f"the plan of '{run.folder}' has errors", diagnostics)

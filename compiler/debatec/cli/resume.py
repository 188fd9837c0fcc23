"""`debatec resume`: a run taken up where it was left."""

from __future__ import annotations

from pathlib import Path

import click

from debatec.cli import agents


@click.command()
@click.argument("run", type=click.Path(file_okay=False, path_type=Path))
@agents.with_options
def resume(run: Path, names: str | None, registry: Path | None, quiet: bool) -> None:
    """Take up the run in the folder RUN: no turn that was answered is asked again."""
    import asyncio

    from debatec.cli.failure import Failure
    from debatec.cli.following import REPORT, carry_out
    from debatec.runtime.run import Run, RunError

    try:
        taken = Run.take_up(run)
    except RunError as error:
        raise Failure(str(error)) from error
    with taken:
        if taken.state.finished:
            raise Failure(f"{run} has its result already: {run / REPORT}")
        seats = taken.plan.graph.seats
        known = names or ",".join(taken.plan.cast[seat] for seat in seats)
        cast = agents.seated(seats, agents.transports(known, registry))
        raise SystemExit(asyncio.run(carry_out(lambda: taken, cast, quiet)))

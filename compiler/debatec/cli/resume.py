"""`debatec resume`: a run taken up where it was left."""

from __future__ import annotations

from pathlib import Path

import click

from debatec.cli import casting, output, runs, scripts


@click.command()
@click.argument("run", type=click.Path(file_okay=False, path_type=Path))
@casting.with_options
@output.option
def resume(
    run: Path,
    names: str | None,
    casts: tuple[str, ...],
    registry: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Take up a run where it was left.

    RUN is its folder. No turn that was answered is asked again; of a finished run
    only the result and the report are written anew.
    """
    import asyncio

    from debatec.cli.failure import Failure
    from debatec.cli.following import carry_out
    from debatec.runtime.past import RunError
    from debatec.runtime.run import Run

    try:
        taken = Run.take_up(run)
    except RunError as error:
        raise Failure(str(error)) from error
    with taken:
        for warning in taken.warnings:
            click.echo(f"debatec: {warning}", err=True)
        runs.check(taken.folder, taken.plan)
        if taken.reuse:
            runs.check(taken.reuse.folder, taken.reuse.plan)
        if taken.state.finished:  # only its report may be missing
            raise SystemExit(asyncio.run(carry_out(lambda: taken, {}, quiet, as_json)))
        cast = casting.recast(taken.plan, casting.wish_of(names, casts), registry)
        scripts.check(taken.plan, cast)
        raise SystemExit(asyncio.run(carry_out(lambda: taken, cast, quiet, as_json)))

"""`debatec run`: a debate from its spec to its result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli import casting, inputs, output, runs

if TYPE_CHECKING:
    from debatec.graph.plan import Plan
    from debatec.runtime.run import Run


@click.command()
@click.argument("spec")
@inputs.option
@casting.with_options
@click.option(
    "--run-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the run, instead of a new one in runs/.",
)
@output.option
def run(
    spec: str,
    settings: tuple[str, ...],
    names: str | None,
    registry: Path | None,
    quiet: bool,
    run_dir: Path | None,
    as_json: bool,
) -> None:
    """Run a debate to its result.

    SPEC is a file, or the name of a shipped format.
    """
    import asyncio
    from dataclasses import replace
    from functools import partial

    from debatec.cli.following import carry_out
    from debatec.cli.specs import checked, planned

    compiled = checked(spec)
    uncast = planned(compiled, settings, required=True)
    cast = casting.seated(uncast.graph.seats, casting.transports(names, registry))
    plan = replace(uncast, cast={seat: agent.name for seat, agent in cast.items()})
    begin = partial(_begin, plan, run_dir)
    raise SystemExit(asyncio.run(carry_out(begin, cast, quiet, as_json)))


def _begin(plan: Plan, run_dir: Path | None) -> Run:
    from debatec.cli.failure import Failure
    from debatec.runtime.run import Run, RunError

    try:
        return Run.begin(run_dir or _new_folder(plan.spec.name), plan)
    except RunError as error:
        raise Failure(str(error)) from error


def _new_folder(name: str) -> Path:
    """The first free folder `runs/NAME-DATE-N`."""
    from datetime import date
    from itertools import count

    start = Path(runs.HOME) / f"{name}-{date.today().isoformat()}"
    return next(f for n in count(1) if not (f := start.with_name(f"{start.name}-{n}")).exists())

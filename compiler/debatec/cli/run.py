"""`debatec run`: a debate from its spec to its result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli import casting, completion, inputs, output, runs

if TYPE_CHECKING:
    from debatec.graph.plan import Plan
    from debatec.runtime.run import Run


@click.command()
@click.argument("spec", shell_complete=completion.specs)
@inputs.options
@casting.with_options
@casting.seed
@click.option(
    "--run-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the run, instead of a new one in runs/.",
)
@output.option
def run(
    spec: str,
    settings: inputs.Settings,
    names: str | None,
    casts: tuple[str, ...],
    seed: int,
    registry: Path | None,
    quiet: bool,
    run_dir: Path | None,
    as_json: bool,
) -> None:
    """Run a debate to its result.

    SPEC is a file, or the name of a shipped format.
    """
    import asyncio
    from functools import partial

    from debatec.cli.following import carry_out
    from debatec.cli.specs import checked, planned, settled

    wish = casting.wish_of(names, casts)
    draft = settled(checked(spec), settings, required=True)
    seats, cast = casting.cast(draft.seats, wish, registry)
    known = {seat: agent.name for seat, agent in cast.items()}
    plan = planned(draft, known, seats.counts, seed)
    begin = partial(_begin, plan, run_dir)
    raise SystemExit(asyncio.run(carry_out(begin, cast, quiet, as_json)))


def _begin(plan: Plan, run_dir: Path | None) -> Run:
    from debatec.cli.failure import Failure
    from debatec.runtime.past import RunError
    from debatec.runtime.run import Run

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

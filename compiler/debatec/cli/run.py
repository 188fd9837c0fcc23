"""`debatec run`: a debate from its spec to its result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli import casting, completion, inputs, output, runs

if TYPE_CHECKING:
    from debatec.graph.plan import Plan
    from debatec.runtime.past import Past
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
@click.option(
    "--reuse",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="RUN",
    help="Take the replies of a run over where exactly the same is asked.",
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
    reuse: Path | None,
    as_json: bool,
) -> None:
    """Run a debate to its result.

    SPEC is a file, or the name of a shipped format. With --reuse only those turns are asked whose
    prompt, agent or session is not as it was in RUN; the others have the replies of RUN.
    """
    import asyncio
    from functools import partial

    from debatec.cli import reusing, specs
    from debatec.cli.following import carry_out

    plan, cast = specs.seated(spec, settings, casting.wish_of(names, casts), registry, seed)
    past = reusing.opened(reuse, plan) if reuse else None
    if past and not quiet:
        reusing.announce(plan, past, cast)
    begin = partial(_begin, plan, run_dir, past)
    raise SystemExit(asyncio.run(carry_out(begin, cast, quiet, as_json)))


def _begin(plan: Plan, run_dir: Path | None, past: Past | None) -> Run:
    from debatec.cli.failure import Failure
    from debatec.runtime.past import RunError
    from debatec.runtime.run import Run

    try:
        return Run.begin(run_dir or _new_folder(plan.spec.name), plan, reuse=past)
    except RunError as error:
        raise Failure(str(error)) from error


def _new_folder(name: str) -> Path:
    """The first free folder `runs/NAME-DATE-N`."""
    from datetime import date
    from itertools import count

    start = Path(runs.HOME) / f"{name}-{date.today().isoformat()}"
    return next(f for n in count(1) if not (f := start.with_name(f"{start.name}-{n}")).exists())

"""`debatec render`: what a seat is sent, to the letter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli import casting, completion, inputs, output, scripts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from debatec.cli.rendering import Cast, Subject
    from debatec.graph.casting import Wish
    from debatec.graph.plan import Plan
    from debatec.transports.interface import Transport


@click.command()
@click.argument("spec", metavar="SPEC|RUN", shell_complete=completion.specs)
@inputs.options
@click.option("--turn", metavar="ID", help="One turn, such as debate.r2.audit.panelist-1.")
@click.option("--all", "is_all", is_flag=True, help="Every turn.")
@click.option(
    "--replies", metavar="FILE", help="Recorded replies to hear; short for --agents replay:FILE."
)
@casting.with_cast
@casting.seed
@casting.registry_option
@output.option
def render(
    spec: str,
    settings: inputs.Settings,
    turn: str | None,
    is_all: bool,
    replies: str | None,
    names: str | None,
    casts: tuple[str, ...],
    seed: int,
    registry: Path | None,
    as_json: bool,
) -> None:
    """Print what seats are sent, to the letter; nobody is asked.

    SPEC is a file or the name of a shipped format. Without --turn it is the first round. What a
    turn hears are placeholders unless replies are recorded. With the folder of a RUN it is what
    was sent, and for later turns what would be.
    """
    from debatec.cli import rendering

    if (turn and is_all) or (replies and names):
        both = ("--turn", "--all") if turn and is_all else ("--replies", "--agents")
        raise click.UsageError(f"{both[0]} and {both[1]} exclude each other")
    names = f"replay:{replies}" if replies else names
    wish = casting.wish_of(names, casts)
    subject, cast = _subject(spec, settings, wish, registry, seed)
    turns = subject.turns(turn, is_all)
    requests = rendering.requests_of(subject, turns, cast)
    document = rendering.document(subject, turns, requests)
    if as_json:
        output.show(document)
        return
    click.echo("\n".join(rendering.lines(document)))
    if document["placeholders"]:
        click.echo("Replies in brackets are placeholders, and no stop rule holds.", err=True)


def _subject(
    spec: str, settings: inputs.Settings, wish: Wish, registry: Path | None, seed: int
) -> tuple[Subject, Cast]:
    """The debate of a spec with its inputs, or that of a run; and who would be asked."""
    from debatec.cli import runs, specs
    from debatec.cli.rendering import Subject

    if not Path(spec).is_dir():
        plan, cast = specs.seated(spec, settings, wish, registry, seed)
        return Subject(plan), lambda: cast
    if settings.are_given or seed:
        raise click.UsageError("a run has its inputs and its seed: leave -i and --seed out")
    past = runs.opened(Path(spec))
    return Subject(past.plan, past), lambda: _recast(past.plan, wish, registry)


def _recast(plan: Plan, wish: Wish, registry: Path | None) -> Mapping[str, Transport]:
    cast = casting.recast(plan, wish, registry)
    scripts.check(plan, cast)
    return cast

"""`debatec render`: what a seat is sent, to the letter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli import casting, inputs, output

if TYPE_CHECKING:
    from collections.abc import Mapping

    from debatec.cli.rendering import Subject
    from debatec.transports.interface import Transport


@click.command()
@click.argument("spec", metavar="SPEC|RUN")
@inputs.option
@click.option("--turn", metavar="ID", help="One turn, such as debate.r2.audit.panelist-1.")
@click.option("--all", "is_all", is_flag=True, help="Every turn.")
@click.option(
    "--replies", metavar="FILE", help="Recorded replies to hear; short for --agents replay:FILE."
)
@casting.names_option
@casting.registry_option
@output.option
def render(
    spec: str,
    settings: tuple[str, ...],
    turn: str | None,
    is_all: bool,
    replies: str | None,
    names: str | None,
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
    subject = _subject(spec, settings)
    turns = subject.turns(turn, is_all)
    requests = rendering.requests_of(subject, turns, lambda: _cast(subject, names, registry))
    document = rendering.document(subject, turns, requests)
    if as_json:
        output.show(document)
        return
    click.echo("\n".join(rendering.lines(document)))
    if document["placeholders"]:
        click.echo("Replies in brackets are placeholders, and no stop rule holds.", err=True)


def _subject(spec: str, settings: tuple[str, ...]) -> Subject:
    """The debate of a spec with its inputs, or that of a run."""
    from debatec.cli import runs, specs
    from debatec.cli.rendering import Subject

    if not Path(spec).is_dir():
        return Subject(specs.planned(specs.checked(spec), settings, required=True))
    if settings:
        raise click.UsageError("a run has its inputs: leave -i out")
    past = runs.opened(Path(spec))
    return Subject(past.plan, past)


def _cast(subject: Subject, names: str | None, registry: Path | None) -> Mapping[str, Transport]:
    """An agent for every seat: those of the run, unless others are named."""
    seats, cast = subject.plan.graph.seats, subject.plan.cast
    known = names or (",".join(cast[seat] for seat in seats) if cast else None)
    return casting.seated(seats, casting.transports(known, registry))

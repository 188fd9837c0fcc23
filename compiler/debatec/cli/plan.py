"""`debatec plan`: the bounds of a debate, and why it ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debatec.cli import casting, completion, inputs, output, specs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from debatec.graph.analysis import Analysis
    from debatec.graph.plan import Plan
    from debatec.transports.interface import Transport

_MAX_SHOWN = 6


@click.command("plan")
@click.argument("spec", shell_complete=completion.specs)
@inputs.options
@casting.with_cast
@casting.seed
@click.option(
    "--against",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="RUN",
    help="Show what 'run --reuse RUN' would take over and what it would ask, and why.",
)
@casting.registry_option
@output.option
def plan(
    spec: str,
    settings: inputs.Settings,
    names: str | None,
    casts: tuple[str, ...],
    seed: int,
    against: Path | None,
    registry: Path | None,
    as_json: bool,
) -> None:
    """Print what a debate takes at most, and why it ends.

    Calls, tokens and time are the most that all of its turns can take; a limit that ends the
    debate sooner is named below them. With --against it is which turns would be taken over from
    RUN; put the same inputs and agents as for run. Nobody is asked.

    SPEC is a file or the name of a shipped format.
    """
    from debatec.graph.analysis import analyse
    from debatec.graph.endings import endings
    from debatec.report.text import columns

    if against:
        wish = casting.wish_of(names, casts)
        _compare(against, *specs.seated(spec, settings, wish, registry, seed), as_json)
        return
    if registry:
        raise click.UsageError("--registry goes with --against: nobody is looked up without it")
    planned = specs.sketched(spec, settings, names, casts, seed)
    analysis = analyse(planned)
    if as_json:
        output.show(_document(planned, analysis))
        return
    lines = [*columns(_head(planned) + _bounds(planned, analysis)), ""]
    lines += [*columns([(step.id, _some(step.seats)) for step in analysis.steps]), ""]
    lines += [f"- {line}" for line in endings(planned)]
    click.echo("\n".join(lines))


def _compare(against: Path, planned: Plan, cast: Mapping[str, Transport], as_json: bool) -> None:
    """Show what a run would take over from another one."""
    from debatec.cli import reusing
    from debatec.report.outlook import document, lines
    from debatec.runtime.outlook import outlook

    past = reusing.opened(against, planned)
    prospects = outlook(planned, past, cast)
    if as_json:
        output.show(document(planned, past, prospects))
    else:
        click.echo("\n".join(lines(past, prospects)))


def _document(planned: Plan, analysis: Analysis) -> dict[str, Any]:
    from dataclasses import asdict

    from debatec.graph.endings import endings

    return {
        "schema": output.schema("analysis"),
        "debate": planned.spec.name,
        "version": planned.spec.version,
        "inputs": planned.inputs,
        **asdict(analysis),
        "endings": endings(planned),
    }


def _head(planned: Plan) -> list[tuple[str, str]]:
    from debatec.source import exactjson
    from debatec.source.frame import printable

    known = {name: exactjson.dumps(value) for name, value in planned.inputs.items()}
    shown = [f"{name}={value}" for name, value in known.items()]
    spec = planned.spec
    rows = [("debate", " ".join(filter(None, [spec.name, spec.version])))]
    return [*rows, ("inputs", printable(", ".join(shown)))] if shown else rows


def _bounds(planned: Plan, analysis: Analysis) -> list[tuple[str, str]]:
    from debatec.graph.endings import counted, cuts, duration

    rows = [
        ("turns", f"{analysis.turns:,} at most"),
        ("calls", f"{analysis.calls:,} at most, every retry and repeated question included"),
        ("longest chain", f"{counted(len(analysis.path), 'turn')}: {_ends(analysis.path)}"),
        ("tokens sent", f"about {analysis.tokens_in:,} at most"),
        ("tokens received", f"about {analysis.tokens_out:,} at most"),
        ("time", f"{duration(analysis.seconds)} at most"),
    ]
    if analysis.widest:
        widest = f"{analysis.widest.id}, {counted(analysis.widest.width, 'seat')} at once"
        rows.insert(3, ("widest step", widest))
    if analysis.cut_by:
        rows.append(("ends sooner", f"after {cuts(planned, analysis.cut_by)}"))
    return rows


def _ends(path: tuple[str, ...]) -> str:
    """The first and the last of a chain."""
    return " → ".join(path if len(path) <= 2 else (path[0], "…", path[-1]))


def _some(seats: tuple[str, ...]) -> str:
    """The seats of a step, of many the first and the last."""
    if not seats:
        return "nobody"
    few = seats if len(seats) <= _MAX_SHOWN else (*seats[:2], "…", *seats[-2:])
    return " ".join(few)

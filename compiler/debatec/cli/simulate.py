"""`debatec simulate`: many runs with seats that act by chance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from debatec.cli import casting, completion, inputs, output
from debatec.cli.failure import Failure, faulty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debatec.check.pipeline import Compiled
    from debatec.graph.casting import Wish
    from debatec.graph.plan import Plan
    from debatec.simulation.behavior import Behaviors
    from debatec.simulation.statistics import Spread, Summary

MOST_RUNS = 100_000


@click.command("simulate")
@click.argument("spec", shell_complete=completion.specs)
@inputs.options
@casting.with_cast
@casting.seed
@click.option(
    "--runs", type=click.IntRange(1, MOST_RUNS), default=1000, show_default=True, help="How many."
)
@click.option(
    "--behavior",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A file that says how seats act.",
)
@click.option(
    "--start", type=click.FloatRange(0, 1), help="How far seats agree at first, from 0 to 1."
)
@click.option("--drift", type=float, help="How much more they agree each round.")
@click.option("--fail", type=click.FloatRange(0, 1), help="Share of requests that fail.")
@click.option("--delay", metavar="TIME", help="Median time of a reply, such as 20s.")
@click.option(
    "--vary",
    metavar="INPUT=A,B,…",
    multiple=True,
    help="Simulate once for each value of an input, and compare.",
)
@click.option("--svg", type=click.Path(path_type=Path), help="Draw it, into this file.")
@output.option
def simulate(
    spec: str,
    settings: inputs.Settings,
    names: str | None,
    casts: tuple[str, ...],
    seed: int,
    runs: int,
    behavior: Path | None,
    vary: tuple[str, ...],
    svg: Path | None,
    as_json: bool,
    **changes: float | str | None,
) -> None:
    """Run a debate a thousand times with seats that act by chance, and say how it ends.

    No model is asked. Seats agree more from round to round, fail, and take their time, as
    --behavior or the options say: so a threshold can be tuned before money is spent. It tells how
    a format behaves under these assumptions, not what agents will do.

    SPEC is a file or the name of a shipped format. Texts that are required and not given are made
    up.
    """
    from debatec.cli import specs

    if len(vary) > 1:
        raise click.UsageError("--vary takes one input: leave the others out")
    if vary and svg:
        raise click.UsageError("--svg draws one simulation: leave --vary out")
    found = specs.checked(spec)
    wish, actors = casting.wish_of(names, casts), _behaviors(found, behavior, changes)
    plans = [
        (label, _plan(found, varied, wish, seed)) for label, varied in _variants(settings, *vary)
    ]
    done = [(label, plan, _summary(plan, actors, runs, seed)) for label, plan in plans]
    if svg:
        _draw(*done[0][1:], svg)
    if as_json:
        output.show(_document(runs, seed, done))
        return
    click.echo("\n\n".join("\n".join(_lines(*one)) for one in done))


def _summary(plan: Plan, behaviors: Behaviors, runs: int, seed: int) -> Summary:
    from debatec.simulation.simulate import simulate as simulated
    from debatec.simulation.statistics import summary_of

    return summary_of([*simulated(plan, behaviors, runs, seed)])


def _draw(plan: Plan, summary: Summary, file: Path) -> None:
    from debatec.simulation.chart import chart

    output.put(chart(f"{summary.runs:,} runs of {plan.spec.name}", summary), file)


def _behaviors(found: Compiled, file: Path | None, changes: dict[str, Any]) -> Behaviors:
    """What the options say, laid over by what the file says.

    Raises:
        Failure: the file or an option cannot be used.
    """
    from debatec.simulation.behavior import Behavior, Behaviors, load_behaviors

    given = {name: value for name, value in changes.items() if value is not None}
    course = {name: given.pop(name) for name in ("start", "drift") if name in given}
    try:
        base = Behavior().changed({**given, "agreement": course})
    except ValueError as error:
        raise Failure(f"'{given['delay']}' is no time: write 20s") from error
    if file is None:
        return Behaviors(base)
    assert found.spec is not None, "a checked file holds a spec"
    numbers = [
        f"{block.name}.{name}"
        for block in found.spec.blocks.values()
        for name, schema in block.fields.items()
        if isinstance(schema, dict) and schema.get("type") in ("number", "integer")
    ]
    behaviors, faults = load_behaviors(file, found.spec.roles, numbers, base)
    if behaviors is None:
        raise faulty(f"'{file}' cannot be used", faults)
    return behaviors


def _variants(
    settings: inputs.Settings, vary: str | None = None
) -> Iterator[tuple[str, inputs.Settings]]:
    """Each setting of the input that varies, with what people call it."""
    if vary is None:
        yield "", settings
        return
    name, sign, values = vary.partition("=")
    if not sign or not values:
        raise click.UsageError("--vary takes INPUT=A,B,…")
    for value in values.split(","):
        setting = f"{name}={value}"
        yield setting, settings._replace(values=(*settings.values, setting))


def _plan(found: Compiled, settings: inputs.Settings, wish: Wish, seed: int) -> Plan:
    """The plan of a spec with its inputs; what it needs of texts is made up."""
    from debatec.cli import specs
    from debatec.runtime.placeholders import FILLER, smallest

    draft = specs.settled(found, settings)
    assert found.spec is not None, "a checked file holds a spec"
    left = {n: i for n, i in found.spec.inputs.items() if i.required and n not in draft.inputs}
    made = {name: smallest(input.schema) or FILLER for name, input in left.items()}
    filled = draft._replace(inputs={**draft.inputs, **made})
    return specs.planned(filled, counts=casting.counted(draft.seats, wish), seed=seed)


def _lines(label: str, plan: Plan, summary: Summary) -> Iterator[str]:
    from debatec.graph.analysis import analyse
    from debatec.report.text import columns, duration
    from debatec.source.frame import printable

    with_label = f" with {label}" if label else ""
    yield printable(f"{summary.runs:,} runs of {plan.spec.name}{with_label}")
    yield ""
    rows = [("ends by", "outcome", "runs", "share")]
    rows += [
        (reason, outcome, f"{count:,}", f"{count / summary.runs:.1%}")
        for (reason, outcome), count in summary.ends.items()
    ]
    yield from columns(rows)
    yield ""
    bounds = analyse(plan)
    worst = {
        "rounds": "",
        "calls": f"{bounds.calls:,}",
        "tokens": f"{bounds.tokens_in + bounds.tokens_out:,}",
        "seconds": duration(bounds.seconds),
    }
    table: list[tuple[str, ...]] = [("", "mean", "5 %", "half", "95 %", "most", "bound")]
    table += [_row(name, spread, worst[name]) for name, spread in summary.spreads.items()]
    yield from columns(table)
    if summary.degraded:
        yield f"\nseats were dropped in {summary.degraded / summary.runs:.1%} of the runs"


def _row(name: str, spread: Spread, bound: str) -> tuple[str, ...]:
    from debatec.report.text import duration

    rest = (*spread.points, spread.most)
    if name == "seconds":
        return ("time", *map(duration, (spread.mean, *rest)), bound)
    mean = f"{spread.mean:,.1f}" if name == "rounds" else f"{spread.mean:,.0f}"
    return (name, mean, *(f"{number:,.0f}" for number in rest), bound)


def _document(runs: int, seed: int, done: list[tuple[str, Plan, Summary]]) -> dict[str, Any]:
    from dataclasses import asdict

    simulations = [
        {
            "inputs": plan.inputs,
            "ends": [
                {"reason": reason, "outcome": outcome, "runs": count}
                for (reason, outcome), count in summary.ends.items()
            ],
            "degraded": summary.degraded,
            "spreads": {name: asdict(spread) for name, spread in summary.spreads.items()},
        }
        for _, plan, summary in done
    ]
    return {
        "schema": output.schema("simulation"),
        "debate": done[0][1].spec.name,
        "runs": runs,
        "seed": seed,
        "simulations": simulations,
    }

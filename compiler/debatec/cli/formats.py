"""`debatec formats`: the formats that ship, and the page of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from debatec.cli import inputs, output, specs
from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from debatec.graph.plan import Plan


@click.command("formats")
@click.argument("words", metavar="[WORD]...", nargs=-1)
@click.option(
    "--show", is_flag=True, help="Print their pages: when to use each, and what it takes."
)
@output.option
def formats(words: tuple[str, ...], show: bool, as_json: bool) -> None:
    """List the formats that ship.

    With a WORD, those whose name it is. Else those that have it in their name, summary, roles or
    prompts; of several words, all of them.
    """
    plans = found(words)
    if as_json:
        rows = [_row(plan) for plan in plans.values()]
        output.show({"schema": output.schema("formats"), "formats": rows})
        return
    if not plans:
        raise Failure(f"no shipped format has '{' '.join(words)}'; 'debatec formats' lists them")
    click.echo("\n".join(map(page_of, plans)) if show else _listed(plans), nl=not show)


def found(words: Sequence[str]) -> Mapping[str, Plan]:
    """The formats that words name, or else find; all of them without any."""
    known = specs.formats()
    named = [word for word in words if word in known]
    if words and len(named) == len(words):
        return {name: plan_of(name) for name in named}
    plans = {name: plan_of(name) for name in known}
    return {name: plan for name, plan in plans.items() if _has(plan, words)}


def plan_of(name: str) -> Plan:
    """A format at the largest: its inputs at their defaults, and the most seats of each role."""
    return specs.planned(specs.settled(specs.shipped(name), inputs.Settings()))


def page_of(name: str) -> str:
    """The page of a format, in Markdown."""
    from debatec.graph.analysis import analyse
    from debatec.report.formats import page

    plan = plan_of(name)
    return page(plan, analyse(plan), specs.about(name))


def _has(plan: Plan, words: Sequence[str]) -> bool:
    """Whether a format has all the words, in whatever case."""
    spec = plan.spec
    lenses = [role.lens.text for role in spec.roles.values() if role.lens]
    prompts = [prompt.text for prompt in spec.prompts.values()]
    text = "\n".join([spec.name, spec.summary or "", *spec.roles, *lenses, *prompts]).casefold()
    return all(word.casefold() in text for word in words)


def _row(plan: Plan) -> dict[str, Any]:
    """A format as JSON values."""
    from debatec.graph.analysis import analyse

    spec, analysis = plan.spec, analyse(plan)
    seats = {name: plan.bounds.roles[name].seats for name in spec.roles}
    return {
        "name": spec.name,
        "version": spec.version,
        "summary": spec.summary,
        "roles": [{"name": n, "least": s.least, "most": s.most} for n, s in seats.items()],
        "inputs": [{"name": n, "required": input.required} for n, input in spec.inputs.items()],
        "presets": list(spec.presets),
        "turns": analysis.turns,
        "calls": analysis.calls,
    }


def _listed(plans: Mapping[str, Plan]) -> str:
    """A paragraph for each format."""
    return "\n\n".join(_paragraph(_row(plan)) for plan in plans.values())


def _paragraph(row: Mapping[str, Any]) -> str:
    roles = ", ".join(_role(role) for role in row["roles"])
    return (
        f"{row['name']} {row['version']}, {row['calls']:,} calls at most\n"
        f"  {row['summary']}\n"
        f"  {roles}"
    )


def _role(role: Mapping[str, Any]) -> str:
    least, most = role["least"], role["most"]
    count = f"{least}..{most}" if least != most else str(most)
    return role["name"] if count == "1" else f"{role['name']} × {count}"

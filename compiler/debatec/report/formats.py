"""The page of a format that ships: what it is for, what it takes, and who hears whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from debatec.graph.analysis import Analysis
from debatec.graph.bounds import SeatBounds
from debatec.graph.endings import counted, duration, endings
from debatec.graph.mermaid import mermaid
from debatec.graph.plan import Plan
from debatec.source import exactjson
from debatec.source.text import one_line


def page(plan: Plan, analysis: Analysis, about: str) -> str:
    """The page in Markdown; ``about`` are the words on when to use the format."""
    return "\n\n".join(_parts(plan, analysis, about)) + "\n"


def _parts(plan: Plan, analysis: Analysis, about: str) -> Iterator[str]:
    spec = plan.spec
    yield f"# {spec.name}"
    yield " ".join(filter(None, [spec.summary, spec.version and f"Version {spec.version}."]))
    yield about.strip()
    yield f"## Roles\n\n{_list(_roles(plan))}"
    yield f"## Inputs\n\n{_list(_inputs(plan))}"
    if spec.presets:
        yield f"## Presets\n\n{_list(_presets(plan))}"
    yield f"## How it ends\n\n{_list(endings(plan))}"
    yield f"## What it takes\n\n{_bounds(analysis)}"
    yield f"## Who hears whom\n\n```mermaid\n{mermaid(plan)}```"


def _roles(plan: Plan) -> Iterator[str]:
    for name, role in plan.spec.roles.items():
        lens = f": {one_line(role.lens.text)}" if role.lens else ""
        yield f"`{name}`, {_seats(plan.bounds.roles[name].seats)}{lens}"


def _seats(seats: SeatBounds) -> str:
    least, most = seats.least, seats.most
    return counted(most, "seat") if least == most else f"{least} to {most} seats"


def _inputs(plan: Plan) -> Iterator[str]:
    for name, input in plan.spec.inputs.items():
        value = "required" if input.required else f"{exactjson.dumps(input.default)} by default"
        words = input.schema.get("description")
        yield f"`{name}`, {value}" + (f": {words}" if words else "")


def _presets(plan: Plan) -> Iterator[str]:
    for name, preset in plan.spec.presets.items():
        values = (f"{key} {exactjson.dumps(value)}" for key, value in preset.values.items())
        yield f"`{name}`: {', '.join(values)}"


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _bounds(analysis: Analysis) -> str:
    """What a debate takes at most, as the defaults of its inputs and its most seats bound it."""
    return (
        f"At most {analysis.turns:,} turns and {analysis.calls:,} calls, every retry included; "
        f"{analysis.tokens_in:,} tokens sent, {analysis.tokens_out:,} received; "
        f"{duration(analysis.seconds)}. `debatec plan` says it for other inputs and casts."
    )

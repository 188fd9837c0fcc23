"""`debatec compile`: the canonical spec, or the compiled graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import click

from debatec.cli import completion, inputs, output, specs

if TYPE_CHECKING:
    from debatec.source.nodes import Mapping


@click.command("compile")
@click.argument("spec", shell_complete=completion.specs)
@click.option("--plan", "as_plan", is_flag=True, help="Print the compiled graph as JSON.")
@click.option("--explain", is_flag=True, help="Print where each value comes from.")
@inputs.options
@output.option
def compile_(
    spec: str, as_plan: bool, explain: bool, settings: inputs.Settings, as_json: bool
) -> None:
    """Print a debate with every shorthand written out, and what it extends filled in.

    SPEC is a file or the name of a shipped format. With --plan it is the graph of a run: every
    turn, what it waits for and whose replies it hears.
    """
    if as_plan and explain:
        raise click.UsageError("--plan and --explain are two things: give one of them")
    if as_plan:
        output.put(output.plan(specs.sketched(spec, settings)), None)
        return
    if settings.are_given:
        raise click.UsageError("inputs change the plan only: add --plan")
    from debatec.source.nodes import plain
    from debatec.spec.emit import emit

    root = specs.checked(spec).root
    assert root is not None, "a checked file holds a spec"
    if explain:
        _explain(root, as_json=as_json)
        return
    if as_json:
        output.show(cast("dict[str, Any]", plain(root)))
        return
    click.echo(emit(root), nl=False)


def _explain(root: Mapping, *, as_json: bool) -> None:
    from debatec.report.text import columns
    from debatec.source.frame import printable
    from debatec.spec.provenance import record, values

    found = [*values(root)]
    if as_json:
        output.show({"schema": output.schema("provenance"), "values": [*map(record, found)]})
        return
    for line in columns([(value.path, value.said, value.where) for value in found]):
        click.echo(printable(line))

"""`debatec compile`: the canonical spec, or the compiled graph."""

from __future__ import annotations

from typing import Any, cast

import click

from debatec.cli import completion, inputs, output, specs


@click.command("compile")
@click.argument("spec", shell_complete=completion.specs)
@click.option("--plan", "as_plan", is_flag=True, help="Print the compiled graph as JSON.")
@inputs.options
@output.option
def compile_(spec: str, as_plan: bool, settings: inputs.Settings, as_json: bool) -> None:
    """Print a debate with every shorthand written out.

    SPEC is a file or the name of a shipped format. With --plan it is the graph of a run: every
    turn, what it waits for and whose replies it hears.
    """
    if as_plan:
        output.put(output.plan(specs.sketched(spec, settings)), None)
        return
    if settings.are_given:
        raise click.UsageError("inputs change the plan only: add --plan")
    from debatec.source.nodes import plain
    from debatec.spec.emit import emit

    root = specs.checked(spec).root
    assert root is not None, "a checked file holds a spec"
    if as_json:
        output.show(cast("dict[str, Any]", plain(root)))
        return
    click.echo(emit(root), nl=False)

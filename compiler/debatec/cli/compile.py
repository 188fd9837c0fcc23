"""`debatec compile`: the canonical spec, or the compiled graph."""

from __future__ import annotations

import click

from debatec.cli import inputs, specs


@click.command("compile")
@click.argument("spec")
@click.option("--plan", "as_plan", is_flag=True, help="Print the compiled graph as JSON.")
@inputs.option
def compile_(spec: str, as_plan: bool, settings: tuple[str, ...]) -> None:
    """Print a debate with every shorthand written out.

    SPEC is a file or the name of a shipped format. With --plan it is the graph of a run: every
    turn, what it waits for and whose replies it hears.
    """
    if as_plan:
        from debatec.graph.plan import write_plan

        click.echo(write_plan(specs.sketched(spec, settings)), nl=False)
        return
    if settings:
        raise click.UsageError("inputs change the plan only: add --plan")
    from debatec.spec.emit import emit

    root = specs.checked(spec).root
    assert root is not None, "a checked file holds a spec"
    click.echo(emit(root), nl=False)

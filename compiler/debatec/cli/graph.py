"""`debatec graph`: the graph drawn."""

from __future__ import annotations

import click

from debatec.cli import inputs, output, specs


@click.command("graph")
@click.argument("spec")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "mermaid"]),
    default="text",
    show_default=True,
    help="A drawing for the terminal, or a Mermaid flowchart.",
)
@inputs.option
@output.option
def graph(spec: str, style: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Draw who speaks when, who hears whom and where it ends.

    SPEC is a file or the name of a shipped format.
    """
    plan = specs.planned(specs.checked(spec), settings)
    if as_json:
        output.show_plan(plan)
        return
    if style == "mermaid":
        from debatec.graph.mermaid import mermaid as draw
    else:
        from debatec.graph.text import draw
    click.echo(draw(plan), nl=False)

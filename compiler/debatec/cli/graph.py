"""`debatec graph`: the graph drawn."""

from __future__ import annotations

import click

from debatec.cli import agents, inputs, specs


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
@agents.with_cast
@agents.seed
def graph(
    spec: str,
    style: str,
    settings: tuple[str, ...],
    names: str | None,
    casts: tuple[str, ...],
    seed: int,
) -> None:
    """Draw who speaks when, who hears whom and where it ends.

    SPEC is a file or the name of a shipped format.
    """
    plan = specs.sketched(spec, settings, names, casts, seed)
    if style == "mermaid":
        from debatec.graph.mermaid import mermaid as draw
    else:
        from debatec.graph.text import draw
    click.echo(draw(plan), nl=False)

"""`debatec graph`: the graph drawn."""

from __future__ import annotations

from pathlib import Path

import click

from debatec.cli import casting, completion, inputs, output, specs

STYLES = ("text", "mermaid", "dot", "svg")


@click.command("graph")
@click.argument("spec", shell_complete=completion.specs)
@click.option(
    "--format",
    "style",
    type=click.Choice(STYLES),
    default="text",
    show_default=True,
    help="A drawing for the terminal, a Mermaid flowchart, a graph for Graphviz or an image.",
)
@click.option("--full", is_flag=True, help="Draw every round, not one for all after the first.")
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to a file instead of standard output.",
)
@inputs.options
@casting.with_cast
@casting.seed
@output.option
def graph(
    spec: str,
    style: str,
    full: bool,
    target: Path | None,
    settings: inputs.Settings,
    names: str | None,
    casts: tuple[str, ...],
    seed: int,
    as_json: bool,
) -> None:
    """Draw who speaks when, who hears whom and where it ends.

    SPEC is a file or the name of a shipped format.
    """
    from debatec.graph.drawing import DRAWINGS

    plan = specs.sketched(spec, settings, names, casts, seed)
    output.put(output.plan(plan) if as_json else DRAWINGS[style](plan, full=full), target)

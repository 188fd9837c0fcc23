"""`debatec graph`: the graph drawn."""

from __future__ import annotations

from pathlib import Path

import click

from debatec.cli import inputs, specs
from debatec.cli.failure import Failure

STYLES = ("text", "mermaid", "dot", "svg")


@click.command("graph")
@click.argument("spec")
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
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to a file instead of standard output.",
)
@inputs.option
def graph(
    spec: str, style: str, full: bool, output: Path | None, settings: tuple[str, ...]
) -> None:
    """Draw who speaks when, who hears whom and where it ends.

    SPEC is a file or the name of a shipped format.
    """
    from debatec.graph.drawing import DRAWINGS

    plan = specs.planned(specs.checked(spec), settings)
    drawn = DRAWINGS[style](plan, full=full)
    if output is None:
        click.echo(drawn, nl=False)
        return
    try:
        output.write_text(drawn, encoding="utf-8", newline="")
    except OSError as error:
        raise Failure(f"'{output}' cannot be written: {error.strerror}") from error

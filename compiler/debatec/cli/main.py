"""The `debatec` command: a group of commands, one file each.

A command's file imports click and nothing else at its top; what the command does is imported
in its body, so that help and completion stay fast. `COMMANDS` is the whole registry.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Any

import click

from debatec import __version__
from debatec.cli.agents import agents
from debatec.cli.compile import compile_
from debatec.cli.fmt import fmt
from debatec.cli.graph import graph
from debatec.cli.lint import lint
from debatec.cli.new import new
from debatec.cli.plan import plan
from debatec.cli.render import render
from debatec.cli.report import report
from debatec.cli.resume import resume
from debatec.cli.run import run
from debatec.cli.schema import schema
from debatec.cli.status import status

ABORTED = 130
COMMANDS: tuple[click.Command, ...] = (
    *(new, lint, fmt, compile_, graph, plan, render),
    *(run, resume, status, report),
    *(agents, schema),
)


class Program(click.Group):
    """A group that ends with the shell's status for an interrupt, wherever it struck.

    What a terminal's encoding cannot show is printed as a question mark.
    """

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            click.echo("Aborted.", err=True)
            ctx.exit(ABORTED)


@click.group(
    cls=Program,
    commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="debatec")
def main() -> None:
    """Check, compile and run debates between agents, each written in one YAML file."""

"""The `debatec` command: a group of commands, one file each.

A command's file is imported when the command is called, and what the command does in its body, so
that help and completion stay fast. `COMMANDS` is the whole registry.
"""

from __future__ import annotations

import atexit
import gc
import sys
from io import TextIOWrapper
from typing import Any

import click

from debatec import __version__
from debatec.cli.later import Later

ABORTED = 130
COMMANDS = (
    Later("formats", "List the formats that ship."),
    Later("new", "Write a new debate to a file."),
    Later("lint", "Report every fault of debates before anything runs."),
    Later("explain", "Explain rules: why each matters, with a bad and a good example."),
    Later("fmt", "Lay out files anew; what they say stays."),
    Later("migrate", "Bring files to the newest version of the language."),
    Later("compile", "Print a debate with every shorthand written out."),
    Later("graph", "Draw who speaks when, who hears whom and where it ends."),
    Later("plan", "Print what a debate takes at most, and why it ends."),
    Later("render", "Print what seats are sent, to the letter; nobody is asked."),
    Later("lock", "Fetch what debates extend from git, and pin it."),
    Later("diff", "Say what changed in debates, and the version that this asks for."),
    Later("test", "Carry out tests of debates with scripted replies."),
    Later("simulate", "Run a debate a thousand times with seats that act by chance."),
    Later("run", "Run a debate to its result."),
    Later("resume", "Take up a run where it was left."),
    Later("status", "Say where a run stands, or how it ended."),
    Later("report", "Print the report of a run that is over."),
    Later("agents", "Look at the agents of your registry."),
    Later("lsp", "Serve an editor while a debate is written."),
    Later("schema", "Print a JSON Schema, or list all of them."),
)


class Program(click.Group):
    """A group that ends with the shell's status for an interrupt, wherever it struck.

    What a terminal's encoding cannot show is printed as a question mark.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, Later) else command, rest

    def invoke(self, ctx: click.Context) -> Any:
        # All memory is about to be free: to search it for cycles takes longer than most checks.
        atexit.register(gc.freeze)
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

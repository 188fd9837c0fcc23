"""Commands that are imported when they are called, so that the list of them is fast."""

from __future__ import annotations

from importlib import import_module

import click


class Later(click.Command):
    """A command of the module that has its name, and one line about it for the list."""

    def __init__(self, name: str, help: str) -> None:
        super().__init__(name, help=help)

    def load(self) -> click.Command:
        """The command itself; it has the name of its module, or with `_` where that is taken."""
        module = import_module(f"debatec.cli.{self.name}")
        found = getattr(module, f"{self.name}_", None) or getattr(module, str(self.name))
        assert isinstance(found, click.Command)
        return found


def commands_of(group: click.Group) -> dict[str, click.Command]:
    """The commands of a group by their names, all of them imported."""
    return {
        name: command.load() if isinstance(command, Later) else command
        for name, command in group.commands.items()
    }

"""From `--agents` and the operator's registry to a transport for every seat."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli.failure import Failure, faulty

if TYPE_CHECKING:
    from debatec.transports.interface import Transport
    from debatec.transports.registry import Registry


def transports(names: str | None, registry: Path | None) -> list[Transport]:
    """The agents that `--agents` names, or the registry's default, or `local`.

    Raises:
        Failure: one of them is not known, or a file of theirs cannot be used.
    """
    from debatec.transports.registry import FaultyReplay, UnknownAgent, agents_for

    try:
        return agents_for(names, registry_in(registry)[0], os.environ)
    except UnknownAgent as error:
        raise Failure(f"{error}\nKnown agents: {', '.join(error.known)}.") from error
    except FaultyReplay as error:
        raise faulty(str(error), error.diagnostics) from error
    except OSError as error:
        raise Failure(f"{error.filename}: {error.strerror}") from error


def registry_in(path: Path | None) -> tuple[Registry, Path | None]:
    """The operator's registry, and its file; None where it is the built-in one.

    Raises:
        Failure: the file cannot be used.
        OSError: it cannot be read.
    """
    from debatec.transports.registry import Registry, load_registry, registry_path

    file = path or registry_path(os.environ, Path.home())
    if path is None and not file.exists():
        return Registry(), None
    registry, diagnostics = load_registry(file)
    if registry is None:
        raise faulty(f"the registry '{file}' cannot be used", diagnostics)
    return registry, file


def seated(seats: Iterable[str], agents: list[Transport]) -> dict[str, Transport]:
    """An agent for every seat, in speaking order, from the start again when they run out."""
    return {seat: agents[number % len(agents)] for number, seat in enumerate(seats)}


registry_option = click.option(
    "--registry",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of your agents, instead of agents.yaml in your configuration folder.",
)
names_option = click.option(
    "--agents",
    "names",
    metavar="NAME,…",
    help="Agents for the seats, in speaking order; replay:FILE for recorded replies.",
)
_QUIET = click.option("-q", "--quiet", is_flag=True, help="Show nothing until the report.")


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of every command that asks agents."""
    return names_option(registry_option(_QUIET(command)))

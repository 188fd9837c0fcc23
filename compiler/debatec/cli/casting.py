"""From `--agents`, `--cast` and the operator's registry to an agent for every seat."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli.failure import Failure, faulty

if TYPE_CHECKING:
    from debatec.graph.bounds import SeatBounds
    from debatec.graph.casting import Casting, Wish
    from debatec.graph.plan import Plan
    from debatec.transports.interface import Transport
    from debatec.transports.registry import Registry


def wish_of(names: str | None, casts: Iterable[str]) -> Wish:
    """What the command line wishes for.

    Raises:
        Failure: a `--cast` is not `ROLE=AGENT,…`.
    """
    from debatec.graph.casting import Wish

    casts = list(casts)
    odd = [cast for cast in casts if "=" not in cast]
    if odd:
        raise Failure("\n".join(f"'{cast}' casts nobody: write ROLE=AGENT,…" for cast in odd))
    pairs = [cast.split("=", 1) for cast in casts]
    return Wish(_listed(names), [(name, _listed(agents)) for name, agents in pairs])


def _listed(names: str | None) -> list[str]:
    return [] if names is None else [name.strip() for name in names.split(",")]


def cast(
    bounds: Mapping[str, SeatBounds], wish: Wish, registry: Path | None
) -> tuple[Casting, Mapping[str, Transport]]:
    """The seats that a wish comes to, and a transport for each of them.

    A seat that the wish leaves open gets the registry's default, or `local`.

    Raises:
        Failure: the wish does not fit the debate, an agent is not known, or a file of theirs
            cannot be used. All faults of the wish in one message.
    """
    from debatec.graph.casting import cast

    casting, faults = cast(bounds, wish)
    known, _ = registry_in(registry)
    named = [*wish.agents, *(agent for _, agents in wish.named for agent in agents)]
    seated = dict(_seated(bounds, casting, known.default))
    found = _transports([*named, *seated.values()], known, faults)
    return casting, {seat: found[agent] for seat, agent in seated.items()}


def counted(bounds: Mapping[str, SeatBounds], wish: Wish) -> Mapping[str, int] | None:
    """How many seats a wish comes to, whoever the agents are; None where nothing is wished.

    Raises:
        Failure: the wish does not fit the debate.
    """
    from debatec.graph.casting import cast

    if not wish.agents and not wish.named:
        return None
    casting, faults = cast(bounds, wish)
    if faults:
        raise Failure("\n".join(faults))
    return casting.counts


def _seated(
    bounds: Mapping[str, SeatBounds], casting: Casting, default: str
) -> Iterable[tuple[str, str]]:
    from debatec.graph.seats import seat_names

    for role, count in casting.counts.items():
        for name in seat_names(role, count, bounds[role].most):
            yield name, casting.agents.get(name, default)


def _transports(
    names: Iterable[str], registry: Registry, faults: Iterable[str] = ()
) -> dict[str, Transport]:
    """A transport for every agent that is named."""
    from debatec.transports.registry import FaultyReplay, UnknownAgent, agent_for

    found: dict[str, Transport] = {}
    lines = list(faults)
    known: tuple[str, ...] = ()
    for name in dict.fromkeys(names):
        try:
            found[name] = agent_for(name, registry, os.environ)
        except UnknownAgent as error:
            lines.append(str(error))
            known = error.known
        except FaultyReplay as error:
            raise faulty("\n".join([*lines, str(error)]), error.diagnostics) from error
        except OSError as error:
            lines.append(f"{error.filename}: {error.strerror}")
    if lines and known:
        lines.append(f"Known agents: {', '.join(known)}.")
    if lines:
        raise Failure("\n".join(lines))
    return found


def registry_in(path: Path | None) -> tuple[Registry, Path | None]:
    """The operator's registry, and its file; None where it is the built-in one.

    Raises:
        Failure: the file cannot be read or used.
    """
    from debatec.transports.registry import Registry, load_registry, registry_path

    file = path or registry_path(os.environ, Path.home())
    if path is None and not file.exists():
        return Registry(), None
    try:
        registry, diagnostics = load_registry(file)
    except OSError as error:
        raise Failure(f"{error.filename}: {error.strerror}") from error
    if registry is None:
        raise faulty(f"the registry '{file}' cannot be used", diagnostics)
    return registry, file


def recast(plan: Plan, wish: Wish, path: Path | None) -> Mapping[str, Transport]:
    """A transport for every seat of a run that has begun: those of the wish, else as it was cast.

    Raises:
        Failure: as `cast`, or the wish has more seats than the run.
    """
    from collections import Counter

    from debatec.graph.bounds import SeatBounds
    from debatec.graph.casting import Wish, cast

    have = Counter(seat.role for seat in plan.graph.seats.values())
    bounds = {
        role: SeatBounds(have[role], seats.most)
        for role, seats in plan.bounds.seats.items()
        if have[role]
    }
    casting, faults = cast(bounds, wish)
    named, _ = cast(bounds, Wish(named=wish.named))
    faults += [
        f"the run has {have[role]} of the seats of '{role}', and agents for {count} are named"
        for role, count in named.counts.items()
        if count > have[role]
    ]
    known, _ = registry_in(path)
    agents = {
        seat: casting.agents.get(seat, plan.cast.get(seat, known.default))
        for seat in plan.graph.seats
    }
    found = _transports(agents.values(), known, faults)
    return {seat: found[agent] for seat, agent in agents.items()}


_WISHES = (
    click.option(
        "--agents",
        "names",
        metavar="NAME,…",
        help="Agents for the seats, in speaking order; replay:FILE for recorded replies.",
    ),
    click.option(
        "-c",
        "--cast",
        "casts",
        metavar="ROLE=NAME,…",
        multiple=True,
        help="Agents for the seats of one role, or for one seat.",
    ),
)
_QUIET = click.option("-q", "--quiet", is_flag=True, help="Show nothing until the report.")

registry_option = click.option(
    "--registry",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of your agents, instead of agents.yaml in your configuration folder.",
)

seed = click.option(
    "--seed",
    type=click.IntRange(min=0, max=2**63 - 1),
    default=0,
    metavar="N",
    help="What random orders are drawn from; 0 unless given.",
)


def with_cast(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say who takes the seats."""
    for option in reversed(_WISHES):
        command = option(command)
    return command


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of every command that asks agents."""
    return with_cast(registry_option(_QUIET(command)))

"""Specs as commands name them: by a path, or by the name of a format that ships."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from debatec.cli.failure import Failure, faulty

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from debatec.check.pipeline import Compiled
    from debatec.cli.inputs import Settings
    from debatec.graph.bounds import SeatBounds
    from debatec.graph.casting import Wish
    from debatec.graph.plan import Plan
    from debatec.source import nodes
    from debatec.source.diagnostic import Diagnostic
    from debatec.transports.interface import Transport

SUFFIX = ".debate.yaml"


def formats() -> list[str]:
    """Names of the formats that ship."""
    from debatec.data import data

    names = (entry.name for entry in data("formats").iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))


def ships(name: str) -> bool:
    """Whether a name is that of a shipped format, and of no file."""
    from pathlib import Path

    return not Path(name).exists() and name in formats()


def text_of(format: str) -> str:
    """The text of a format that ships."""
    from debatec.data import data

    return data("formats").joinpath(format + SUFFIX).read_text(encoding="utf-8")


def about(format: str) -> str:
    """What is said of a format that ships: when to use it and when not, in Markdown."""
    from debatec.data import data

    return data("formats").joinpath(f"{format}.md").read_text(encoding="utf-8")


def shipped(format: str) -> Compiled:
    """What the compiler makes of a format that ships."""
    from debatec.check.pipeline import compile_source
    from debatec.source.text import Source

    return compile_source(Source(f"builtin:{format}", text_of(format)))


def compiled(name: str) -> Compiled:
    """What the compiler makes of the file, or else the shipped format, of that name.

    Raises:
        Failure: there is none, or it cannot be read.
    """
    from pathlib import Path

    from debatec.check.pipeline import compile_file

    path = Path(name)
    if not path.is_file() and name in formats():
        return shipped(name)
    if path.is_dir():
        raise Failure(f"'{name}' is a folder: name one file")
    if not path.exists():
        raise missing(name)
    try:
        return compile_file(path)
    except OSError as error:
        raise Failure(f"'{name}' cannot be read: {error.strerror}") from error


def missing(name: str) -> Failure:
    """That there is neither a file nor a shipped format of a name."""
    from pathlib import Path

    from debatec.source.suggest import did_you_mean

    beside = Path(name).with_suffix("").as_posix() + SUFFIX
    guess = f"; did you mean '{beside}'?" if Path(beside).is_file() else ""
    guess = guess or did_you_mean(name, formats())
    return Failure(f"there is no file or shipped format '{name}'{guess}")


def checked(name: str) -> Compiled:
    """What the compiler makes of a spec that has no errors.

    Raises:
        Failure: there is none, it cannot be read, or it has errors.
    """
    found = compiled(name)
    _refuse(found.diagnostics, f"'{name}' has errors")
    return found


class Draft(NamedTuple):
    """A checked spec and its inputs: all of a plan but its cast.

    ``seats`` are the bounds of every role that the cast fills, in speaking order.
    """

    root: nodes.Mapping
    inputs: Mapping[str, nodes.Plain]
    seats: Mapping[str, SeatBounds]


def settled(
    found: Compiled,
    settings: Settings,
    *,
    required: bool = False,
) -> Draft:
    """A checked spec with the inputs that are set.

    Unless they are `required`, inputs left out stand for the largest debate they allow.

    Raises:
        Failure: a setting is wrong, or a required input is missing.
    """
    from debatec.cli.inputs import read_inputs
    from debatec.graph.bind import bind, defaults, most
    from debatec.graph.seats import speaking_roles

    assert found.spec is not None, "a checked file holds a spec"
    assert found.root is not None, "a checked file holds a spec"
    unset = defaults(found.spec) if required else most(found.spec)
    inputs = {**unset, **read_inputs(found.spec, settings, required=required)}
    bounds, faults = bind(found.spec, inputs)
    _refuse(faults, "the inputs leave the debate without bounds")
    seats = {role: bounds.roles[role].seats for role in speaking_roles(found.spec)}
    return Draft(found.root, inputs, seats)


def planned(
    draft: Draft,
    cast: Mapping[str, str] | None = None,
    counts: Mapping[str, int] | None = None,
    seed: int = 0,
) -> Plan:
    """The plan of a draft with its cast; without counts of seats, with the most of each role.

    Raises:
        Failure: the graph is too large.
    """
    from debatec.graph.lower import TooLarge
    from debatec.graph.plan import make_plan

    try:
        return make_plan(draft.root, draft.inputs, cast, counts, seed)
    except TooLarge as error:
        raise Failure("the debate is too large: set fewer rounds or seats") from error


def seated(
    spec: str, settings: Settings, wish: Wish, registry: Path | None, seed: int = 0
) -> tuple[Plan, Mapping[str, Transport]]:
    """The plan of a spec as it is run, with an agent for every seat.

    Raises:
        Failure: as `checked`, `settled`, `casting.cast`, `planned` and `scripts.check`.
    """
    from debatec.cli import casting, scripts

    draft = settled(checked(spec), settings, required=True)
    seats, cast = casting.cast(draft.seats, wish, registry)
    known = {seat: agent.name for seat, agent in cast.items()}
    plan = planned(draft, known, seats.counts, seed)
    scripts.check(plan, cast)
    return plan, cast


def sketched(
    spec: str,
    settings: Settings,
    names: str | None = None,
    casts: Iterable[str] = (),
    seed: int = 0,
) -> Plan:
    """The plan of a spec for people to look at.

    Nobody is asked, so agents are counted and not looked up; without any, roles have the most
    seats they may have.

    Raises:
        Failure: as `checked`, `settled` and `planned`, or the cast does not fit.
    """
    from debatec.cli import casting

    draft = settled(checked(spec), settings)
    counts = casting.counted(draft.seats, casting.wish_of(names, casts))
    return planned(draft, counts=counts, seed=seed)


def _refuse(diagnostics: Iterable[Diagnostic], message: str) -> None:
    from debatec.source.diagnostic import has_errors, ordered

    diagnostics = ordered(diagnostics)
    if has_errors(diagnostics):
        raise faulty(message, diagnostics)

"""A debate unrolls to a graph of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from debatec.check.context import Context
from debatec.graph.lower import MAX_EDGES, MAX_NODES, TooLarge, lower
from debatec.graph.seats import seats_of
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Phase, Speak

ID = "DB603"
MAX_STEPS = 200
MAX_GROUPS = 200


def check(context: Context) -> Iterator[Diagnostic]:
    """The step or phase that goes over a limit, or the longest phase where only edges are many."""
    crowd = list(_crowd(context))
    if crowd:
        yield from crowd
        return
    bounds, phases = context.bounds, context.spec.phases
    sizes = [bounds.rounds[phase.id] * _round(context, phase) for phase in phases]
    totals = list(accumulate(sizes, initial=sum(role.seats for role in bounds.roles.values())))
    for phase, total in zip(phases, totals[1:], strict=True):
        if total > MAX_NODES:
            yield _too_large(phase, f"more than {MAX_NODES:,} turns up to the phase '{phase.id}'")
            return
    if phases and totals[-1] ** 2 > MAX_EDGES:
        yield from _edges(context, phases[sizes.index(max(sizes))])


def is_crowded(context: Context) -> bool:
    """Whether a spec has so many steps or groups that no other rule looks at it."""
    return any(_crowd(context))


def _crowd(context: Context) -> Iterator[Diagnostic]:
    steps = [step.id for _, step in context.spec.steps()]
    groups = [group.name for group in context.spec.groups.values()]
    for kind, names, most in (("steps", steps, MAX_STEPS), ("groups", groups, MAX_GROUPS)):
        if len(names) > most:
            yield Diagnostic(ID, f"more than {most} {kind} up to '{names[most]}'", names[most].span)


def _round(context: Context, phase: Phase) -> int:
    """How many things happen in one round of a phase, its gate included."""
    seats = context.bounds.roles
    return 1 + sum(
        sum(seats[role].seats for role in context.roles(step)) if isinstance(step, Speak) else 1
        for step in phase.steps
    )


def _edges(context: Context, longest: Phase) -> Iterator[Diagnostic]:
    bounds = context.bounds
    seats = seats_of(context.spec, {name: role.seats for name, role in bounds.roles.items()})
    try:
        lower(context.spec, seats, bounds.rounds)
    except TooLarge:
        yield _too_large(longest, f"turns hear one another more than {MAX_EDGES:,} times")


def _too_large(phase: Phase, message: str) -> Diagnostic:
    hint = "lower 'rounds' or 'seats', or the 'maximum' of the inputs they read"
    return Diagnostic(ID, message, phase.id.span, hint=hint)

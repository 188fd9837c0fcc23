"""A debate unrolls to a graph of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from debatec.check.context import Context
from debatec.graph.lower import MAX_EDGES, MAX_NODES
from debatec.graph.size import Size
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Phase

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
    seats = {name: seats.most for name, seats in bounds.seats.items()}
    size = Size(context.spec, seats, bounds.rounds)
    sizes = list(map(size.nodes, phases))
    totals = list(accumulate(sizes, initial=sum(seats.values())))
    for phase, total in zip(phases, totals[1:], strict=True):
        if total > MAX_NODES:
            yield _too_large(phase, f"more than {MAX_NODES:,} turns up to the phase '{phase.id}'")
            return
    if phases and totals[-1] ** 2 > MAX_EDGES and size.edges() > MAX_EDGES:
        longest = phases[sizes.index(max(sizes))]
        yield _too_large(longest, f"turns may hear one another more than {MAX_EDGES:,} times")


def is_crowded(context: Context) -> bool:
    """Whether a spec has so many steps or groups that no other rule looks at it."""
    return any(_crowd(context))


def _crowd(context: Context) -> Iterator[Diagnostic]:
    steps = [step.id for _, step in context.spec.steps()]
    groups = [group.name for group in context.spec.groups.values()]
    for kind, names, most in (("steps", steps, MAX_STEPS), ("groups", groups, MAX_GROUPS)):
        if len(names) > most:
            yield Diagnostic(ID, f"more than {most} {kind} up to '{names[most]}'", names[most].span)


def _too_large(phase: Phase, message: str) -> Diagnostic:
    hint = "lower 'rounds' or 'seats', or the 'maximum' of the inputs they read"
    return Diagnostic(ID, message, phase.id.span, hint=hint)

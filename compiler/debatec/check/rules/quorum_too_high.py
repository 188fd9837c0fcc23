"""A quorum is at most the number of seats that speak in its step.

One above it is never met; one above the fewest seats of a range ends the debate in its first round
with a small cast.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.nodes import Scalar
from debatec.spec.model import Speak

ID = "DB506"
RANGE = "DB520"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every quorum that many or few seats miss, with the inputs as they bound the debate."""
    for _, step in context.spec.steps():
        if isinstance(step, Speak) and step.quorum is not None and _is_settled(context, step):
            yield from _missed(context, step, step.quorum)


def _is_settled(context: Context, step: Speak) -> bool:
    """Whether the quorum and the numbers of seats are known; what is wrong has been said."""
    counts = [context.spec.roles[role].seats for role in context.roles(step)]
    known = all(context.spec.members(name) for name in step.speakers)
    return known and all(map(context.settles, [step.quorum, *counts] if step.quorum else counts))


def _missed(context: Context, step: Speak, written: Scalar) -> Iterator[Diagnostic]:
    quorum, turnout = context.bounds.quorum[step.id], context.turnout(step)
    # A step without any seat is left out, and what a run decides is not known here.
    fewest = max(1, turnout.least) if turnout.settled else quorum
    if quorum > max(1, turnout.most):
        seats = _seats(max(1, turnout.most))
        message = f"a quorum of {quorum} is above the {seats} of '{step.id}'"
        hint = "such a debate would end in its first round"
        yield Diagnostic(ID, message, written.span, hint=hint)
    elif quorum > fewest:
        seats = f"{fewest} to {_seats(turnout.most)}"
        message = f"a quorum of {quorum} is above the fewest of the {seats} of '{step.id}'"
        hint = "with the fewest seats the debate would end in its first round"
        yield Diagnostic(RANGE, message, written.span, Severity.WARNING, hint=hint)


def _seats(count: int) -> str:
    return f"{count} seat{'s' * (count != 1)}"

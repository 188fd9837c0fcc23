"""A quorum is at most the fewest seats that speak in its step."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Speak

ID = "DB506"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every quorum that can never be met with the inputs as they bound the debate."""
    roles, bounds = context.spec.roles, context.bounds
    for _, step in context.spec.steps():
        if not isinstance(step, Speak) or step.quorum is None:
            continue
        speaking = context.roles(step)
        known = all(context.spec.members(name) for name in step.speakers)
        counts = [step.quorum, *(roles[role].seats for role in speaking)]
        quorum = bounds.quorum[step.id]
        # A step without any seat is left out.
        seats = max(1, sum(bounds.roles[role].seats.least for role in speaking))
        if known and quorum > seats and all(context.settles(count) for count in counts):
            message = f"a quorum of {quorum} and {seats} seat{'s' * (seats != 1)} in '{step.id}'"
            hint = "such a debate would end in its first round"
            yield Diagnostic(ID, message, step.quorum.span, hint=hint)

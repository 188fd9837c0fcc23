"""A quorum is at most the number of seats that speak in its step."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Speak

ID = "DB506"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every quorum that can never be met with the inputs as they bound the debate."""
    bounds, faults = context.bound
    unsettled = {fault.span for fault in faults}
    for _, step in context.spec.steps():
        if not isinstance(step, Speak) or step.quorum is None or step.quorum.span in unsettled:
            continue
        roles = context.roles(step)
        known = all(context.spec.members(name) for name in step.speakers)
        settled = not any(context.spec.roles[role].seats.span in unsettled for role in roles)
        seats = sum(bounds.roles[role].seats for role in roles)
        quorum = bounds.quorum[step.id]
        if known and settled and quorum > seats:
            message = f"a quorum of {quorum} and {seats} seat{'s' * (seats != 1)} in '{step.id}'"
            hint = "such a debate would end in its first round"
            yield Diagnostic(ID, message, step.quorum.span, hint=hint)

"""An order among one seat says nothing; most often the role was meant to have more."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.model import Speak

ID = "DB505"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every step with an order in which one seat speaks."""
    for _, step in context.spec.steps():
        if not isinstance(step, Speak) or step.order.is_parallel:
            continue
        turnout = context.certain_turnout(step)
        if turnout and turnout.most == 1:
            entry = context.nodes[step.id].entries.get("order")
            if entry and all(context.spec.members(name) for name in step.speakers):
                who = (
                    "one seat is left to speak"
                    if step.where
                    else f"'{step.speakers[0]}' is one seat"
                )
                message = f"{who}, so it has no order"
                hint = "give the role more 'seats', or remove 'order'"
                yield Diagnostic(ID, message, entry.value.span, Severity.WARNING, hint=hint)

"""A turn that ends before it can be idle so long is never found idle."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.values import Slot, literal

ID = "DB601"


def check(context: Context) -> Iterator[Diagnostic]:
    """A written idle_timeout above the longest turn."""
    limits = context.spec.limits
    idle = literal(limits.idle_timeout, Slot.DURATION)
    turn = literal(limits.turn_timeout, Slot.DURATION)
    if limits.idle_timeout.written and idle and turn and idle > turn:
        message = f"a turn ends after {limits.turn_timeout.text}, before it can be idle so long"
        hint = "make idle_timeout shorter than turn_timeout"
        span = limits.idle_timeout.span
        yield Diagnostic(ID, message, span, Severity.WARNING, hint=hint)

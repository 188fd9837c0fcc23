"""A debate has time for more than one turn."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.values import Slot, literal

ID = "DB602"


def check(context: Context) -> Iterator[Diagnostic]:
    """A written time below a written turn_timeout."""
    limits = context.spec.limits
    time = literal(limits.time, Slot.DURATION) if limits.time else None
    turn = literal(limits.turn_timeout, Slot.DURATION)
    if limits.time and limits.turn_timeout.written and time and turn and time < turn:
        message = f"one turn may take {limits.turn_timeout.text}, longer than the whole debate"
        hint = "raise 'time', or lower 'turn_timeout'"
        yield Diagnostic(ID, message, limits.time.span, Severity.WARNING, hint=hint)

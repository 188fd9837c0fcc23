"""A debate has time for more than one turn."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.values import Slot, literal

ID = "DB602"


def check(context: Context) -> Iterator[Diagnostic]:
    """A written time below a turn_timeout that is written, or below any where it has no unit."""
    limits = context.spec.limits
    time = literal(limits.time, Slot.DURATION) if limits.time else None
    turn = literal(limits.turn_timeout, Slot.DURATION)
    if not (limits.time and time and turn and time < turn):
        return
    has_unit = literal(limits.time, Slot.NUMBER) is None
    if limits.turn_timeout.written or not has_unit:
        message = f"one turn may take {limits.turn_timeout.text}, longer than the whole debate"
        hint = "raise 'time', or lower 'turn_timeout'"
        if not has_unit:
            hint = f"bare numbers are seconds; write '{limits.time.text}m' for minutes"
        yield Diagnostic(ID, message, limits.time.span, Severity.WARNING, hint=hint)

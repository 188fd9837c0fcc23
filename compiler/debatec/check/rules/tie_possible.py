"""An even number of ballots can tie, and a tally without `pass` has no winner then."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.model import Tally
from debatec.spec.shipped import BALLOTS

ID = "DB516"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every tally without `pass` over an even number of seats."""
    for _, step in context.spec.steps():
        if not isinstance(step, Tally) or step.passes or len(step.of.places) != 1:
            continue
        place = step.of.places[0]
        ballots = context.places.get(place, ())
        block = context.block(ballots[0]) if len(ballots) == 1 else None
        seats = context.seats(ballots[0]) if block and block.name in BALLOTS else None
        if seats and seats % 2 == 0:
            message = f"{seats} ballots can tie, and '{step.id}' has no winner then"
            hint = "write 'pass: majority' or 'pass: unanimous', or use an odd number of seats"
            yield Diagnostic(ID, message, step.id.span, Severity.WARNING, hint=hint)

"""A tally or a ledger reads a step that comes before it in the file."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Speak

ID = "DB507"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every place that a program step reads before it was."""
    for _, step in context.spec.steps():
        if isinstance(step, Speak):
            continue
        for place in step.of.places:
            steps = context.places.get(place, ())
            if steps and all(context.order[s.id] >= context.order[step.id] for s in steps):
                message = f"'{place}' does not come before '{step.id}'"
                yield Diagnostic(ID, message, place.span, hint="move this step after it")

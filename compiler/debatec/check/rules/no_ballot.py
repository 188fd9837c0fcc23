"""A tally counts ballots, so what it counts returns `vote` or `choice`."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Speak, Tally
from debatec.spec.shipped import BALLOTS

ID = "DB416"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every place that a tally names and that has no ballots."""
    for _, step in context.spec.steps():
        for place, span, steps in context.read_by(step) if isinstance(step, Tally) else ():
            returns = context.returned(steps)
            # Options without a choice are a fault of their own.
            has_options = any(isinstance(read, Speak) and read.options for read in steps)
            if returns is not None and not returns & BALLOTS.keys() and not has_options:
                message = f"{place} casts no ballots for this tally to count"
                hint = "let it return 'vote', or 'choice' with options"
                yield Diagnostic(ID, message, span, hint=hint)

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
        if not isinstance(step, Tally):
            continue
        for place in step.of.places:
            steps = context.places.get(place)
            returns = {s.returns for s in steps if isinstance(s, Speak)} if steps else None
            unknown = {name for name in returns or () if name and name not in context.spec.blocks}
            if returns is not None and not unknown and not returns & set(BALLOTS):
                message = f"'{place}' casts no ballots for this tally to count"
                hint = "let it return 'vote', or 'choice' with options"
                yield Diagnostic(ID, message, place.span, hint=hint)

"""A ledger folds findings, so what it folds returns `status`."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Ledger, Speak

ID = "DB417"
_STATUS = "status"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every place that a ledger names and that reports no findings."""
    for _, step in context.spec.steps():
        if not isinstance(step, Ledger):
            continue
        for place in step.of.places:
            steps = context.places.get(place)
            returns = {s.returns for s in steps if isinstance(s, Speak)} if steps else None
            unknown = {name for name in returns or () if name and name not in context.spec.blocks}
            if returns is not None and not unknown and _STATUS not in returns:
                message = f"'{place}' reports no findings for this ledger to fold"
                yield Diagnostic(ID, message, place.span, hint="let it return 'status'")

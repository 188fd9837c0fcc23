"""A ledger folds findings, so what it folds returns `status`."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Ledger

ID = "DB417"
_STATUS = "status"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every place that a ledger names and that reports no findings."""
    for _, step in context.spec.steps():
        for place, span, steps in context.read_by(step) if isinstance(step, Ledger) else ():
            returns = context.returned(steps)
            if returns is not None and _STATUS not in returns:
                message = f"{place} reports no findings for this ledger to fold"
                hint = "let it return 'status'"
                yield Diagnostic(ID, message, span, hint=hint)

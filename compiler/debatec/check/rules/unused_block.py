"""A block that no step returns is a rest of an edit, or a name was misspelt."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.model import Speak

ID = "DB413"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every declared block that nothing returns."""
    if context.loss.any:
        return
    used = {step.returns for _, step in context.spec.steps() if isinstance(step, Speak)}
    for block in context.spec.blocks.values():
        if not block.shipped and block.name not in used:
            message = f"the block '{block.name}' is never used"
            yield Diagnostic(ID, message, block.name.span, Severity.WARNING)

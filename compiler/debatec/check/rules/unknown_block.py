"""What a step returns is a block of the spec or a shipped one."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.source.suggest import did_you_mean, respelling
from debatec.spec.model import Speak

ID = "DB406"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every block that a step returns and that is not there."""
    blocks = context.spec.blocks
    if not context.loss.spares("blocks"):
        return
    for _, step in context.spec.steps():
        name = step.returns if isinstance(step, Speak) else None
        if name and name not in blocks:
            message = f"unknown block '{name}'{did_you_mean(name, blocks)}"
            yield Diagnostic(ID, message, name.span, fix=respelling(name.span, name, blocks))

"""A debate may take more tokens than one of its replies."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.values import Slot, literal

ID = "DB604"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every written limit of tokens that one reply can use up."""
    limits = context.spec.limits
    reply = literal(limits.reply, Slot.TOKENS)
    for name, limit in (("tokens", limits.tokens), ("context", limits.context)):
        most = literal(limit, Slot.TOKENS) if limit else None
        if limit and most is not None and reply is not None and most <= reply:
            message = f"one reply may have {limits.reply.text} tokens, all that '{name}' allows"
            hint = f"raise '{name}', or lower 'reply'"
            yield Diagnostic(ID, message, limit.span, Severity.WARNING, hint=hint)

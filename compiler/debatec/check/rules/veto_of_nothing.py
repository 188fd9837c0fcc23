"""A veto is about the synthesis, so there is one."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic

ID = "DB425"


def check(context: Context) -> Iterator[Diagnostic]:
    """A veto that no synthesis took up."""
    entry = context.root.entries.get("veto")
    if entry and "synthesis" not in context.root.entries and context.loss.spares():
        message = "'veto' has no 'synthesis' to accept or object to"
        hint = "add 'synthesis', or a step that returns 'vote' and a tally of it"
        yield Diagnostic(ID, message, entry.key_span, hint=hint)

"""Closing phases come last: nothing follows what runs after the end."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Related
from debatec.spec.model import Phase

ID = "DB509"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every phase that comes after a closing one."""
    closing: Phase | None = None
    for phase in context.spec.phases:
        if phase.always:
            closing = closing or phase
        elif closing:
            message = f"the phase '{phase.id}' comes after a closing phase"
            related = (Related(closing.id.span, f"'{closing.id}' closes the debate"),)
            hint = "move it up, or give it 'always: true'"
            yield Diagnostic(ID, message, phase.id.span, hint=hint, related=related)

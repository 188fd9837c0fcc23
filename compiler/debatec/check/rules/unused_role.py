"""A role that no step asks never speaks, though the cast names it."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity

ID = "DB410"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every role that is in no step's speakers."""
    if context.loss.any:
        return
    asked = {role for _, step in context.spec.steps() for role in context.roles(step)}
    for role in context.spec.roles.values():
        if role.name not in asked:
            message = f"no step asks the role '{role.name}'"
            yield Diagnostic(ID, message, role.name.span, Severity.WARNING)

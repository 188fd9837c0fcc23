"""Whoever is named among speakers, voters, members or authors is a role or a group.

A misspelt one would be nobody, and the debate would run without them.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import author_mentions
from debatec.source.diagnostic import Diagnostic
from debatec.source.suggest import did_you_mean, respelling

ID = "DB403"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every mention of a role or group that is not there."""
    spec = context.spec
    known = [*spec.roles, *spec.groups]
    if not context.loss.spares("roles", "groups"):
        return
    for name in author_mentions(spec):
        if name in known:
            continue
        hint = None
        if name in context.places:
            hint = f"'{name}' is a step or phase: name it under 'in'"
        message = f"unknown role or group '{name}'{did_you_mean(name, known)}"
        fix = respelling(name.span, name, known)
        yield Diagnostic(ID, message, name.span, hint=hint, fix=fix)

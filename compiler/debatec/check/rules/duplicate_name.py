"""Roles, groups, phases and steps share their names: each is there once.

A selector says `argue` or `debaters` without saying what it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import Declared, declared
from debatec.source.diagnostic import Diagnostic, Related

ID = "DB402"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every name but the first of those that are equal; what shorthands name comes first."""
    seen: dict[str, Declared] = {}
    for name in sorted(declared(context.root), key=lambda name: (name.written, name.span.start)):
        first = seen.setdefault(name.name, name)
        if first is not name:
            yield _twice(name, first)


def _twice(name: Declared, first: Declared) -> Diagnostic:
    if not first.written:
        message = f"'{name.name}' is the name of a {first.kind} that 'synthesis' or 'veto' makes"
        return Diagnostic(ID, message, name.span, hint=f"rename this {name.kind}")
    related = (Related(first.span, f"first, as a {first.kind}, here"),)
    message = f"the name '{name.name}' is taken by another {first.kind}"
    if name.kind != first.kind:
        message = f"'{name.name}' names a {first.kind} already and cannot name a {name.kind} too"
    return Diagnostic(ID, message, name.span, related=related)

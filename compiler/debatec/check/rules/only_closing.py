"""A debate of closing phases alone has nothing to close: nobody has spoken when they begin."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic

ID = "DB517"


def check(context: Context) -> Iterator[Diagnostic]:
    """The first phase of a debate in which every phase is a closing one."""
    phases = context.spec.phases
    if phases and all(phase.always for phase in phases):
        message = f"nobody has spoken when the closing phase '{phases[0].id}' begins"
        hint = "a closing phase follows a debate: drop 'always', or put a phase before it"
        yield Diagnostic(ID, message, phases[0].id.span, hint=hint)

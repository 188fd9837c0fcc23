"""The text of the result is a reply: the step named speaks."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.source.suggest import did_you_mean
from debatec.spec.model import Speak

ID = "DB510"


def check(context: Context) -> Iterator[Diagnostic]:
    """A result whose step is a tally or a ledger."""
    name = context.spec.result.text
    found = context.steps.get(name) if name else None
    if name and found and not isinstance(found[1], Speak):
        speaking = [n for n, (_, step) in context.steps.items() if isinstance(step, Speak)]
        message = f"nobody speaks in '{name}'{did_you_mean(name, speaking)}"
        yield Diagnostic(ID, message, name.span, hint="name a step in which a seat speaks")

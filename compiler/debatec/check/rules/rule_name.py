"""The name of a stop rule is the reason of the end, so it is its own.

It is neither that of another rule in force with it nor one of the reasons that a run gives by
itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Related
from debatec.spec.model import Name, Phase
from debatec.spec.names import BUILT_IN_REASONS

ID = "DB418"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every rule whose name is taken."""
    for whose, _, rules in context.rules:
        seen: dict[str, Name] = {}
        for rule in rules:
            if rule.id in BUILT_IN_REASONS:
                message = f"'{rule.id}' is a reason that a run gives by itself"
                yield Diagnostic(ID, message, rule.id.span, hint="choose another name")
            first = seen.setdefault(rule.id, rule.id)
            if first is not rule.id and rule.id:
                message = f"{whose} has the stop rule '{rule.id}' twice"
                yield _taken(message, rule.id, first)
    yield from _shared(context)


def _shared(context: Context) -> Iterator[Diagnostic]:
    """The debate's rules that are named as one of a phase in which they are in force."""
    inner: dict[str, tuple[Phase, Name]] = {}
    for phase in context.spec.phases:
        for rule in () if phase.always else phase.stop:
            inner.setdefault(rule.id, (phase, rule.id))
    for id in {rule.id: rule.id for rule in context.spec.stop if rule.id in inner}.values():
        phase, first = inner[id]
        message = f"the debate has the stop rule '{id}', and so has the phase '{phase.id}'"
        yield _taken(message, id, first)


def _taken(message: str, name: Name, first: Name) -> Diagnostic:
    return Diagnostic(ID, message, name.span, related=(Related(first.span, "first here"),))

"""The name of a stop rule is the reason of the end, so it is its own.

It is neither that of another rule beside it nor one of the reasons that a run gives by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Related
from debatec.spec.model import Name
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
                related = (Related(first.span, "first here"),)
                message = f"{whose} has the stop rule '{rule.id}' twice"
                yield Diagnostic(ID, message, rule.id.span, related=related)

"""A stop rule after an equal one never names the end."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Related, Severity
from debatec.spec.model import Check, Rule

ID = "DB513"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every rule whose condition an earlier one beside it has, blanks apart."""
    for _, _, rules in context.rules:
        seen: dict[str, Rule] = {}
        for rule in rules:
            if rule.when.broken or rule.check is Check.TURN:
                continue
            first = seen.setdefault("".join(rule.when.text.split()), rule)
            if first is not rule:
                related = (Related(first.when.span, f"'{first.id}' comes first"),)
                never = f"the stop rule '{rule.id}' never names the end"
                message = f"{never}: '{first.id}' has the same condition"
                yield Diagnostic(ID, message, rule.when.span, Severity.WARNING, related=related)

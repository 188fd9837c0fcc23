"""A condition that reads nothing of the debate holds always or never."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.template import tree

ID = "DB512"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every stop rule without a name in its condition."""
    for _, _, rules in context.rules:
        for rule in rules:
            expression, _ = context.expression(rule.when)
            if rule.when.broken or not rule.when.written or expression is None:
                continue
            if not any(isinstance(p, tree.Name | tree.Call) for p in tree.walk(expression.tree)):
                reads = f"the stop rule '{rule.id}' reads nothing of the debate"
                message = f"{reads}, so it holds always or never"
                yield Diagnostic(ID, message, rule.when.span, Severity.WARNING)

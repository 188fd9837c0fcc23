"""A condition needs no more readings than its phase has rounds.

It is read once a round: `before(x, k)` is absent in the first k readings, and `streak(c)` is at
most the number of readings.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.expressions import parts
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.model import Check
from debatec.template import tree
from debatec.template.tree import Expr
from debatec.template.values import number

ID = "DB514"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every call that looks back further than the phase is long."""
    for phase in context.spec.phases:
        rounds = context.rounds(phase)
        for rule in phase.stop if rounds is not None else ():
            if rule.check is Check.TURN:
                continue  # read more often than there are rounds
            expression, _ = context.expression(rule.when)
            for place, needed in _needs(expression.tree, 1) if expression else ():
                if needed > (rounds or 0):
                    message = f"this needs {needed} rounds, and '{phase.id}' has {rounds}"
                    span = rule.when.at(*place)
                    yield Diagnostic(ID, message, span, Severity.WARNING)


def _needs(expr: Expr, so_far: int) -> Iterator[tuple[tree.Place, int]]:
    """The calls that look back, each with the readings it needs, those around it included."""
    needed = so_far
    if isinstance(expr, tree.Call) and expr.function == "before":
        needed = so_far + _back(expr)
        yield expr.place, needed
    elif isinstance(expr, tree.Comparison):
        needed = so_far + _streak(expr)
        if needed > so_far:
            yield expr.place, needed
    for part in parts(expr):
        yield from _needs(part, needed)


def _back(call: tree.Call) -> int:
    """How many readings ago `before` looks; 1 where that is not certain."""
    arguments = [*call.arguments[1:], *(value for key, value in call.keywords if key == "k")]
    return _whole(arguments[0]) or 1 if arguments else 1


def _streak(expr: tree.Comparison) -> int:
    """How many readings beside this one a comparison of a streak needs."""
    sign, bound = expr.rest[0]
    is_streak = isinstance(expr.first, tree.Call) and expr.first.function == "streak"
    least = _whole(bound) if is_streak and sign in (">=", ">", "==") else None
    return max(least - (sign != ">"), 0) if least is not None else 0


def _whole(expr: Expr) -> int | None:
    exact = number(expr.value) if isinstance(expr, tree.Literal) else None
    return int(exact) if exact is not None and 0 <= exact <= 1_000_000 else None

"""A condition needs no more readings than its phase has rounds.

`before(x, k)` is absent in the first k readings, and `streak(c)` is at most the number of readings.
A rule is read once a round, or once a turn, and the `when` of a step once a round.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.expressions import parts
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.faults import shown
from debatec.source.nodes import Scalar
from debatec.spec.model import Check, Phase
from debatec.template import tree
from debatec.template.tree import Expr
from debatec.template.values import number

ID = "DB514"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every call that looks back further than what it is read in is long."""
    for phase in context.spec.phases:
        for step in phase.steps:
            if step.when:
                yield from _short(context, step.when, [phase], Check.ROUND)
        for rule in phase.stop:
            yield from _short(context, rule.when, [phase], rule.check)
    debate = [phase for phase in context.spec.phases if not phase.always]
    for rule in context.spec.stop:
        yield from _short(context, rule.when, debate, rule.check)


def _short(context: Context, text: Scalar, phases: list[Phase], by: Check) -> Iterator[Diagnostic]:
    """The calls of a condition that need more readings than each of some phases has."""
    count = context.rounds if by is Check.ROUND else context.turns
    counts = [count(phase) for phase in phases]
    known = [number for number in counts if number is not None]
    expression, _ = context.expression(text)
    if not expression or not known or len(known) < len(counts):
        return
    unit = "round" if by is Check.ROUND else "turn"
    for place, needed in _needs(expression.tree, 1):
        if needed > max(known):
            longest = phases[known.index(max(known))]
            span = text.at(*place)
            has = f"and '{longest.id}' has {max(known)}"
            message = f"{shown(span.text)} needs {needed} {unit}s, {has}"
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

"""A comparison with a number that its other side can pass in neither direction has one result only.

A threshold above the number of voters, a percentage where a share of 1 is meant and a round that
never comes are of this kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from debatec.check.context import Context
from debatec.check.expressions import parts
from debatec.check.ranges import Range, Ranges
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.faults import shown
from debatec.source.nodes import Scalar
from debatec.template import tree
from debatec.template.tree import Expr
from debatec.template.values import number

ID = "DB515"
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def check(context: Context) -> Iterator[Diagnostic]:
    """Every comparison of a stop rule that always or never holds."""
    phases = {rule.when: phase for _, phase, rules in context.rules for rule in rules}
    for use in context.conditions:
        expression, _ = context.expression(use.text)
        if expression:
            ranges = Ranges(context, phases.get(use.text))
            yield from _in(ranges, use.text, expression.tree, None)


def _in(ranges: Ranges, text: Scalar, expr: Expr, it: str | None) -> Iterator[Diagnostic]:
    """The faults below an expression; ``it`` is the step whose replies are gone through."""
    if isinstance(expr, tree.Comparison) and len(expr.rest) == 1:
        verdict, range = _verdict(ranges, expr, it)
        if verdict:
            span = text.at(*expr.place)
            message = f"{shown(span.text)} {verdict} holds"
            yield Diagnostic(ID, message, span, Severity.WARNING, hint=f"its values are {range}")
    if isinstance(expr, tree.Call) and expr.arguments and isinstance(expr.arguments[0], tree.Name):
        name = expr.arguments[0].name
        it = name if name in ranges.context.steps else it
    for part in parts(expr):
        yield from _in(ranges, text, part, it)


def _verdict(
    ranges: Ranges, expr: tree.Comparison, it: str | None
) -> tuple[str | None, Range | None]:
    """What is known of a comparison, and the range that it follows from."""
    (sign, right), left = expr.rest[0], expr.first
    if isinstance(left, tree.Literal):
        left, right, sign = right, left, _TURNED.get(sign, "")
    bound = number(right.value) if isinstance(right, tree.Literal) else None
    range = ranges.of(left, it) if bound is not None and sign in _TURNED else None
    if bound is None or range is None:
        return None, None
    return _compared(sign, range.least, range.most, bound), range


def _compared(
    sign: str, least: Fraction | None, most: Fraction | None, bound: Fraction
) -> str | None:
    """``always`` or ``never``, where a range decides ``field sign bound``."""
    below = most is not None and most < bound
    at_most = most is not None and most <= bound
    above = least is not None and least > bound
    at_least = least is not None and least >= bound
    always = {"<": below, "<=": at_most, ">": above, ">=": at_least, "!=": below or above}
    never = {"<": at_least, "<=": above, ">": at_most, ">=": below, "==": below or above}
    if always.get(sign):
        return "always"
    return "never" if never.get(sign) else None

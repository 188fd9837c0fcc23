"""A comparison with a number that a field can pass on neither side has one result only.

The range of a field is the `minimum` and `maximum` of its schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from debatec.check.context import Context
from debatec.check.expressions import parts
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.faults import shown
from debatec.source.nodes import Plain, Scalar
from debatec.template import tree
from debatec.template.tree import Expr
from debatec.template.values import number

ID = "DB515"
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def check(context: Context) -> Iterator[Diagnostic]:
    """Every comparison of a stop rule that always or never holds."""
    for use in context.conditions:
        expression, _ = context.expression(use.text)
        if expression:
            yield from _in(context, use.text, expression.tree, None)


def _in(context: Context, text: Scalar, expr: Expr, it: str | None) -> Iterator[Diagnostic]:
    """The faults below an expression; ``it`` is the step whose replies are gone through."""
    if isinstance(expr, tree.Comparison) and len(expr.rest) == 1:
        verdict, why = _verdict(context, expr, it)
        if verdict:
            span = text.at(*expr.place)
            message = f"{shown(span.text)} {verdict} holds"
            yield Diagnostic(ID, message, span, Severity.WARNING, hint=why)
    if isinstance(expr, tree.Call) and expr.arguments and isinstance(expr.arguments[0], tree.Name):
        name = expr.arguments[0].name
        it = name if name in context.steps else it
    for part in parts(expr):
        yield from _in(context, text, part, it)


def _verdict(context: Context, expr: tree.Comparison, it: str | None) -> tuple[str | None, str]:
    """What is known of a comparison, and the range of values that it follows from."""
    (sign, right), left = expr.rest[0], expr.first
    if isinstance(left, tree.Literal):
        left, right, sign = right, left, _TURNED.get(sign, "")
    bound = number(right.value) if isinstance(right, tree.Literal) else None
    schema = _schema(context, left, it)
    if bound is None or schema is None or sign not in _TURNED:
        return None, ""
    least, most = number(schema.get("minimum")), number(schema.get("maximum"))
    return _compared(sign, least, most, bound), _range(schema)


def _range(schema: Mapping[str, Plain]) -> str:
    bounds = [("at least", schema.get("minimum")), ("at most", schema.get("maximum"))]
    said = " and ".join(f"{word} {bound}" for word, bound in bounds if bound is not None)
    return f"its values are {said}"


def _schema(context: Context, expr: Expr, it: str | None) -> Mapping[str, Plain] | None:
    """The schema of a field of a step's block, or of an input."""
    if not isinstance(expr, tree.Field) or not isinstance(expr.base, tree.Name):
        return None
    name = it if expr.base.name == "it" else expr.base.name
    if name == "inputs":
        input = context.spec.inputs.get(expr.name)
        return input.schema if input else None
    found = context.steps.get(name) if name else None
    block = context.block(found[1]) if found else None
    return block.fields.get(expr.name) if block else None


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

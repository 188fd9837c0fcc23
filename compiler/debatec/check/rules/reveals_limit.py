"""Where the number of rounds is hidden, no text tells it by way of the inputs it is made of.

Agents that know the last round pace themselves to it. What stands under an `{% if %}` that asks
whether the number is told, by `round.total` or by what `hidden` reads, is not a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.uses import TextUse
from debatec.source.diagnostic import Diagnostic, Related
from debatec.source.nodes import Scalar
from debatec.spec.model import Phase
from debatec.template import tree
from debatec.template.tree import Expr

ID = "DB518"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every text that may tell a number of rounds that may be hidden."""
    for phase in context.spec.phases:
        telling = _read(context, phase.rounds)
        asking = _read(context, phase.hidden) if phase.hidden else frozenset()
        for use in context.texts if telling and context.hides_limit(phase) else ():
            if use.step is None or any(step is use.step for step in phase.steps):
                yield from _told(context, phase, use, telling, asking)


def _read(context: Context, text: Scalar) -> frozenset[str]:
    """The inputs that an expression reads."""
    expression, _ = context.expression(text)
    found = tree.walk(expression.tree) if expression else ()
    return frozenset(name for part in found if (name := _input(part)))


def _input(part: Expr) -> str | None:
    match part:
        case tree.Field(base=tree.Name(name="inputs"), name=name):
            return name
    return None


def _told(
    context: Context, phase: Phase, use: TextUse, telling: frozenset[str], asking: frozenset[str]
) -> Iterator[Diagnostic]:
    template, _ = context.template(use.text)
    for part in _unguarded(template.body if template else (), asking):
        if (name := _input(part)) in telling:
            message = f"'inputs.{name}' tells the rounds of '{phase.id}', which may be hidden"
            related = (Related(phase.hidden.span, "hidden here"),) if phase.hidden else ()
            hint = (
                "put it under '{% if round.total %}'" if use.step else "a role's text has no rounds"
            )
            place = use.text.at(*part.place)
            yield Diagnostic(ID, message, place, hint=hint, related=related)


def _unguarded(node: object, asking: frozenset[str]) -> Iterator[Expr]:
    """Every expression that is reached without a question whether the number is told."""
    if isinstance(node, tuple):
        for item in node:
            yield from _unguarded(item, asking)
    elif isinstance(node, tree.If):
        for test, body in node.branches:
            if _asks(test, asking):
                return
            yield from _unguarded((test, body), asking)
        yield from _unguarded(node.other, asking)
    elif isinstance(node, tree.Conditional) and _asks(node.test, asking):
        return
    elif tree.is_expression(node) or isinstance(node, tree.Statement):
        if tree.is_expression(node):
            yield node
        for name in node.__match_args__:
            yield from _unguarded(getattr(node, name), asking)


def _asks(test: Expr, asking: frozenset[str]) -> bool:
    return any(_input(part) in asking or _is_limit(part) for part in tree.walk(test))


def _is_limit(part: Expr) -> bool:
    match part:
        case tree.Field(base=tree.Name(name="round"), name="total" | "last"):
            return True
    return False

"""A condition or a computed value: parsed, checked against a scope, evaluated in a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from decimal import Decimal
from typing import cast

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Scalar
from debatec.template import tree
from debatec.template.budget import Budget, Exhausted
from debatec.template.calls import CallInference
from debatec.template.fault import Refused, diagnostics
from debatec.template.functions import FUNCTIONS
from debatec.template.lowering import lower_expression
from debatec.template.reading import Environment, Reader
from debatec.template.types import Record, Type
from debatec.template.values import Value, number

_MAX_STEPS = 100_000


@frozen
class Scope:
    """What an expression may name; ``steps`` maps each step to the type of one of its replies."""

    names: Mapping[str, Type]
    steps: Mapping[str, Record] = field(default_factory=dict)
    roles: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset(FUNCTIONS)


@frozen(eq=False)
class Expression:
    """A parsed expression. Its numbers are exact."""

    text: Scalar
    tree: tree.Expr

    @property
    def names(self) -> frozenset[str]:
        """The names it takes from its scope; steps and roles given to functions are apart."""
        return frozenset(self._inferred(Scope({})).free)

    @property
    def steps(self) -> frozenset[str]:
        """The steps whose replies its functions read."""
        return frozenset(self._inferred(Scope({})).steps_read)

    @property
    def functions(self) -> frozenset[str]:
        """The functions it calls."""
        return frozenset(
            part.function for part in tree.walk(self.tree) if isinstance(part, tree.Call)
        )

    def constant(self) -> bool:
        """Whether it reads nothing but literals and ``inputs``."""
        pure = {name for name, signature in FUNCTIONS.items() if signature.pure}
        return self.names <= {"inputs"} and self.functions <= pure

    def check(self, scope: Scope) -> tuple[Type, list[Diagnostic]]:
        """Its type in a scope, and what does not fit there."""
        inference = CallInference(scope.names, scope.steps, scope.roles, scope.functions)
        type_ = inference.type_of(self.tree)
        return type_, diagnostics(inference.faults, self.text)

    def _inferred(self, scope: Scope) -> CallInference:
        inference = CallInference(scope.names, scope.steps, scope.roles, scope.functions)
        inference.type_of(self.tree)
        return inference


def parse(text: Scalar) -> tuple[Expression | None, list[Diagnostic]]:
    """A scalar as an expression, or the faults that keep it from being one."""
    try:
        lowered, faults = lower_expression(text.text)
    except Refused as refused:
        return None, diagnostics(refused.faults, text)
    return (None if faults else Expression(text, lowered)), diagnostics(faults, text)


def evaluate(expression: Expression, environment: Environment) -> Value:
    """The value of an expression in a run; absent too when it takes too many steps.

    Numbers that are computed are fractions. Raises nothing for any data.
    """
    try:
        value = Reader(environment, Budget(_MAX_STEPS)).value(expression.tree)
    except Exhausted:
        return None
    return number(value) if isinstance(value, Decimal) else cast(Value, value)

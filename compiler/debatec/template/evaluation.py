"""What the expressions of the tree come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from debatec.template import tree
from debatec.template.budget import Budget
from debatec.template.numbers import EXACT, Numbers
from debatec.template.tree import Expr
from debatec.template.values import field_of, holds, item_of


class Evaluator:
    """Evaluates expressions within a budget, over a set of numbers.

    What names, filters and calls mean is left open.
    """

    def __init__(self, budget: Budget, numbers: Numbers = EXACT) -> None:
        self.budget = budget
        self.numbers = numbers

    def value(self, expr: Expr) -> object:
        """The value of an expression; raises `Exhausted`, whatever the data nothing else."""
        self.budget.spend()
        return RULES[type(expr)](self, expr)

    def lookup(self, name: str) -> object:
        raise NotImplementedError

    def call(self, expr: tree.Call) -> object:
        raise NotImplementedError

    def filter(self, expr: tree.Filter) -> object:
        raise NotImplementedError

    def test(self, expr: tree.Test) -> bool:
        raise NotImplementedError

    def concat(self, expr: tree.Concat) -> object:
        raise NotImplementedError

    def slice(self, expr: tree.Slice) -> object:
        raise NotImplementedError

    def _items(self, expr: tree.Items) -> object:
        return [self.value(item) for item in expr.items]

    def _negative(self, expr: tree.Negative) -> object:
        return self.numbers.calculate("-", 0, self.value(expr.operand))

    def _arithmetic(self, expr: tree.Arithmetic) -> object:
        result = self.value(expr.first)
        for sign, operand in expr.rest:
            result = self.numbers.calculate(sign, result, self.value(operand))
        return result

    def _comparison(self, expr: tree.Comparison) -> object:
        left = self.value(expr.first)
        for sign, operand in expr.rest:
            right = self.value(operand)
            self.budget.measure(right)
            if not self.numbers.compare(sign, left, right):
                return False
            left = right
        return True

    def _both(self, expr: tree.Both) -> object:
        result: object = True
        for operand in expr.operands:
            result = self.value(operand)
            if not holds(result):
                break
        return result

    def _either(self, expr: tree.Either) -> object:
        result: object = False
        for operand in expr.operands:
            result = self.value(operand)
            if holds(result):
                break
        return result

    def _conditional(self, expr: tree.Conditional) -> object:
        if holds(self.value(expr.test)):
            return self.value(expr.then)
        return self.value(expr.other) if expr.other is not None else None


RULES: Mapping[type[Expr], Callable[..., object]] = {
    tree.Literal: lambda _, expr: expr.value,
    tree.Name: lambda self, expr: self.lookup(expr.name),
    tree.Field: lambda self, expr: field_of(self.value(expr.base), expr.name),
    tree.Index: lambda self, expr: item_of(self.value(expr.base), self.value(expr.index)),
    tree.Slice: lambda self, expr: self.slice(expr),
    tree.Items: Evaluator._items,
    tree.Negative: Evaluator._negative,
    tree.Arithmetic: Evaluator._arithmetic,
    tree.Concat: lambda self, expr: self.concat(expr),
    tree.Comparison: Evaluator._comparison,
    tree.Both: Evaluator._both,
    tree.Either: Evaluator._either,
    tree.Not: lambda self, expr: not holds(self.value(expr.operand)),
    tree.Conditional: Evaluator._conditional,
    tree.Test: lambda self, expr: self.test(expr),
    tree.Filter: lambda self, expr: self.filter(expr),
    tree.Call: lambda self, expr: self.call(expr),
}
"""How each kind of expression comes to its value, given the evaluator."""

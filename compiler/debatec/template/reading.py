"""Expressions evaluated during a run, over what was said and what it was before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from debatec.template import tree
from debatec.template.budget import Budget
from debatec.template.evaluation import Evaluator
from debatec.template.functions import FUNCTIONS, overlaps, similarity, verbatim, words
from debatec.template.numbers import Numbers
from debatec.template.tree import Expr
from debatec.template.values import Value, holds, number

_MAX_WINDOW = 1_000_000
# What fewer than two texts tell of how far they agree.
_UNTOLD_OVERLAP = Fraction(1, 2)


class Environment(Protocol):
    """A run as one reading of a condition sees it."""

    @property
    def numbers(self) -> Numbers:
        """What the debate computes with."""

    def lookup(self, name: str) -> Value:
        """The value of a name; None when absent."""

    def replies(self, step: str, window: int) -> Sequence[Mapping[str, Value]]:
        """The valid replies of a step in the last ``window`` rounds that it ran in."""

    def last(self, step: str) -> Mapping[str, Value] | None:
        """The last valid reply given in a step; None before the first."""

    def own(self, step: str) -> Mapping[str, Value] | None:
        """The latest valid reply of the seat at hand in a step, of any round; None before it."""

    def live(self, role: str) -> int:
        """How many seats of a role still take part."""

    def earlier(self, readings: int) -> Environment | None:
        """The run as it was that many readings of this condition ago; None before the first."""


class Reader(Evaluator):
    """Evaluates expressions in an environment."""

    def __init__(self, environment: Environment, budget: Budget) -> None:
        super().__init__(budget, environment.numbers)
        self._environment = environment
        self._it: list[Value] = []

    def lookup(self, name: str) -> object:
        if name == "it" and self._it:
            return self._it[-1]
        return _exact(self._environment.lookup(name))

    def test(self, expr: tree.Test) -> bool:
        # 'is none' is the one test that the grammar of expressions has.
        return self.value(expr.base) is None

    def call(self, expr: tree.Call) -> object:
        """What a call comes to; what the check finds fault with is absent."""
        signature = FUNCTIONS.get(expr.function)
        if signature is None:
            return None
        bound = dict(zip(signature.parameters, expr.arguments, strict=False))
        bound.update(expr.keywords)
        if any(name not in bound for name in list(signature.parameters)[: signature.required]):
            return None
        return _CALLS[expr.function](self, expr, bound)

    def abs(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        found = self.numbers.of(self.value(bound["x"]))
        return None if found is None else abs(found)

    def least(self, expr: tree.Call, bound: Mapping[str, Expr]) -> object:
        return self._extreme(min, expr, bound)

    def greatest(self, expr: tree.Call, bound: Mapping[str, Expr]) -> object:
        return self._extreme(max, expr, bound)

    def _extreme(
        self,
        choose: Callable[[Sequence[Fraction]], Fraction],
        expr: tree.Call,
        bound: Mapping[str, Expr],
    ) -> Fraction | None:
        operands = [bound["a"], bound["b"], *expr.arguments[2:]]
        numbers = [self.numbers.of(self.value(operand)) for operand in operands]
        present = [found for found in numbers if found is not None]
        return choose(present) if len(present) == len(numbers) else None

    def similarity(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        left, right = self.value(bound["a"]), self.value(bound["b"])
        if not isinstance(left, str) or not isinstance(right, str):
            return None
        self.budget.spend((len(left) + len(right)) // 64)
        return similarity(left, right)

    def count(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        return sum(self._outcomes(bound))

    def all(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        return all(self._outcomes(bound))

    def any(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        return any(self._outcomes(bound))

    def sum(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        return self.numbers.sum(self._measures(bound))

    def mean(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        return self.numbers.mean(self._measures(bound))

    def _measures(self, bound: Mapping[str, Expr]) -> list[Fraction]:
        """The numbers that an expression comes to for the replies of a step, where it has one."""
        values = (self._value_of(bound["x"], reply) for reply in self._replies(bound))
        return [found for value in values if (found := self.numbers.of(value)) is not None]

    def _outcomes(self, bound: Mapping[str, Expr]) -> list[bool]:
        """For each reply of a step whether the condition holds of it."""
        condition = bound.get("condition")
        return [
            condition is None or holds(self._value_of(condition, reply))
            for reply in self._replies(bound)
        ]

    def _replies(self, bound: Mapping[str, Expr]) -> Sequence[Mapping[str, Value]]:
        window = self._whole(bound.get("window"))
        return () if window is None else self._environment.replies(_word(bound["step"]), window)

    def _value_of(self, expr: Expr, reply: Mapping[str, Value]) -> object:
        """What an expression over ``it`` comes to for a reply."""
        self._it.append(_plain(reply))
        value = self.value(expr)
        self._it.pop()
        return value

    def _whole(self, expr: Expr | None) -> int | None:
        """A whole number from 1, 1 where none is written, or None for any other value."""
        if expr is None:
            return 1
        exact = number(self.value(expr))
        if exact is None or exact.denominator != 1 or not 1 <= exact <= _MAX_WINDOW:
            return None
        return int(exact)

    def last(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        reply = self._environment.last(_word(bound["step"]))
        return None if reply is None else _plain(reply)

    def own(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        reply = self._environment.own(_word(bound["step"]))
        return None if reply is None else _plain(reply)

    def overlap(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        said = (reply.get("text") for reply in self._environment.replies(_word(bound["step"]), 1))
        texts = [text for text in said if isinstance(text, str)]
        self.budget.spend(sum(map(len, texts)) // 64 + len(texts) ** 2)
        shared = [share for pair in overlaps(texts) if (share := self.numbers.of(pair)) is not None]
        return self.numbers.mean(shared) if shared else _UNTOLD_OVERLAP

    def words(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        text = self.value(bound["text"])
        self.budget.measure(text)
        return words(text) if isinstance(text, str) else None

    def verbatim(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        quotes, source = self.value(bound["quotes"]), self.value(bound["source"])
        listed = [quotes] if isinstance(quotes, str) else quotes
        if not isinstance(listed, list) or not isinstance(source, str):
            return False
        texts = [quote for quote in listed if isinstance(quote, str)]
        self.budget.spend((1 + len(texts)) * len(source) // 64)
        return len(texts) == len(listed) and verbatim(texts, source)

    def live(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        return self._environment.live(_word(bound["role"]))

    def before(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        readings = self._whole(bound.get("k"))
        earlier = None if readings is None else self._environment.earlier(readings)
        return None if earlier is None else self._value_in(earlier, bound["x"])

    def streak(self, _: tree.Call, bound: Mapping[str, Expr]) -> object:
        length = 0
        environment: Environment | None = self._environment
        while environment is not None and holds(self._value_in(environment, bound["condition"])):
            length += 1
            environment = environment.earlier(1)
        return length

    def _value_in(self, environment: Environment, expr: Expr) -> object:
        now, self._environment = self._environment, environment
        try:
            return self.value(expr)
        finally:
            self._environment = now


def _word(expr: Expr) -> str:
    """The step or role that an argument names."""
    return expr.name if isinstance(expr, tree.Name) else ""


def _plain(reply: Mapping[str, Value]) -> dict[str, Value]:
    return reply if isinstance(reply, dict) else dict(reply)


def _exact(value: Value) -> Value:
    return number(value) if isinstance(value, Decimal) else value


_CALLS: Mapping[str, Callable[..., object]] = {
    "abs": Reader.abs,
    "all": Reader.all,
    "any": Reader.any,
    "before": Reader.before,
    "count": Reader.count,
    "last": Reader.last,
    "live": Reader.live,
    "max": Reader.greatest,
    "mean": Reader.mean,
    "min": Reader.least,
    "overlap": Reader.overlap,
    "own": Reader.own,
    "similarity": Reader.similarity,
    "streak": Reader.streak,
    "sum": Reader.sum,
    "verbatim": Reader.verbatim,
    "words": Reader.words,
}

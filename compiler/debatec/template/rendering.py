"""Texts written out, within a budget of steps and characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from debatec.template import tree
from debatec.template.budget import Budget
from debatec.template.evaluation import RULES, Evaluator
from debatec.template.filters import FILTERS, TESTS, items_of
from debatec.template.printing import text_of
from debatec.template.tree import Expr
from debatec.template.types import ANYTHING, FLAG, NUMBER, Record, maybe
from debatec.template.values import holds, number

Taken: TypeAlias = Callable[[tree.If, int], None]
"""Is told which branch of an `if` was written, the one of `else` after all others."""

LOOP = Record(
    "loop",
    {
        "index": NUMBER,
        "index0": NUMBER,
        "revindex": NUMBER,
        "revindex0": NUMBER,
        "length": NUMBER,
        "first": FLAG,
        "last": FLAG,
        "previtem": maybe(ANYTHING),
        "nextitem": maybe(ANYTHING),
    },
)


class Renderer(Evaluator):
    """Runs the statements of a text; values are data and never read as templates.

    ``at`` is where in the text the last value that was asked for stands.
    """

    def __init__(
        self, values: Mapping[str, object], budget: Budget, taken: Taken | None = None
    ) -> None:
        super().__init__(budget)
        self._taken = taken
        self._scopes: list[dict[str, object]] = [dict(values)]
        self._pieces: list[str] = []
        self._length = 0
        self.at = 0

    def rendered(self, body: tree.Body) -> str:
        """The text of some statements; raises `Exhausted`."""
        self.run(body)
        return "".join(self._pieces)

    def value(self, expr: Expr) -> object:
        self.at = expr.place[0]
        self.budget.spend()
        return RULES[type(expr)](self, expr)

    def run(self, body: tree.Body) -> None:
        """Write what some statements say."""
        spend = self.budget.spend
        for statement in body:
            spend()
            if isinstance(statement, tree.Text):
                self._write(statement.text)
            elif isinstance(statement, tree.Print):
                self._write(text_of(self.value(statement.value)))
            else:
                _RUN[type(statement)](self, statement)

    def _write(self, piece: str) -> None:
        if piece:
            self._length += len(piece)
            self.budget.reserve(self._length)
            self._pieces.append(piece)

    def condition(self, statement: tree.If) -> None:
        at, found = len(statement.branches), statement.other
        for place, (test, body) in enumerate(statement.branches):
            if holds(self.value(test)):
                at, found = place, body
                break
        if self._taken:
            self._taken(statement, at)
        self.run(found)

    def loop(self, statement: tree.Loop) -> None:
        items = items_of(self.value(statement.items))
        if statement.condition is not None:
            items = [item for item in items if self._passes(statement, item)]
        if not items:
            self.run(statement.other)
        for at, item in enumerate(items):
            self.budget.spend()
            self._within({statement.name: item, "loop": _loop(items, at)}, statement.body)

    def _passes(self, statement: tree.Loop, item: object) -> bool:
        self._scopes.append({statement.name: item})
        passes = statement.condition is None or holds(self.value(statement.condition))
        self._scopes.pop()
        return passes

    def scope(self, statement: tree.With) -> None:
        bound = {name: self.value(value) for name, value in statement.bindings}
        self._within(bound, statement.body)

    def _within(self, names: dict[str, object], body: tree.Body) -> None:
        self._scopes.append(names)
        self.run(body)
        self._scopes.pop()

    def set(self, statement: tree.Set) -> None:
        self._scopes[-1][statement.name] = self.value(statement.value)

    def lookup(self, name: str) -> object:
        if len(self._scopes) == 1:
            return self._scopes[0].get(name)
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return None

    def filter(self, expr: tree.Filter) -> object:
        """What a filter makes of a value; what the check finds fault with is absent."""
        rule = FILTERS.get(expr.name)
        base = self.value(expr.base)
        if rule is None:
            return None
        bound: dict[str, object] = dict.fromkeys(rule.parameters)
        for name, argument in (*zip(rule.parameters, expr.arguments, strict=False), *expr.keywords):
            if name in bound:
                bound[name] = self.value(argument)
        self.budget.measure(base)
        result = rule.run(self.budget, base, *bound.values())
        self.budget.measure(result)
        return result

    def test(self, expr: tree.Test) -> bool:
        rule = TESTS.get(expr.name)
        base = self.value(expr.base)
        if rule is None or len(expr.arguments) != rule.takes:
            return False
        return rule.run(base, *(self.value(argument) for argument in expr.arguments))

    def concat(self, expr: tree.Concat) -> str:
        pieces: list[str] = []
        for part in expr.parts:
            pieces.append(text_of(self.value(part)))
            self.budget.reserve(sum(map(len, pieces[-1:])))
        self.budget.reserve(sum(map(len, pieces)))
        return "".join(pieces)

    def slice(self, expr: tree.Slice) -> object:
        base = self.value(expr.base)
        lower, upper = (
            None if part is None else number(self.value(part)) for part in (expr.lower, expr.upper)
        )
        if not isinstance(base, str | list):
            return None
        bounds = (None if bound is None else int(bound) for bound in (lower, upper))
        return base[slice(*bounds)]


def _loop(items: list[object], at: int) -> dict[str, object]:
    """What ``loop`` says in the pass of one item."""
    count = len(items)
    return {
        "index": at + 1,
        "index0": at,
        "revindex": count - at,
        "revindex0": count - at - 1,
        "length": count,
        "first": at == 0,
        "last": at == count - 1,
        "previtem": items[at - 1] if at else None,
        "nextitem": items[at + 1] if at + 1 < count else None,
    }


_RUN: Mapping[type[tree.Statement], Callable[..., None]] = {
    tree.If: Renderer.condition,
    tree.Loop: Renderer.loop,
    tree.With: Renderer.scope,
    tree.Set: Renderer.set,
}

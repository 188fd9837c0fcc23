"""From what to what the numbers of an expression go, as far as the spec says."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from debatec.check.context import Context
from debatec.check.turnout import is_certain
from debatec.frozen import frozen
from debatec.source.nodes import Plain
from debatec.spec.model import Phase, Speak, Tally
from debatec.template import tree
from debatec.template.tree import Expr
from debatec.template.values import number

_SHARES = frozenset({"overlap", "similarity"})
"""Functions that give a part of 1."""


@frozen
class Range:
    """The least and the most that a number can be; None where nothing says so."""

    least: Fraction | None
    most: Fraction | None

    def __str__(self) -> str:
        bounds = [("at least", self.least), ("at most", self.most)]
        return " and ".join(f"{word} {_written(at)}" for word, at in bounds if at is not None)


@frozen
class Ranges:
    """The ranges in a condition; ``phase`` is whose rule it is, where it is one of a phase's."""

    context: Context
    phase: Phase | None

    def of(self, expr: Expr, it: str | None) -> Range | None:
        """The range of an expression; ``it`` is the step whose replies are gone through."""
        match expr:
            case tree.Call(function="count", arguments=[tree.Name(name=step), *_]):
                return self._count(step, expr)
            case tree.Call(function="live", arguments=[tree.Name(name=role)]):
                return self._live(role)
            case tree.Call(function=name) if name in _SHARES:
                return _upto(1)
            case tree.Field(base=tree.Name(name="round"), name="number"):
                rounds = self.context.rounds(self.phase) if self.phase else None
                return Range(Fraction(1), Fraction(rounds)) if rounds else None
            case tree.Field(base=tree.Name(name=base), name=field):
                return self._field(it if base == "it" else base, field)
        return None

    def _count(self, name: str, call: tree.Call) -> Range | None:
        """Of the valid replies of so many rounds: at most one for each seat and round."""
        window = dict(call.keywords).get("window", tree.Literal(call.place, Fraction(1)))
        rounds = number(window.value) if isinstance(window, tree.Literal) else None
        _, step = self.context.steps.get(name, (None, None))
        if rounds is None or not isinstance(step, Speak) or not self.context.roles(step):
            return None
        known = all(self.context.spec.members(name) for name in step.speakers)
        turnout = self.context.certain_turnout(step) if known else None
        return _upto(turnout.most * rounds) if turnout else None

    def _live(self, name: str) -> Range | None:
        roles = self.context.spec.roles_of([name])
        if not roles or not all(is_certain(self.context.spec.roles[role]) for role in roles):
            return None
        return _upto(sum(self.context.bounds.seats[role].most for role in roles))

    def _field(self, name: str | None, field: str) -> Range | None:
        """That of an input, of a field of a step's block or of a tally's share."""
        if name == "inputs":
            input = self.context.spec.inputs.get(field)
            return _of_schema(input.schema) if input else None
        _, step = self.context.steps.get(name or "", (None, None))
        if isinstance(step, Tally):
            return _upto(1) if field == "share" else None
        block = self.context.block(step) if step else None
        schema = block.fields.get(field) if block else None
        return _of_schema(schema) if schema else None


def _upto(most: int | Fraction) -> Range:
    return Range(Fraction(0), Fraction(most))


def _of_schema(schema: Mapping[str, Plain]) -> Range:
    return Range(number(schema.get("minimum")), number(schema.get("maximum")))


def _written(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"

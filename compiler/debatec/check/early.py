"""Whether a condition can hold while some steps have not taken place yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from debatec.frozen import frozen
from debatec.template import tree
from debatec.template.expression import Expression, evaluate
from debatec.template.functions import FUNCTIONS
from debatec.template.numbers import Numbers
from debatec.template.tree import Expr
from debatec.template.values import Value, holds

_PURE = frozenset(name for name, signature in FUNCTIONS.items() if signature.pure)


@frozen
class Early:
    """A moment of a debate: which names are absent, and what is known of the round.

    Of what others said nothing is known. ``seats`` is how many a role or group has.
    """

    is_absent: Callable[[str], bool]
    round: Mapping[str, Value]
    seats: Mapping[str, int]
    numbers: Numbers

    def reads(self, expression: Expression) -> bool | None:
        """Whether a condition holds; None where that is up to the debate."""
        return self._of(expression, expression.tree)

    def _of(self, whole: Expression, expr: Expr) -> bool | None:
        match expr:
            case tree.Both(operands=operands):
                return _all([self._of(whole, part) for part in operands])
            case tree.Either(operands=operands):
                against = _all([_not(self._of(whole, part)) for part in operands])
                return _not(against)
            case tree.Not(operand=operand):
                return _not(self._of(whole, operand))
        part = Expression(whole.text, expr)
        read = part.names | part.steps
        is_certain = read <= {"round"} and part.functions <= _PURE
        if is_certain or any(map(self.is_absent, read)):
            return holds(evaluate(part, self))
        return None

    # What follows is the environment of a reading in which nobody has said anything.

    def lookup(self, name: str) -> Value:
        return dict(self.round) if name == "round" else None

    def replies(self, _step: str, _window: int) -> Sequence[Mapping[str, Value]]:
        return ()

    def last(self, _step: str) -> None:
        return None

    def own(self, _step: str) -> None:
        return None

    def live(self, role: str) -> int:
        return self.seats.get(role, 1)

    def earlier(self, _readings: int) -> None:
        return None


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: Sequence[bool | None]) -> bool | None:
    if False in values:
        return False
    return None if None in values else True

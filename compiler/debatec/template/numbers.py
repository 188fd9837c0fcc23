"""How expressions compute: what their numbers are, and what operators make of any two values.

Numbers are fractions. `EXACT` keeps what an operation gives; `DOUBLE` has the nearest double in
its place, as an IEEE 754 machine has it (operations there are exact, then rounded), so that it
comes to what programs with floating point came to. Nothing here raises, whatever the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from debatec.frozen import frozen
from debatec.spec.model import Arithmetic
from debatec.template.values import bounded, number

# Deeper lists and records are equal to nothing.
_MAX_NESTING = 100


@frozen
class Numbers:
    """A set of numbers, closed by rounding; ``rounded`` is None where it has no number."""

    rounded: Callable[[Fraction], Fraction | None]

    def of(self, value: object) -> Fraction | None:
        """The number that a value is; None for every other value, true and false among them."""
        found = number(value)
        return None if found is None else self.rounded(found)

    def calculate(self, sign: str, left: object, right: object) -> Fraction | None:
        """``left sign right``; None where it is not defined."""
        a, b = self.of(left), self.of(right)
        if a is None or b is None or (sign in ("/", "//", "%") and b == 0):
            return None
        match sign:
            case "+":
                result = a + b
            case "-":
                result = a - b
            case "*":
                result = a * b
            case "/":
                result = a / b
            case "//":
                result = Fraction(a // b)
            case _:
                result = a % b
        return self.rounded(result)

    def sum(self, numbers: Iterable[Fraction]) -> Fraction | None:
        """Numbers added up one after the other."""
        total: Fraction | None = Fraction(0)
        for each in numbers:
            total = self.calculate("+", total, each)
        return total

    def mean(self, numbers: list[Fraction]) -> Fraction | None:
        """Their sum divided by how many there are; None where there is none."""
        return self.calculate("/", self.sum(numbers), len(numbers))

    def same(self, left: object, right: object, nesting: int = 0) -> bool:
        """Whether two values are present and equal, kind and order of their parts included."""
        a, b = self.of(left), self.of(right)
        if a is not None or b is not None:
            return a == b
        if left is None or right is None or nesting > _MAX_NESTING:
            return False
        if isinstance(left, list) and isinstance(right, list):
            return len(left) == len(right) and all(
                self._same_part(x, y, nesting) for x, y in zip(left, right, strict=True)
            )
        if isinstance(left, dict) and isinstance(right, dict):
            return left.keys() == right.keys() and all(
                self._same_part(left[key], right[key], nesting) for key in left
            )
        for kind in (bool, str):
            if isinstance(left, kind) or isinstance(right, kind):
                return isinstance(left, kind) and isinstance(right, kind) and left == right
        return False

    def _same_part(self, left: object, right: object, nesting: int) -> bool:
        return (left is None and right is None) or self.same(left, right, nesting + 1)

    def compare(self, sign: str, left: object, right: object) -> bool:
        """``left sign right``; false where either is absent or the two cannot be compared."""
        if left is None or right is None:
            return False
        match sign:
            case "==":
                return self.same(left, right)
            case "!=":
                return not self.same(left, right)
            case "in" | "not in":
                found = self.contains(right, left)
                return found is not None and found is (sign == "in")
        return self._precedes(sign, left, right)

    def contains(self, whole: object, part: object) -> bool | None:
        """Whether a list has an item, or a text a piece; None for any other value."""
        if isinstance(whole, str):
            return part in whole if isinstance(part, str) else None
        if isinstance(whole, list):
            return any(self.same(item, part) for item in whole)
        return None

    def _precedes(self, sign: str, left: object, right: object) -> bool:
        a, b = self.of(left), self.of(right)
        order: int
        if a is not None and b is not None:
            order = (a > b) - (a < b)
        elif isinstance(left, str) and isinstance(right, str):
            order = (left > right) - (left < right)
        else:
            return False
        return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[sign]


def _nearest_double(value: Fraction) -> Fraction | None:
    """The double nearest to a number, ties to even; None beyond the largest one."""
    try:
        return Fraction(float(value))
    except OverflowError:
        return None


EXACT = Numbers(bounded)
DOUBLE = Numbers(_nearest_double)
NUMBERS: Mapping[Arithmetic, Numbers] = {Arithmetic.EXACT: EXACT, Arithmetic.DOUBLE: DOUBLE}
"""The numbers of each `arithmetic` of the language."""

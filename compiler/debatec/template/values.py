"""Plain values, and what the operators of texts and expressions make of them.

Absent is None. Arithmetic on it is absent, every comparison with it is false, and as a condition
it is false. Nothing here raises, whatever the data.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

Value: TypeAlias = "bool | int | Fraction | Decimal | str | list[Value] | dict[str, Value] | None"

# Beyond these a number is absent: no debate counts so far, and time stays bounded.
_MAX_EXPONENT = 300
_MAX_BITS = 4096
# Deeper lists and records are equal to nothing.
_MAX_NESTING = 100


def number(value: object) -> Fraction | None:
    """The exact number that a value is; None for every other value, true and false among them."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Decimal):
        if not value.is_finite() or abs(value.adjusted()) > _MAX_EXPONENT:
            return None
        return bounded(Fraction(value))
    return bounded(Fraction(value)) if isinstance(value, int | Fraction) else None


def bounded(value: Fraction) -> Fraction | None:
    """A number, or None when it takes too many digits."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return value if bits <= _MAX_BITS else None


def calculate(sign: str, left: object, right: object) -> Fraction | None:
    """``left sign right`` in exact arithmetic; None where it is not defined."""
    a, b = number(left), number(right)
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
    return bounded(result)


def holds(value: object) -> bool:
    """Whether a value counts as true: neither absent nor empty, zero or false."""
    return bool(value)


def same(left: object, right: object, nesting: int = 0) -> bool:
    """Whether two values are present and equal, kind and order of their parts included."""
    a, b = number(left), number(right)
    if a is not None or b is not None:
        return a == b
    if left is None or right is None or nesting > _MAX_NESTING:
        return False
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(
            _same_part(x, y, nesting) for x, y in zip(left, right, strict=True)
        )
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(
            _same_part(left[key], right[key], nesting) for key in left
        )
    for kind in (bool, str):
        if isinstance(left, kind) or isinstance(right, kind):
            return isinstance(left, kind) and isinstance(right, kind) and left == right
    return False


def _same_part(left: object, right: object, nesting: int) -> bool:
    return (left is None and right is None) or same(left, right, nesting + 1)


def compare(sign: str, left: object, right: object) -> bool:
    """``left sign right``; false where either is absent or the two cannot be compared."""
    if left is None or right is None:
        return False
    match sign:
        case "==":
            return same(left, right)
        case "!=":
            return not same(left, right)
        case "in" | "not in":
            found = contains(right, left)
            return found is not None and found is (sign == "in")
    return _precedes(sign, left, right)


def contains(whole: object, part: object) -> bool | None:
    """Whether a list has an item, or a text a piece; None for any other value."""
    if isinstance(whole, str):
        return part in whole if isinstance(part, str) else None
    if isinstance(whole, list):
        return any(same(item, part) for item in whole)
    return None


def _precedes(sign: str, left: object, right: object) -> bool:
    a, b = number(left), number(right)
    order: int
    if a is not None and b is not None:
        order = (a > b) - (a < b)
    elif isinstance(left, str) and isinstance(right, str):
        order = (left > right) - (left < right)
    else:
        return False
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[sign]


def field_of(value: object, name: str) -> object:
    """A field of a record, or absent; no attribute of any other value can be reached."""
    return value.get(name) if isinstance(value, dict) else None


def item_of(value: object, index: object) -> object:
    """An item of a list by its number from 0, or a field of a record by its name, or absent."""
    if isinstance(index, str):
        return field_of(value, index)
    at = number(index)
    if isinstance(value, list) and at is not None and at.denominator == 1:
        return value[int(at)] if -len(value) <= at < len(value) else None
    return None

"""Plain values of texts and expressions, and their parts.

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


def holds(value: object) -> bool:
    """Whether a value counts as true: neither absent nor empty, zero or false."""
    return bool(value)


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

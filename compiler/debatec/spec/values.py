"""Values: literals of their slot, or expressions over inputs settled when the plan is made."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from debatec.source.nodes import Scalar


class Slot(StrEnum):
    """What kind of number a key holds."""

    COUNT = "a whole number"
    SEATS = "a number of seats such as 3 or 2..8"
    DURATION = "a time such as 90s, 5m or 1h"
    TOKENS = "a number of tokens such as 400 or 4k"
    NUMBER = "a number"
    FLAG = "true or false"


_UNITLESS = (Slot.COUNT, Slot.SEATS, Slot.NUMBER)
_NUMBER = r"([0-9]{1,12}(?:\.[0-9]{1,9})?)"
_DURATION = re.compile(rf"{_NUMBER}(ms|s|m|h)?\Z")
_TOKENS = re.compile(rf"{_NUMBER}(k|m)?\Z")
_RANGE = re.compile(r"([0-9]{1,9}) *(?:[-–—]|to|\.{2,}) *([0-9]{1,9})\Z")
_FLAGS = {"true": Fraction(1), "false": Fraction(0)}
_UNITS: dict[str | None, Fraction] = {
    None: Fraction(1),
    "ms": Fraction(1, 1000),
    "s": Fraction(1),
    "m": Fraction(60),
    "h": Fraction(3600),
}
_SCALES: dict[str | None, Fraction] = {
    None: Fraction(1),
    "k": Fraction(1000),
    "m": Fraction(1_000_000),
}


def literal(scalar: Scalar, slot: Slot) -> Fraction | None:
    """The number a scalar spells in its slot, in seconds or units; None where it is no literal.

    A flag is 1 or 0.
    """
    return _literal(scalar.text, slot)


@lru_cache
def _literal(text: str, slot: Slot) -> Fraction | None:
    if slot is Slot.FLAG:
        return _FLAGS.get(text)
    pattern, units = (_TOKENS, _SCALES) if slot is Slot.TOKENS else (_DURATION, _UNITS)
    match = pattern.match(text)
    if not match or (slot in _UNITLESS and match.group(2)):
        return None
    return Fraction(match.group(1)) * units[match.group(2)]


def is_none(scalar: Scalar) -> bool:
    """Whether a limit is written as the word `none`."""
    return scalar.text == "none"


def ends(scalar: Scalar) -> tuple[Scalar, Scalar] | None:
    """The least and the most of a range such as `2..8`, two values; None where it is no range."""
    least, dots, most = scalar.text.partition("..")
    if not (dots and least.strip() and most.strip()) or most.startswith("."):
        return None
    return _part(scalar, 0, len(least)), _part(scalar, len(least) + 2, len(scalar.text))


def meant_range(scalar: Scalar) -> str | None:
    """The range that a value of another notation, such as `2-8`, was meant to be."""
    match = _RANGE.match(scalar.text.strip())
    return f"{match[1]}..{match[2]}" if match else None


def _part(scalar: Scalar, start: int, end: int) -> Scalar:
    """A value that is a part of a scalar's text, without the blanks around it."""
    text = scalar.text[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    span = scalar.at(start, start + len(text))
    return Scalar(span, text, text, style="=", broken=scalar.broken, written=scalar.written)

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
    DURATION = "a time such as 90s, 5m or 1h"
    TOKENS = "a number of tokens such as 400 or 4k"


_NUMBER = r"([0-9]{1,12}(?:\.[0-9]{1,9})?)"
_DURATION = re.compile(rf"{_NUMBER}(ms|s|m|h)?\Z")
_TOKENS = re.compile(rf"{_NUMBER}(k|m)?\Z")
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
    """The number a scalar spells in its slot, in seconds or units; None where it is no literal."""
    return _literal(scalar.text, slot)


@lru_cache
def _literal(text: str, slot: Slot) -> Fraction | None:
    pattern, units = (_TOKENS, _SCALES) if slot is Slot.TOKENS else (_DURATION, _UNITS)
    match = pattern.match(text)
    if not match or (slot is Slot.COUNT and match.group(2)):
        return None
    return Fraction(match.group(1)) * units[match.group(2)]


def is_none(scalar: Scalar) -> bool:
    """Whether a limit is written as the word `none`."""
    return scalar.text == "none"

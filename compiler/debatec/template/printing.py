"""Values as they stand in a text."""

from __future__ import annotations

import json
from decimal import Context, Decimal
from fractions import Fraction

from debatec.source.exactjson import nests_within
from debatec.template.values import number

# Digits of a computed fraction; values that were only passed on keep all of theirs.
_FRACTION = Context(prec=12)
_MAX_NESTING = 100
# Whole numbers below it are printed without a look at how many digits they take.
_SHORT = 2**63


def text_of(value: object) -> str:
    """A value as text: absent is empty, true and false are words, numbers are decimal.

    Lists and records of a class of their own print as that class says; plain ones as JSON.
    """
    if value is None:
        return ""
    if type(value) is int and -_SHORT < value < _SHORT:
        return str(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Fraction | Decimal):
        return _number(value)
    return json_of(value) if type(value) in (list, dict) else str(value)


def _number(value: int | Fraction | Decimal) -> str:
    exact = number(value)
    if exact is None:
        return str(value) if isinstance(value, Decimal) else ""
    if isinstance(value, Decimal):
        return format(value, "f")
    if exact.denominator == 1:
        return str(exact.numerator)
    decimal = _FRACTION.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    return format(decimal.normalize(_FRACTION), "f")


def json_of(value: object) -> str:
    """A value as JSON on one line; empty when it is too deep or too long to be written."""
    if not nests_within(value, _MAX_NESTING):
        return ""
    try:
        return json.dumps(value, ensure_ascii=False, default=text_of)
    except ValueError:
        return ""

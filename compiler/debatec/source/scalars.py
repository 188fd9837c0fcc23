"""Values of plain scalars by the YAML 1.2 core schema (YAML 1.2.2, section 10.3).

Differences, each on the safe side: a number with a leading zero is text, since YAML 1.1 reads it
as octal; ``.inf`` and ``.nan`` are text, since no field here takes them.
"""

from __future__ import annotations

import re
from decimal import Decimal

Value = None | bool | int | Decimal | str

MAX_NUMBER_LENGTH = 40
_MAX_EXPONENT_DIGITS = 3

_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_NUMBER_START = frozenset("+-.0123456789")
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_BASED = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?(?P<exponent>[0-9]+))?\Z"
)

_BOOLEANS_1_1 = frozenset(
    form for word in ("yes", "no", "on", "off") for form in (word, word.title(), word.upper())
)
_NUMBER_1_1 = re.compile(
    r"(?P<sexagesimal>[-+]?[1-9][0-9]*(?::[0-5]?[0-9])+(?:\.[0-9]*)?)\Z"
    r"|(?P<octal>[-+]?0[0-9]+)\Z"
    r"|(?P<underscores>[-+]?[0-9][0-9_]*_[0-9_]*(?:\.[0-9_]*)?)\Z"
)
_NUMBERS_1_1 = {
    "sexagesimal": "a number to base 60",
    "octal": "an octal number",
    "underscores": "a number",
}


class NumberTooLong(ValueError):
    """A number with more digits than any field can need."""


def resolve(text: str) -> Value:
    """The value of a plain scalar; raises NumberTooLong beyond 40 characters."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_START:
        return text
    if _INTEGER.match(text):
        return int(_bounded(text))
    if _BASED.match(text):
        return int(_bounded(text), base=0)
    match = _FLOAT.match(text)
    if match is None:
        return text
    if len(match["exponent"] or "") > _MAX_EXPONENT_DIGITS:
        raise NumberTooLong
    return Decimal(_bounded(text))


def look_alike(text: str) -> str | None:
    """What YAML 1.1 takes a plain text for, when that is no text: ``a boolean``, ``a number``."""
    if text in _BOOLEANS_1_1:
        return "a boolean"
    if text[:1] not in _NUMBER_START or len(text) > MAX_NUMBER_LENGTH:
        return None
    match = _NUMBER_1_1.match(text)
    return _NUMBERS_1_1[match.lastgroup] if match and match.lastgroup else None


def _bounded(text: str) -> str:
    if len(text) > MAX_NUMBER_LENGTH:
        raise NumberTooLong
    return text

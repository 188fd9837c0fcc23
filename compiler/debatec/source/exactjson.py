"""JSON that keeps every digit and is the same bytes for the same value."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from json.encoder import encode_basestring
from typing import Any


def loads(text: str) -> Any:
    """The value of a JSON text, with its decimal numbers exact.

    Raises:
        ValueError: it is no JSON, or has a number that JSON has not.
        RecursionError: it is nested too deeply.
    """
    return _DECODER.decode(text)


def refuse(constant: str) -> None:
    """Refuse NaN and the infinities, which Python reads and JSON has not."""
    raise ValueError(f"{constant} is not JSON")


MOST_PLACES = 400
"""How far the first digit of a number may stand from its point: a double goes to 308."""


def decimal(text: str) -> Decimal:
    """An exact number that is not too large or too small to compute with.

    Raises:
        ValueError: it is.
    """
    try:
        number = Decimal(text)
    except InvalidOperation as error:
        raise ValueError("the exponent is too long") from error
    if abs(number.adjusted()) > MOST_PLACES:
        raise ValueError("the number is too large or too small")
    return number


_DECODER = json.JSONDecoder(parse_float=decimal, parse_constant=refuse)
_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)
"""Writes most values as `_write` does, ten times as fast; what it cannot write, it refuses."""


def nests_within(value: object, levels: int) -> bool:
    """Whether no list or object of a value lies deeper than some levels."""
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(nests_within(item, levels - 1) for item in inner)


def dumps(value: object, indent: int | None = None) -> str:
    """Canonical JSON: keys sorted, numbers exact, on one line unless ``indent`` is given."""
    return _write(value, "\n", " " * indent) if indent else _dump(value)


def _dump(value: object) -> str:
    """JSON on one line, as much of it as can be by the encoder."""
    try:
        text = _ENCODER.encode(value)
    except TypeError:  # exact numbers
        return _write(value, "", "")
    return text if _encodes(text) else _write(value, "", "")


def digest(value: object) -> str:
    """SHA-256 of the canonical JSON, in hexadecimal."""
    return hashlib.sha256(dumps(value).encode()).hexdigest()


def _write(value: object, line: str, step: str) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list | tuple):
        return _wrap("[", [_inner(v, line, step) for v in value], "]", line, step)
    if isinstance(value, Mapping):
        colon = ": " if line else ":"
        pairs = sorted(value.items())
        items = [f"{_string(k)}{colon}{_inner(v, line, step)}" for k, v in pairs]
        return _wrap("{", items, "}", line, step)
    return _atom(value)


def _inner(value: object, line: str, step: str) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, dict | list) and not line:
        return _dump(value)
    return _write(value, line and line + step, step)


def _wrap(start: str, items: list[str], end: str, line: str, step: str) -> str:
    if not items or not line:
        return start + ",".join(items) + end
    inner = line + step
    return start + inner + f",{inner}".join(items) + line + end


def _atom(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        value = value.numerator if value.denominator == 1 else float(value)
    if isinstance(value, int | Decimal):
        return str(value)
    if isinstance(value, float):
        return json.dumps(value, allow_nan=False)
    raise TypeError(f"{type(value).__name__} is not JSON")


def _string(text: str) -> str:
    plain = encode_basestring(text)
    # A lone surrogate cannot be written as UTF-8; its escape can.
    return plain if plain.isprintable() or _encodes(plain) else json.dumps(text)


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

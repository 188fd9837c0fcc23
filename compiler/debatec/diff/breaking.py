"""Changes that break who calls a debate or reads what it gives."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from math import inf

from debatec.source.nodes import Plain

_LOWER = frozenset({"minimum", "minLength", "minItems"})
_UPPER = frozenset({"maximum", "maxLength", "maxItems"})


def required(path: str, was: Plain, now: Plain) -> bool:
    """Whether an input is new and has no default."""
    del path
    return was is None and not (isinstance(now, dict) and "default" in now)


def narrows(path: str, was: Plain, now: Plain) -> bool:
    """Whether a keyword of a JSON Schema refuses a value that it allowed; in doubt it does."""
    keyword = path.rpartition(".")[2]
    if now is None:
        return False
    if keyword in _LOWER | _UPPER and isinstance(now, int | Decimal):
        if not isinstance(was, int | Decimal):
            return True
        return now > was if keyword in _LOWER else now < was
    if keyword in ("type", "enum"):
        return was is None or not _values(was) <= _values(now)
    if keyword == "required":
        return not _values(now) <= _values(was or [])
    return True


def _values(value: Plain) -> set[str]:
    """The words of a type or of a list; an integer is a number as well."""
    items = value if isinstance(value, list) else [value]
    found = {repr(item) for item in items}
    return found | {repr("integer")} if repr("number") in found else found


def narrows_seats(path: str, was: Plain, now: Plain) -> bool:
    """Whether a role cannot have a number of seats that it could; expressions tell nothing."""
    del path
    old, new = _range(was), _range(now)
    return bool(old and new) and not _holds(new, old)


def _holds(outer: tuple[float, float] | None, inner: tuple[float, float] | None) -> bool:
    least, most = outer or (-inf, inf)
    return bool(inner) and inner is not None and least <= inner[0] and inner[1] <= most


def _range(value: Plain) -> tuple[float, float] | None:
    least, dots, most = str(value).partition("..")
    ends = [least, most] if dots else [least, least]
    return (int(ends[0]), int(ends[1])) if _are_numbers(ends) else None


def _are_numbers(texts: Iterable[str]) -> bool:
    return all(text.strip().isascii() and text.strip().isdigit() for text in texts)


def retypes(path: str, was: Plain, now: Plain) -> bool:
    """Whether a field is of another type, or lacks a part that it had."""
    del was
    parent, _, keyword = path.rpartition(".")
    return keyword == "type" or (now is None and parent.endswith(".properties"))

"""The filters and tests of texts: what they take, what they give, and what they do.

All of them accept any data, absent included, and none does work before its size is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal

from debatec.frozen import frozen
from debatec.template.budget import Budget
from debatec.template.numbers import EXACT
from debatec.template.printing import json_of, text_of
from debatec.template.types import NUMBER, TEXT, Type
from debatec.template.values import field_of, holds, item_of, number

_MAX_INDENT = 40
_MAX_INT_DIGITS = 40
_MAX_WHOLE = 2**31
_WORD = re.compile(r"\w[\w'’]*")


@frozen
class FilterRule:
    """A filter: its parameters, how many are required, what it is used on and what it gives.

    ``gives`` is None where the result has the type of the list or of its items.
    """

    run: Callable[..., object]
    of: Literal["text", "list", "any"]
    gives: Type | None = None
    parameters: tuple[str, ...] = ()
    required: int = 0


@frozen
class TestRule:
    run: Callable[..., bool]
    takes: int = 0


def items_of(value: object) -> list[object]:
    """The items of a list; of anything else, absent included, none."""
    return value if isinstance(value, list) else []


def _path(value: object, path: object) -> object:
    if path is None:
        return value
    for part in text_of(path).split("."):
        numbered = part.isdecimal() and len(part) <= _MAX_INT_DIGITS
        value = item_of(value, Fraction(part)) if numbered else field_of(value, part)
    return value


def _key(value: object) -> tuple[int, Fraction | str]:
    """A key by which values of any kinds sort and tell apart; letters' case is ignored."""
    if value is None or isinstance(value, bool):
        return int(value is not None), Fraction(int(bool(value)))
    exact = number(value)
    if exact is not None:
        return 2, exact
    return (3, value.casefold()) if isinstance(value, str) else (4, json_of(value))


def _whole(value: object, default: int) -> int:
    exact = number(value)
    return default if exact is None else max(min(int(exact), _MAX_WHOLE), -_MAX_WHOLE)


def _replace(budget: Budget, value: object, old: object, new: object, count: object = None) -> str:
    text, piece, other = text_of(value), text_of(old), text_of(new)
    limit = _whole(count, -1)
    found = text.count(piece) if limit < 0 else min(text.count(piece), limit)
    budget.reserve(len(text) + found * len(other))
    return text.replace(piece, other, limit)


def _truncate(
    _: Budget, value: object, length: object = None, killwords: object = None, end: object = None
) -> str:
    text, mark = text_of(value), "..." if end is None else text_of(end)
    size = max(_whole(length, 255), 0)
    if len(text) <= size:
        return text
    cut = text[: max(size - len(mark), 0)]
    return (cut if holds(killwords) else cut.rsplit(" ", 1)[0]) + mark


def _indent(budget: Budget, value: object, width: object = None, first: object = None) -> str:
    text = text_of(value)
    margin = " " * min(max(_whole(width, 4), 0), _MAX_INDENT)
    lines = text.split("\n")
    budget.reserve(len(text) + len(lines) * len(margin))
    start = 0 if holds(first) else 1
    return "\n".join(
        margin + line if line and index >= start else line for index, line in enumerate(lines)
    )


def _join(budget: Budget, value: object, separator: object = None, attribute: object = None) -> str:
    between = text_of(separator)
    pieces: list[str] = []
    for item in items_of(value):
        pieces.append(text_of(_path(item, attribute)))
        budget.reserve(len(pieces[-1]) + len(between))
    budget.reserve(sum(map(len, pieces)) + len(between) * len(pieces))
    return between.join(pieces)


def _sort(
    _: Budget, value: object, reverse: object = None, attribute: object = None
) -> list[object]:
    return sorted(
        items_of(value), key=lambda item: _key(_path(item, attribute)), reverse=holds(reverse)
    )


def _unique(_: Budget, value: object, attribute: object = None) -> list[object]:
    first: dict[tuple[int, Fraction | str], object] = {}
    for item in items_of(value):
        first.setdefault(_key(_path(item, attribute)), item)
    return list(first.values())


def _selected(wanted: bool) -> Callable[..., list[object]]:
    def select(
        _: Budget, value: object, attribute: object, test: object = None, to: object = None
    ) -> list[object]:
        rule = TESTS.get(text_of(test))

        def passes(item: object) -> bool:
            found = _path(item, attribute)
            if rule is None:
                return holds(found)
            return rule.run(found, to) if rule.takes else rule.run(found)

        return [item for item in items_of(value) if passes(item) is wanted]

    return select


def _default(_: Budget, value: object, other: object = None, boolean: object = None) -> object:
    return other if value is None or (holds(boolean) and not holds(value)) else value


def _int(_: Budget, value: object, default: object = None) -> object:
    exact = number(value)
    if exact is None and isinstance(value, str) and len(value) <= _MAX_INT_DIGITS:
        match = re.fullmatch(r"\s*([+-]?[0-9]+)(\.[0-9]+)?\s*", value)
        exact = Fraction(match[1]) if match else None
    return (0 if default is None else default) if exact is None else int(exact)


def _length(_: Budget, value: object) -> int:
    return len(value) if isinstance(value, str | list | dict) else 0


def _of_text(change: Callable[[str], object]) -> Callable[[Budget, object], object]:
    return lambda _, value: change(text_of(value))


def _title(text: str) -> str:
    return _WORD.sub(lambda match: match[0].capitalize(), text)


FILTERS: Mapping[str, FilterRule] = {
    "capitalize": FilterRule(_of_text(str.capitalize), "text"),
    "default": FilterRule(_default, "any", None, ("default_value", "boolean")),
    "first": FilterRule(lambda _, value: item_of(value, 0), "list"),
    "indent": FilterRule(_indent, "text", TEXT, ("width", "first")),
    "int": FilterRule(_int, "text", NUMBER, ("default",)),
    "join": FilterRule(_join, "list", TEXT, ("d", "attribute")),
    "last": FilterRule(lambda _, value: item_of(value, -1), "list"),
    "length": FilterRule(_length, "any", NUMBER),
    "list": FilterRule(lambda _, value: list(items_of(value)), "list"),
    "lower": FilterRule(_of_text(str.lower), "text"),
    "map": FilterRule(
        lambda _, value, path: [_path(item, path) for item in items_of(value)],
        "list",
        None,
        ("attribute",),
        1,
    ),
    "rejectattr": FilterRule(_selected(False), "list", None, ("attribute", "test", "to"), 1),
    "replace": FilterRule(_replace, "text", TEXT, ("old", "new", "count"), 2),
    "reverse": FilterRule(lambda _, value: items_of(value)[::-1], "list"),
    "selectattr": FilterRule(_selected(True), "list", None, ("attribute", "test", "to"), 1),
    "sort": FilterRule(_sort, "list", None, ("reverse", "attribute")),
    "string": FilterRule(_of_text(str), "text"),
    "title": FilterRule(_of_text(_title), "text"),
    "tojson": FilterRule(lambda _, value: json_of(value), "any", TEXT),
    "trim": FilterRule(_of_text(str.strip), "text"),
    "truncate": FilterRule(_truncate, "text", TEXT, ("length", "killwords", "end")),
    "unique": FilterRule(_unique, "list", None, ("attribute",)),
    "upper": FilterRule(_of_text(str.upper), "text"),
    "wordcount": FilterRule(_of_text(lambda text: len(_WORD.findall(text))), "text", NUMBER),
}


def _parity(rest: int) -> Callable[[object], bool]:
    def matches(value: object) -> bool:
        exact = number(value)
        return exact is not None and exact % 2 == rest

    return matches


def _ordered(sign: str) -> TestRule:
    return TestRule(lambda value, other: EXACT.compare(sign, value, other), 1)


TESTS: Mapping[str, TestRule] = {
    "boolean": TestRule(lambda value: isinstance(value, bool)),
    "defined": TestRule(lambda value: value is not None),
    "eq": TestRule(EXACT.same, 1),
    "equalto": TestRule(EXACT.same, 1),
    "even": TestRule(_parity(0)),
    "false": TestRule(lambda value: value is False),
    "ge": _ordered(">="),
    "gt": _ordered(">"),
    "in": TestRule(
        lambda value, whole: value is not None and bool(EXACT.contains(whole, value)), 1
    ),
    "le": _ordered("<="),
    "lt": _ordered("<"),
    "mapping": TestRule(lambda value: isinstance(value, dict)),
    "ne": _ordered("!="),
    "none": TestRule(lambda value: value is None),
    "number": TestRule(lambda value: number(value) is not None),
    "odd": TestRule(_parity(1)),
    "sequence": TestRule(lambda value: isinstance(value, list)),
    "string": TestRule(lambda value: isinstance(value, str)),
    "true": TestRule(lambda value: value is True),
    "undefined": TestRule(lambda value: value is None),
}

ABSENT_PASSES = frozenset({"none", "undefined"})
"""The tests that what is absent passes; all others it fails."""

COMPARISONS = {"eq": "==", "equalto": "==", "ne": "!=", "in": "in"}
"""The tests that are comparisons in other words."""

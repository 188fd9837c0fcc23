"""What is expected against what came."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from debatec.source.reader import read
from debatec.source.text import Source
from debatec.testing.matching import MOST_SHOWN, What, compare, equal, shown


def said(expected: str, got: Any) -> list[tuple[str, str]]:
    """The text that each miss points at, and its message."""
    node, faults = read(Source("x", f"value: {expected}"))
    assert faults == []
    assert node is not None
    misses = compare(node, node.span, {"value": got}, What("", "it"))
    return [(miss.span.text, miss.message) for miss in misses]


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("1", 1),
        ("0.5", Decimal("0.50")),
        ("0.5", Fraction(1, 2)),
        ("null", None),
        ("true", True),
        ("[1, {a: 2}]", [1, {"a": 2, "b": 3}]),
        ("{a: {b: [x]}}", {"a": {"b": ("x",), "c": 0}, "d": 1}),
        ("{}", {"a": 1}),
    ],
)
def test_what_fits(expected: str, got: Any) -> None:
    assert said(expected, got) == []


@pytest.mark.parametrize(
    ("expected", "got", "misses"),
    [
        ("1", True, [("1", "'value' of it is true, expected 1")]),
        ("true", 1, [("true", "'value' of it is 1, expected true")]),
        ("'1'", 1, [("'1'", "'value' of it is 1, expected '1'")]),
        ("[a]", ["a", "b"], [("value", '\'value\' of it is ["a","b"], expected ["a"]')]),
        ("[a, b]", ["a", "c"], [("b", "'value.2' of it is 'c', expected 'b'")]),
        ("{a: 1}", None, [("value", "'value' of it is null, expected {\"a\":1}")]),
        (
            "{size: 1, colour: {red: 2}}",
            {"size": 2, "color": {}},
            [
                ("1", "'value.size' of it is 2, expected 1"),
                ("colour", "'value' of it has no 'colour'; did you mean 'color'?"),
            ],
        ),
    ],
)
def test_what_does_not_fit(expected: str, got: Any, misses: list[tuple[str, str]]) -> None:
    assert said(expected, got) == misses


def test_whole_values_are_equal_as_in_json() -> None:
    assert equal({"a": [1, Decimal("1.0")]}, {"a": (Decimal(1), 1)})
    assert not equal({"a": 1}, {"a": 1, "b": 2})
    assert not equal([1], [True])


def test_what_is_shown_is_one_short_line() -> None:
    assert shown("a\nb") == "'a␊b'"
    assert len(shown("x" * 1000)) == MOST_SHOWN + 2
    assert len(shown(["x" * 1000])) == MOST_SHOWN

"""Filters and tests take any data: reading what is absent or odd must never end a run."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from debatec.template.budget import Budget, Exhausted
from debatec.template.filters import FILTERS, TESTS
from debatec.template.printing import json_of, text_of

ODD: list[object] = [
    None,
    True,
    0,
    -3,
    10**6000,
    Fraction(5, 6),
    Decimal("NaN"),
    Decimal("1E+999999"),
    "",
    "{{ x }}\n٣²",
    "9" * 6000,
    "a.b.0",
    [],
    ["b", 1, None, "A", {"a": 1}, [10**6000], True],
    [["a"], ["b"]],
    {},
    {"a": {"b": [1]}},
]


@pytest.mark.parametrize("name", FILTERS)
def test_filters_take_any_data(name: str) -> None:
    parameters = FILTERS[name].parameters
    for value, *arguments in product(ODD, *[ODD[1::2]] * min(len(parameters), 2)):
        budget = Budget(1_000_000, 200_000)
        with suppress(Exhausted):
            text_of(FILTERS[name].run(budget, value, *arguments))


@pytest.mark.parametrize("name", TESTS)
def test_tests_take_any_data(name: str) -> None:
    for value, *arguments in product(ODD, *[ODD] * TESTS[name].takes):
        assert TESTS[name].run(value, *arguments) in (True, False)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (12, "12"),
        (Decimal("0.50"), "0.50"),
        (Decimal("1E+3"), "1000"),
        (Decimal("1E+999999"), "1E+999999"),
        (Fraction(4, 2), "2"),
        (Fraction(1, 8), "0.125"),
        (Fraction(1, 3), "0.333333333333"),
        ([1, None, Decimal("0.5")], '[1, null, "0.5"]'),
        ({"a": "é"}, '{"a": "é"}'),
    ],
)
def test_values_as_text(value: object, text: str) -> None:
    assert text_of(value) == text


def test_what_is_too_long_or_too_deep_is_not_written() -> None:
    assert text_of(10**6000) == ""
    assert json_of([10**6000]) == ""
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    assert json_of(deep) == ""

"""Values that are drawn meet their schemas."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from debatec.simulation.values import Draw, fitted
from debatec.spec.shipped import SHIPPED

SCHEMAS: list[dict[str, Any]] = [
    {"type": "number", "minimum": 0, "maximum": 1},
    {"type": "number", "minimum": 3},
    {"type": "number", "maximum": -3},
    {"type": "integer", "minimum": 1, "maximum": 5},
    {"type": "boolean"},
    {"enum": ["a", "b", "c"]},
    {"enum": ["only"]},
    {"type": "string", "minLength": 30, "maxLength": 40},
    {"type": "string", "maxLength": 3},
    {"type": "array", "minItems": 2, "maxItems": 4, "items": {"type": "string"}},
    {"type": ["string", "null"]},
    *(schema for fields in SHIPPED.values() for schema in fields.values()),
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
@given(seed=st.integers(), agreement=st.floats(0, 1))
def test_a_value_meets_its_schema(schema: dict[str, Any], seed: int, agreement: float) -> None:
    Draft202012Validator(schema).validate(Draw(Random(seed), agreement).value(schema))


def test_who_agrees_wholly_says_the_first_word_and_lists_nothing() -> None:
    draw = Draw(Random(1), 1.0)
    assert {draw.value({"enum": ["a", "b"]}) for _ in range(50)} == {"a"}
    assert draw.value({"type": "array", "items": {"type": "string"}}) == []
    assert draw.value({"type": "number", "minimum": 0, "maximum": 4}) == 4


def test_who_does_not_agree_says_any_other_word() -> None:
    draw = Draw(Random(1), 0.0)
    assert {draw.value({"enum": ["a", "b", "c"]}) for _ in range(50)} == {"b", "c"}


def test_numbers_are_drawn_inside_their_range() -> None:
    assert fitted(7.4, {"minimum": 0, "maximum": 5}, "number") == 5
    assert fitted(2.6, {"minimum": 0, "maximum": 5}, "integer") == 3

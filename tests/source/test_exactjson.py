"""JSON that keeps every digit and is the same bytes for the same value."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.source.exactjson import digest, dumps, loads

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.decimals(allow_nan=False, allow_infinity=False, places=4)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


@given(values, st.sampled_from([None, 1, 2]))
def test_a_value_comes_back_as_it_was(value: Any, indent: int | None) -> None:
    assert loads(dumps(value, indent)) == value


@given(values)
def test_the_order_of_keys_does_not_show(value: Any) -> None:
    assert dumps(value) == dumps(loads(dumps(value, indent=2)))
    assert digest(value) == digest(loads(dumps(value)))


@given(st.text(st.characters()))
def test_every_text_can_be_written_as_utf_8(text: str) -> None:
    assert json.loads(dumps(text).encode()) == text


def test_digits_are_kept() -> None:
    assert dumps(loads("0.10")) == "0.10"
    assert dumps(Fraction(3)) == "3"
    assert dumps(Fraction(1, 4)) == "0.25"


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "-Infinity", "{", ""])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|Expecting"):
        loads(text)


def test_what_json_cannot_say_is_refused() -> None:
    with pytest.raises(TypeError, match="set is not JSON"):
        dumps({1})


@pytest.mark.parametrize(
    "text", ["2e" + "2" * 20, "2e-" + "2" * 20, "[1e401]", "1e-401", "0." + "0" * 500 + "1"]
)
def test_a_number_that_cannot_be_computed_with_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="too l"):
        loads(text)

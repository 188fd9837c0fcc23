"""Requests cut down for a small model."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from debatec.transports.interface import Block, Request
from debatec.transports.modest import BLOCK_TOKENS, modest, narrowed

STATUS = {
    "type": "object",
    "properties": {
        "note": {"type": "string", "maxLength": 600},
        "list": {"type": "array", "maxItems": 6, "items": {"type": "string", "minLength": 200}},
    },
}


def test_prose_is_cut_to_the_smaller_of_both_limits() -> None:
    assert modest(Request("t", 1, "p", 4000), 220).max_tokens == 220
    assert modest(Request("t", 1, "p", 100), 220).max_tokens == 100


def test_a_block_has_room_to_be_whole() -> None:
    request = modest(Request("t", 1, "p", 100, Block("status", STATUS)), 220)
    assert request.max_tokens == BLOCK_TOKENS
    assert request.block is not None
    assert request.block.schema == narrowed(STATUS)


def test_bounds_that_ask_for_more_are_left_alone() -> None:
    fields = narrowed(STATUS)["properties"]
    assert fields["note"]["maxLength"] == 80
    assert fields["list"] == {
        "type": "array",
        "maxItems": 2,
        "items": {"type": "string", "minLength": 200, "maxLength": 200},
    }


values = st.recursive(
    st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)
texts = st.fixed_dictionaries(
    {"type": st.just("string")},
    optional={"maxLength": st.integers(0, 400), "minLength": st.integers(0, 150)},
)
schemas = st.recursive(
    texts,
    lambda inner: st.fixed_dictionaries({"type": st.just("array"), "items": inner}),
    max_leaves=4,
)


@given(schemas, values)
def test_what_fits_the_narrower_schema_fits_the_wider(schema: dict[str, Any], value: Any) -> None:
    if schema.get("minLength", 0) > schema.get("maxLength", 400):
        return
    if Draft202012Validator(narrowed(schema)).is_valid(value):
        assert Draft202012Validator(schema).is_valid(value)

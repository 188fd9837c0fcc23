"""Replies of nobody: their blocks are valid, and small."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from debatec.runtime.demands import Demands
from debatec.runtime.forms import form_of
from debatec.runtime.placeholders import NoPlaceholder, Placeholder, smallest
from debatec.source.nodes import Plain
from debatec.transports.interface import Block, Request
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import plan_of

SPAN = st.tuples(st.integers(-5, 5), st.integers(0, 5))


def bounded(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Numbers with one bound, both or none; the bounds of integers may lie between them."""
    step = 1 if kind == "number" else 0.5
    both = SPAN.map(lambda span: {"minimum": span[0] * step, "maximum": span[0] * step + span[1]})
    keys = st.sets(st.sampled_from(["minimum", "maximum"]))
    return st.tuples(both, keys).map(
        lambda pair: {"type": kind, **{key: pair[0][key] for key in pair[1]}}
    ).filter(lambda schema: kind == "number" or _has_integer(schema))  # fmt: skip


def _has_integer(schema: dict[str, Any]) -> bool:
    low, high = schema.get("minimum", -99), schema.get("maximum", 99)
    return any(low <= number <= high for number in range(-99, 100))


LEAVES: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    st.lists(st.sampled_from(["a", 1, None, True]), min_size=1).map(lambda v: {"enum": v}),
    bounded("integer"),
    bounded("number"),
    st.integers(0, 9).map(lambda n: {"type": "string", "minLength": n, "maxLength": n + 1}),
    st.sampled_from(["boolean", "null", "string"]).map(lambda kind: {"type": kind}),
    st.lists(st.sampled_from(["string", "integer", "null"]), min_size=1, unique=True).map(
        lambda kinds: {"type": kinds}
    ),
)


def _nested(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    lists = st.tuples(inner, st.integers(0, 3)).map(
        lambda pair: {"type": "array", "items": pair[0], "minItems": pair[1]}
    )
    names = st.sampled_from(["x", "y", "z"])
    objects = st.tuples(st.dictionaries(names, inner), st.lists(names, unique=True)).map(
        lambda pair: {"type": "object", "properties": pair[0], "required": pair[1]}
    )
    return lists | objects


@given(st.recursive(LEAVES, _nested, max_leaves=6))
def test_the_smallest_value_is_valid(schema: dict[str, Any]) -> None:
    Draft202012Validator(schema).validate(smallest(schema))


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "integer", "minimum": 0.5}, 1),
        ({"type": "integer", "maximum": -0.5}, -1),
        ({"type": "number", "maximum": 3}, 0),
        ({"type": "string"}, ""),
        ({"type": "string", "minLength": 2}, "……"),
        ({"type": "array", "items": {"enum": ["a"]}}, []),
        ({"properties": {"a": {"type": "boolean"}, "b": {}}, "required": ["a"]}, {"a": False}),
    ],
)
def test_values(schema: dict[str, Any], value: Plain) -> None:
    assert smallest(schema) == value


HUGE = {"type": "array", "minItems": 10**9, "items": {"type": "string"}}
DEEP: dict[str, Any] = {"type": "string"}
for _ in range(8):
    DEEP = {"type": "array", "minItems": 9, "items": DEEP}


@pytest.mark.parametrize("schema", [{"type": "string", "minLength": 10**12}, HUGE, DEEP])
def test_what_would_be_large_is_not_made_up(schema: dict[str, Any]) -> None:
    with pytest.raises(NoPlaceholder):
        smallest(schema)


@pytest.mark.parametrize("native", [True, False])
def test_a_reply_says_whose_it_is_and_has_its_block_where_it_was_asked_for(native: bool) -> None:
    plan = plan_of(debate([{**TALK, "returns": "score"}], blocks={"score": SCORE}))
    agent = Placeholder(plan, "local", native)
    request = Request("talk.r1.say.peer-1", 1, "Well?", 100)
    said, block = "[reply of peer-1 in say, round 1]", '```score\n{"score":0}\n```'
    assert agent.reply(request) == (said if native else f"{said}\n\n{block}")
    form = form_of(plan, plan.graph.nodes[request.turn])
    assert form is not None
    alone = Request(request.turn, 1, "The block.", 100, Block(form.name, form.schema))
    assert agent.reply(alone) == block


def test_a_block_too_large_is_left_out_and_said_to_be() -> None:
    large = {"fields": {"text_1": {"type": "string", "minLength": 10**6}}}
    plan = plan_of(debate([{**TALK, "returns": "essay"}], blocks={"essay": large}))
    reply = Placeholder(plan, "local", False).reply(Request("talk.r1.say.peer-1", 1, "?", 9))
    assert reply.endswith("[no essay block: its smallest value is too large]")


def test_a_placeholder_has_the_length_and_the_headings_asked_for() -> None:
    step = {**TALK, "words": {"min": 20}, "sections": ["Decision", "Dissent"]}
    plan = plan_of(debate([step]))
    node = plan.graph.nodes["talk.r1.say.peer-1"]
    text = Placeholder(plan, "local", False).reply(Request(node.id, 1, "?", 9))
    assert Demands(20, None, ("Decision", "Dissent")).missing(text) == ()

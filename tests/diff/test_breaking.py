"""What breaks who calls a debate or reads what it gives."""

from __future__ import annotations

import pytest

from debatec.diff.breaking import narrows, narrows_seats, required, retypes
from debatec.source.nodes import Plain


@pytest.mark.parametrize(
    ("keyword", "was", "now", "breaks"),
    [
        ("minimum", 1, 2, True),
        ("minimum", 2, 1, False),
        ("minimum", None, 1, True),
        ("minimum", 1, None, False),
        ("maxItems", 3, 2, True),
        ("maxItems", 3, 4, False),
        ("type", "integer", "number", False),
        ("type", "number", "integer", True),
        ("type", ["string", "null"], "string", True),
        ("type", None, "string", True),
        ("enum", ["a"], ["b"], True),
        ("required", None, ["a"], True),
        ("required", ["a", "b"], ["b"], False),
        ("items", None, {"type": "string"}, True),
    ],
)
def test_schemas_that_refuse_more(keyword: str, was: Plain, now: Plain, breaks: bool) -> None:
    assert narrows(f"inputs.x.{keyword}", was, now) is breaks


@pytest.mark.parametrize(
    ("was", "now", "breaks"),
    [
        (2, 3, True),
        (2, "1..3", False),
        ("1..3", 2, True),
        ("1..3", "2..4", True),
        ("1..3", "1 .. 3", False),
        (2, "inputs.n", False),
        ("2..inputs.n", 2, False),
    ],
)
def test_seats_that_are_refused(was: Plain, now: Plain, breaks: bool) -> None:
    assert narrows_seats("roles.x.seats", was, now) is breaks


def test_new_inputs_without_a_default() -> None:
    assert required("inputs.x", None, {"type": "string"})
    assert not required("inputs.x", None, {"default": None})
    assert not required("inputs.x", {"type": "string"}, None)


def test_fields_of_another_type() -> None:
    assert retypes("blocks.b.fields.x.items.type", "string", "number")
    assert retypes("blocks.b.fields.x.properties.y", {}, None)
    assert not retypes("blocks.b.fields.x.properties.y", None, {})
    assert not retypes("blocks.b.fields.x.maximum", 1, None)

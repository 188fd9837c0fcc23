from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.data import data
from debatec.source.gate import Gate, gate_of
from debatec.source.nodes import Plain, plain
from debatec.source.reader import read
from debatec.source.refusals import Validator
from debatec.source.schema import load_schema
from debatec.source.text import Source

SHIPPED = sorted(
    file.name for file in data("schemas").iterdir() if file.name.endswith(".schema.json")
)
FORMATS = [
    file.read_text("utf-8")
    for file in data("formats").iterdir()
    if file.name.endswith(".debate.yaml")
]


def gate(document: dict[str, Any]) -> Gate:
    found = gate_of(document)
    assert found is not None
    return found


def debates() -> list[Plain]:
    trees = [read(Source("debate.yaml", text))[0] for text in FORMATS]
    return [plain(tree) for tree in trees if tree is not None]


def inner(schema: Any, keyword: str) -> list[Any]:
    """The values of a keyword, wherever it stands in a schema."""
    if isinstance(schema, list):
        return [value for item in schema for value in inner(item, keyword)]
    if not isinstance(schema, dict):
        return []
    here = [schema[keyword]] if keyword in schema else []
    return here + [value for item in schema.values() for value in inner(item, keyword)]


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 30_000),
    st.sampled_from([Decimal("0"), Decimal("1.0"), Decimal("1.5"), Decimal("1e3")]),
    st.sampled_from(["", "a", "A b", "x-a", "id", "say", "speak", "tally", "a" * 81]),
)


def words(document: dict[str, Any]) -> list[str]:
    """The keys and words that a schema knows."""
    keys = {key for value in inner(document, "properties") for key in value}
    keys |= {str(word) for value in inner(document, "enum") for word in value}
    return sorted(keys | {str(value) for value in inner(document, "const")})


def values(document: dict[str, Any]) -> st.SearchStrategy[Plain]:
    """Values that look like those that a schema is for."""
    known = st.sampled_from(words(document))
    examples = [example for value in inner(document, "examples") for example in value]
    leaves = SCALARS | known
    leaves = leaves | st.sampled_from(examples) if examples else leaves
    return st.recursive(
        leaves,
        lambda part: st.lists(part, max_size=3) | st.dictionaries(known, part, max_size=4),
        max_leaves=12,
    )


@st.composite
def mutated(draw: st.DrawFn, whole: Plain, parts: st.SearchStrategy[Plain]) -> Plain:
    """A value with one part of it replaced, left out or added."""
    if isinstance(whole, dict) and whole and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(whole)))
        if not draw(st.integers(0, 9)):
            return {other: value for other, value in whole.items() if other != key}
        return {**whole, key: draw(mutated(whole[key], parts))}
    if isinstance(whole, list) and whole and draw(st.integers(0, 9)):
        at = draw(st.integers(0, len(whole) - 1))
        return [*whole[:at], draw(mutated(whole[at], parts)), *whole[at + 1 :]]
    part = draw(parts)
    if isinstance(whole, dict) and isinstance(part, dict):
        return {**whole, **part}
    return part


@pytest.mark.parametrize("name", SHIPPED)
@settings(max_examples=60, deadline=None)
@given(choice=st.data())
def test_says_what_jsonschema_says_of_any_value(name: str, choice: st.DataObject) -> None:
    document = load_schema(name).document
    value = choice.draw(values(document))
    assert gate(document)(value) == Validator(document).is_valid(value)
    for part in document.get("$defs", {}):
        inside = {"$defs": document["$defs"], "$ref": f"#/$defs/{part}"}
        assert gate(inside)(value) == Validator(inside).is_valid(value), part


@settings(max_examples=75, deadline=None)
@given(choice=st.data())
def test_says_what_jsonschema_says_of_changed_debates(choice: st.DataObject) -> None:
    document = load_schema("debate.v1.schema.json").document
    whole = choice.draw(st.sampled_from(debates()))
    value = choice.draw(mutated(whole, values(document)))
    assert gate(document)(value) == Validator(document).is_valid(value)


@pytest.mark.parametrize("value", debates())
def test_lets_shipped_debates_pass(value: Plain) -> None:
    assert gate(load_schema("debate.v1.schema.json").document)(value)


@pytest.mark.parametrize(
    ("schema", "passes", "fails"),
    [
        ({"type": "integer"}, [1, Decimal("1.0")], [True, Decimal("1.5"), "1"]),
        ({"type": "number"}, [1, Decimal("1.5")], [True, False, None]),
        ({"type": ["boolean", "null"]}, [True, None], [0, ""]),
        ({"const": 1}, [1, Decimal("1.0")], [True, "1"]),
        ({"enum": [[True], {"a": 0}]}, [[True], {"a": Decimal(0)}], [[1], {"a": False}]),
        ({"uniqueItems": True}, [[1, True], "aa"], [[1, 1], [[1], [Decimal("1.0")]]]),
        ({"uniqueItems": False}, [[1, 1]], []),
        ({"pattern": "b"}, ["abc", 3], ["ac"]),
        ({"minimum": 2, "exclusiveMaximum": 3}, [2, "a", True], [1, 3]),
        ({"exclusiveMinimum": 2, "maximum": 3}, [3, [], False], [2, 4]),
        ({"minLength": 1, "maxLength": 2}, ["a", "ab", []], ["", "abc"]),
        ({"minItems": 1, "maxItems": 2}, [[1], [1, 2], ""], [[], [1, 2, 3]]),
        ({"minProperties": 1, "maxProperties": 1}, [{"a": 1}, []], [{}, {"a": 1, "b": 2}]),
        ({"required": ["a"]}, [{"a": None}, []], [{}]),
        ({"dependentRequired": {"a": ["b"]}}, [{"b": 1}, {"a": 1, "b": 1}, 1], [{"a": 1}]),
        ({"items": {"type": "null"}}, [[], [None], {}], [[None, 1]]),
        ({"propertyNames": {"maxLength": 1}}, [{"a": 1}, "ab"], [{"ab": 1}]),
        ({"anyOf": [{"type": "null"}, {"minimum": 1}]}, [None, "a", 1], [0]),
        ({"allOf": [{"minimum": 1}, {"maximum": 1}]}, [1], [0, 2]),
        ({"if": {"const": 1}, "then": False}, [2], [1]),
        ({"if": {"const": 1}, "else": False}, [1], [2]),
        ({"then": False, "else": False}, [1], []),
        ({"additionalProperties": {"type": "null"}}, [{"a": None}], [{"a": 1}]),
        ({"properties": {"a": False}, "additionalProperties": False}, [{}, []], [{"a": 1}]),
        (
            {
                "properties": {"ab": {"minimum": 1}},
                "patternProperties": {"a": {"maximum": 2}, "b": {"maximum": 3}},
                "additionalProperties": False,
            },
            [{"ab": 1}, {"b": 3}, {"xa": 0}],
            [{"ab": 0}, {"ab": 3}, {"b": 4}, {"c": 1}],
        ),
        (
            {"$ref": "#/$defs/tree", "$defs": {"tree": {"items": {"$ref": "#/$defs/tree"}}}},
            [[[[]]]],
            [],
        ),
        (
            {
                "$ref": "#/$defs/tree",
                "$defs": {"tree": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
            },
            [[[], [[]]]],
            [[[[1]]]],
        ),
    ],
)
def test_keeps_the_meaning_of_each_keyword(
    schema: dict[str, Any], passes: list[Plain], fails: list[Plain]
) -> None:
    passing = gate(schema)
    assert [value for value in [*passes, *fails] if passing(value)] == passes
    assert [value for value in [*passes, *fails] if Validator(schema).is_valid(value)] == passes


@pytest.mark.parametrize(
    "schema",
    [
        {"multipleOf": 2},
        {"oneOf": [{"const": 1}]},
        {"properties": {"a": {"contains": {"const": 1}}}},
        {"$ref": "#/$defs/none"},
        {"$ref": "https://example.org/schema"},
        {"anything": 1},
    ],
)
def test_there_is_none_for_what_it_does_not_know(schema: dict[str, Any]) -> None:
    assert gate_of(schema) is None

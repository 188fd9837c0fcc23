from __future__ import annotations

import pytest

from debatec.template.types import (
    ANYTHING,
    FLAG,
    NOTHING,
    NUMBER,
    TEXT,
    Choice,
    ListOf,
    Maybe,
    Record,
    Type,
    describe,
    from_schema,
    union,
)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, TEXT),
        ({"type": "integer", "minimum": 1}, NUMBER),
        ({"type": "number"}, NUMBER),
        ({"type": "boolean"}, FLAG),
        ({"type": ["integer", "null"]}, Maybe(NUMBER)),
        ({"type": ["null", "string"]}, Maybe(TEXT)),
        ({"type": ["integer", "string"]}, ANYTHING),
        ({"type": "array", "items": {"type": "string"}}, ListOf(TEXT)),
        ({"type": "array"}, ListOf(ANYTHING)),
        ({"type": "object"}, ANYTHING),
        ({"enum": ["a", "b"]}, Choice(("a", "b"))),
        ({"enum": ["a", None]}, Maybe(Choice(("a",)))),
        ({"enum": [1, 2]}, NUMBER),
        ({"enum": [True, False]}, FLAG),
        ({"enum": ["a", 1]}, ANYTHING),
        ({"enum": [[1]]}, ANYTHING),
        ({}, ANYTHING),
        ({"type": "object", "properties": {"a": {"type": "number"}}}, Record("r", {"a": NUMBER})),
    ],
)
def test_schema_to_type(schema: dict[str, object], expected: Type) -> None:
    assert from_schema(schema, "r") == expected


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (TEXT, "text"),
        (NUMBER, "a number"),
        (ListOf(Record("reply", {})), "a list of replies"),
        (ListOf(Maybe(TEXT)), "a list of texts"),
        (ListOf(ListOf(TEXT)), "a list of lists"),
        (Record("option", {}), "an option"),
        (Maybe(FLAG), "true or false, if present"),
        (Choice(("yes", "no")), "one of yes, no"),
    ],
)
def test_types_in_words(type_: Type, words: str) -> None:
    assert describe(type_) == words


def test_union() -> None:
    assert union(TEXT, TEXT) == TEXT
    assert union(TEXT, NOTHING) == Maybe(TEXT)
    assert union(Maybe(NUMBER), NUMBER) == Maybe(NUMBER)
    assert union(Choice(("a",)), Choice(("b", "a"))) == Choice(("a", "b"))
    assert union(Choice(("a",)), TEXT) == TEXT
    assert union(TEXT, NUMBER) == ANYTHING

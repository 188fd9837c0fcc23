from __future__ import annotations

import pytest

from debatec.template.types import (
    ANYTHING,
    FLAG,
    NOTHING,
    NUMBER,
    TEXT,
    Choice,
    Known,
    ListOf,
    Maybe,
    Record,
    Type,
    describe,
    from_schema,
    is_empty,
    item_of,
    maybe,
    truth,
    union,
    within,
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


def test_of_a_value_that_is_absent_every_part_is() -> None:
    gone = Maybe(Record("r", {}), "not yet", gone=True)
    assert within(gone, NUMBER) == Maybe(NUMBER, gone=True)
    assert within(Maybe(TEXT), Known(FLAG, True)) == Maybe(FLAG)
    assert within(Known(TEXT, True), Known(FLAG, True)) == Known(FLAG, True)
    assert maybe(ANYTHING) == ANYTHING
    assert union(gone, Record("r", {})) == Maybe(Record("r", {}))


def test_what_types_know_of_truth() -> None:
    assert truth(TEXT) is truth(Maybe(TEXT)) is None
    assert truth(Maybe(TEXT, gone=True)) is False
    assert truth(Known(FLAG, True)) is True
    assert union(Known(FLAG, True), Known(FLAG, False)) == FLAG


def test_an_item_of_an_empty_list_is_absent() -> None:
    texts = ListOf(TEXT)
    assert item_of(texts) == item_of(Known(texts, True)) == TEXT
    assert item_of(Maybe(texts)) == Maybe(TEXT)
    for empty in (Known(texts, False), Maybe(texts, gone=True)):
        assert is_empty(empty)
        assert item_of(empty) == Maybe(TEXT, gone=True)

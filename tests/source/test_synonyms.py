"""Words of elsewhere, and what is called so here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from debatec.source.suggest import did_you_mean, nearest, only
from debatec.source.synonyms import SYNONYMS, synonym
from debatec.spec.names import FUNCTIONS, OPERATORS, SEES_WORDS, WHO_WORDS
from debatec.spec.shipped import SHIPPED

SCHEMA = Path(__file__).parents[2] / "schemas" / "debate.v1.schema.json"


def words_of(schema: Any) -> Iterator[str]:
    """The keys and the values that a schema knows."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (word for word in schema.get("enum", ()) if isinstance(word, str))
        for inner in schema.values():
            yield from words_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from words_of(inner)


KNOWN = {
    *words_of(json.loads(SCHEMA.read_text(encoding="utf-8"))),
    *("elif", "length", "none"),
    *(FUNCTIONS | OPERATORS | SEES_WORDS | WHO_WORDS | SHIPPED.keys()),
}


@pytest.mark.parametrize("word", SYNONYMS)
def test_what_is_meant_is_there(word: str) -> None:
    for meant in SYNONYMS[word]:
        assert set(re.findall(r"\w+", meant)) <= KNOWN


def test_the_words_are_in_order_and_fold_case_and_hyphens() -> None:
    assert list(SYNONYMS) == sorted(SYNONYMS)
    assert synonym("Max-Rounds", {"rounds"}) == "rounds"


def test_the_first_that_can_stand_in_the_place_is_meant() -> None:
    assert synonym("role", {"who", "in"}) == "who"
    assert synonym("role", {"who", "speakers"}) == "speakers"
    assert synonym("role", {"prompt"}) is None


def test_more_than_a_word_is_suggested_and_not_put_in_its_place() -> None:
    assert did_you_mean("anonymous", {"names", "who"}) == "; did you mean 'names: hidden'?"
    assert only("anonymous", {"names", "who"}) is None


def test_a_synonym_comes_before_what_is_like_it_in_its_letters() -> None:
    assert nearest("all", ["ballot", "everything"]) == "everything"
    assert only("all", ["ballot", "everything"]) == "everything"

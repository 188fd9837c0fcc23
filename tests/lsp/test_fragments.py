"""Unfinished code: what is bound around it, and what types it has."""

from __future__ import annotations

from time import process_time

import pytest

from debatec.lsp.code import offers
from debatec.lsp.fragments import calls_at, fragment, value_before
from debatec.lsp.insides import Inside
from debatec.template.expression import Scope
from debatec.template.types import NUMBER, TEXT, Choice, ListOf, Record

REPLY = Record("reply", {"text": TEXT, "mood": Choice(("calm", "cross"))})
SAY = ListOf(REPLY)
TEXTUAL = Inside(Scope({"say": SAY, "topic": TEXT}), is_text=True)
CODED = Inside(Scope({"say": SAY, "n": NUMBER}, {"say": REPLY}, frozenset({"pro"})), is_text=False)


def offered(before: str, inside: Inside) -> list[str]:
    part = fragment(before, inside)
    return [offer.text for offer in offers(part)] if part else []


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("Hello ", []),
        ("{{ topic }} and ", []),
        ("{# a note ", []),
        ("{{ ", ["say", "topic"]),
        ("{{ say[0].", ["text", "mood"]),
        ("{{ (say | first).", ["text", "mood"]),
        ("{{ say | last }}{{ topic.", []),
        ("{% for r in say %}{{ r.", ["text", "mood"]),
        ("{% for r in say | selectattr('mood', 'eq', 'calm') %}{{ r.", ["text", "mood"]),
        ("{% for r in say %}{% endfor %}{{ r.", []),
        ("{% with first = say[0] %}{{ first.", ["text", "mood"]),
        ("{% if topic %}{% set last = say[1] %}{% endif %}{{ last.", ["text", "mood"]),
        ("{% set x = say", ["say", "topic"]),
        ("{% for r", []),
        ("{% for r in say %}{{ r.mood == ", ["'calm'", "'cross'"]),
        ("{{ say[0].mood == 'c", ["calm", "cross"]),
        ("{{ 'say", []),
        ("{{ 0.", []),
        ("{% for r in ((( %}{% endif %}{% with %}{{ ", ["say", "topic"]),
    ],
)
def test_texts(before: str, found: list[str]) -> None:
    assert [name for name in offered(before, TEXTUAL) if name not in ("r",)] == found


def test_tags_that_close_what_is_open_come_first() -> None:
    assert offered("{% for r in say %}{% ", TEXTUAL)[:2] == ["endfor", "else"]
    assert offered("{% if say %}{% e", TEXTUAL)[:3] == ["endif", "elif", "else"]
    assert "endif" not in offered("{% if say %}{% endif %}{%- ", TEXTUAL)


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("say[0].", ["text", "mood"]),
        ("last(say).", ["text", "mood"]),
        ("count(", ["say"]),
        ("1 + live(", ["pro"]),
        ("all(say, it.", ["text", "mood"]),
        ("any(say, similarity(it.text, it.", ["text", "mood"]),
        ("any(say, it.mood == ", ["'calm'", "'cross'"]),
        ("n is not ", ["none"]),
        ("it.", []),
    ],
)
def test_expressions(before: str, found: list[str]) -> None:
    assert offered(before, CODED) == found


def test_names_and_functions_begin_an_expression() -> None:
    names = offered("n > ", CODED)
    assert names[:2] == ["say", "n"]
    assert {"count", "all", "before"} <= set(names)


def test_calls_and_values() -> None:
    assert calls_at("all(say, count(b, 'x, (') + max(1, [2, 3][0], ") == [
        ("max", ["1", " [2, 3][0]"]),
        ("all", ["say"]),
    ]
    assert value_before("1 + last(say).text", 18) == "last(say).text"
    assert value_before("((", 2) == ""


@pytest.mark.parametrize(
    "before", ["{% if " * 100_000, "{{ " + "(" * 300_000, "{% set x = 1 %}" * 9_000]
)
def test_a_text_of_any_length_takes_no_time(before: str) -> None:
    start = process_time()
    offered(before, TEXTUAL)
    offered(before, CODED)
    assert process_time() - start < 2

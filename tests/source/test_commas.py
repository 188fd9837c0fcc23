"""Commas that split a value inside `{ }`."""

from __future__ import annotations

import pytest

from debatec.source.nodes import plain
from debatec.source.reader import read
from debatec.source.text import Source


@pytest.mark.parametrize(
    ("text", "place", "keys"),
    [
        ("{a: f(x, y)}", "1:8", ["a"]),
        ("{a: f(x, y, z=1) > 2, b: 1}", "1:8", ["a", "b"]),
        ("{a: one thing, another thing, b: 1}", "1:14", ["a", "b"]),
        ("[{a: f(x, y)}]", "1:9", None),
    ],
)
def test_a_split_value_is_one_fault_at_its_comma(
    text: str, place: str, keys: list[str] | None
) -> None:
    node, found = read(Source("x.yaml", text))
    assert node is not None
    assert [(fault.rule, str(fault.span)) for fault in found] == [("DB113", f"x.yaml:{place}")]
    value = plain(node)
    if keys is not None:
        assert isinstance(value, dict)
        assert list(value) == keys


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("{a: f(x, y), b: 1}", "{a: 'f(x, y)', b: 1}"),
        ("{a: it's, so be it}", "{a: 'it''s, so be it'}"),
    ],
)
def test_the_fix_mends_it(text: str, mended: str) -> None:
    fix = read(Source("x.yaml", text))[1][0].fix
    assert fix is not None
    assert text[: fix.span.start] + fix.text + text[fix.span.end :] == mended
    assert read(Source("x.yaml", mended))[1] == []


@pytest.mark.parametrize(
    "text",
    [
        "{pro, con}",
        "{pro: one, con}",
        "{a: 1, b: , c: null}",
        "{a: 'f(x', y}",
        "{a: &v word, b: *v, c}",
        "a: f(x, y)\n",
        "[f(x, y)]",
    ],
)
def test_keys_without_a_value_are_left_alone(text: str) -> None:
    assert read(Source("x.yaml", text))[1] == []

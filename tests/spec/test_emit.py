"""What is emitted reads back to the same values, and compiling twice changes nothing."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.data import data
from debatec.source.nodes import Mapping, Node, Plain, node_of, plain
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.emit import emit
from debatec.spec.sugar import canonical

NOWHERE = Source("", "").span(0, 0)
TRAPS = (
    "", " ", "~", "null", "True", "no", "on", "yes", "1:30", "007", "1_000", "0x1F", "1e3", "-1",
    ".5", "1.", "<<", "=", "---", "...", "- a", "a: b", "a #b", "a:", "#a", "'", '"', "\\", "{a",
    "{{ heard }}", "[a", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "?", "? a", "a, b", "a]b",
    "\ta", "a\tb", "a\n", "a\nb", "a\n\nb\n\n", "\n", "\na", " a\nb", "a\n b\n  \n", "a\r\nb",
    "a\x85b", "a\u2028b", "\u00a0a", "\ufeff", "\x00", "\x1b[31m", "é", "日本", "😀", "2001-12-14",
    "9" * 41, "1e9999", "300s", "x" * 200, "a b" * 60, "---\n---\n",
)  # fmt: skip


def numbers() -> st.SearchStrategy[Plain]:
    finite = st.decimals(allow_nan=False, allow_infinity=False, places=3)
    return st.integers(-(10**30), 10**30) | finite.filter(lambda d: len(str(d)) < 40)


def texts() -> st.SearchStrategy[str]:
    characters = st.characters(exclude_categories=["Cs"])
    near = st.text(st.sampled_from("ab \n\t:#-'\"{}[],|>%&*!?0.~\r"), max_size=12)
    return st.sampled_from(TRAPS) | near | st.text(characters, max_size=20)


def values() -> st.SearchStrategy[Plain]:
    atoms: st.SearchStrategy[Plain] = st.none() | st.booleans() | numbers() | texts()
    return st.recursive(
        atoms,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts(), inner, max_size=4),
        max_leaves=12,
    )


def reread(text: str) -> Node:
    root, found = read(Source("emitted.yaml", text))
    assert found == []
    assert root is not None
    return root


@given(values())
def test_reads_back_to_the_same_value(value: Plain) -> None:
    text = emit(node_of(value, NOWHERE))
    assert plain(reread(text)) == value


@given(values())
def test_emitting_is_a_fixed_point(value: Plain) -> None:
    text = emit(node_of(value, NOWHERE))
    assert emit(reread(text)) == text


@pytest.mark.parametrize("text", TRAPS)
def test_a_text_stays_a_text(text: str) -> None:
    value: Plain = {"key": text, text or "k": [text, {"a": text}]}
    assert plain(reread(emit(node_of(value, NOWHERE)))) == value


def test_a_key_too_long_for_one_line_is_written_out() -> None:
    value: Plain = {"a": {"k" * 3000: 1}}
    assert plain(reread(emit(node_of(value, NOWHERE)))) == value


def test_numbers_keep_their_digits() -> None:
    text = "a: 0.850\nb: 1e3\nc: 0x1F\n"
    assert emit(reread(text)) == text


def test_aliases_are_written_out() -> None:
    assert emit(reread("a: &x [1]\nb: *x\n")) == "a: [1]\nb: [1]\n"


def test_keys_of_a_spec_have_an_order_and_the_others_follow() -> None:
    text = emit(reread("x-a: 1\nformat: []\nname: n\nroles: {}\ndebate: v1\n"))
    assert text == "debate: v1\nname: n\nroles: {}\nformat: []\nx-a: 1\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": {"b": 1, "c": ["x", "y"]}}, "a: {b: 1, c: [x, y]}\n"),
        ({"a": {"b": {"c": 1}}}, "a:\n  b: {c: 1}\n"),
        ({"a": ["x, y"]}, "a:\n  - x, y\n"),
        ({"a": [{"b": {"c": 1}}, []]}, "a:\n  - b: {c: 1}\n  - []\n"),
        ({"a": [[["x:"]]]}, "a:\n  - - - 'x:'\n"),
        ({"a": "one\ntwo\n"}, "a: |\n  one\n  two\n"),
        ({"a": ["one\ntwo"]}, "a:\n  - |-\n    one\n    two\n"),
        ({"a": Decimal("0.50"), "b": None}, "a: 0.50\nb: null\n"),
    ],
)
def test_layout(value: Plain, text: str) -> None:
    assert emit(node_of(value, NOWHERE)) == text


@pytest.mark.parametrize("name", ["panel", "pingpong"])
def test_compiling_is_a_fixed_point(name: str) -> None:
    content = data("formats").joinpath(f"{name}.debate.yaml").read_text(encoding="utf-8")
    root = reread(content)
    assert isinstance(root, Mapping)
    once = emit(canonical(root))
    again = reread(once)
    assert isinstance(again, Mapping)
    assert emit(canonical(again)) == once

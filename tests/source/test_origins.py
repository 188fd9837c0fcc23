"""Offsets inside a scalar lead back to the very character in the file."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.source.nodes import Mapping, Node, Scalar, Sequence
from debatec.source.origins import origins
from debatec.source.reader import read
from debatec.source.text import Source

BLANKS = " \t\n\r\x85\u2028\u2029"
ALPHABET = "ab {}#:'\"\\\n\n  é😀\t-\x85\u2028\u2029\u00a0%!&*|>@`,[]?\r~"
STYLES = ["|", ">", "'", '"', None]
ESCAPES = {"n": "\n", "t": "\t", "_": "\xa0", "N": "\x85", "e": "\x1b", "0": "\0", "r": "\r"}


def scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node:
                yield from scalars(item)
        case Mapping():
            for entry in node:
                yield from scalars(entry.value)


def check_scalar(scalar: Scalar) -> None:
    content = scalar.span.source.content
    places = origins(scalar.span, scalar.text, scalar.style)
    assert len(places) == len(scalar.text) + 1
    assert all(before <= after for before, after in pairwise(places))
    assert scalar.span.start <= places[0]
    assert places[-1] <= scalar.span.end
    for char, place in zip(scalar.text, places, strict=False):
        if char not in BLANKS:
            assert content[place] == char or (scalar.style == '"' and content[place] == "\\")


def texts(file: str) -> list[str]:
    node, _ = read(Source("x.yaml", file))
    assert node is not None
    found = list(scalars(node))
    for scalar in found:
        check_scalar(scalar)
    return [scalar.text for scalar in found]


@settings(max_examples=600, deadline=None)
@given(
    st.text(ALPHABET, max_size=60),
    st.sampled_from(STYLES),
    st.sampled_from([20, 80]),
    st.booleans(),
    st.booleans(),
)
def test_every_visible_character_is_found(
    text: str, style: str | None, width: int, allow_unicode: bool, crlf: bool
) -> None:
    file = yaml.dump(
        {"k": [{"p": text}, 1]}, default_style=style, allow_unicode=allow_unicode, width=width
    )
    node, _ = read(Source("x.yaml", file.replace("\n", "\r\n") if crlf else file))
    if node is not None:
        for scalar in scalars(node):
            check_scalar(scalar)


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from("|>"),
    st.sampled_from(["", "-", "+", "2", "2-", "+2", " # {{ why }}", "- #x"]),
    st.lists(st.text("ab {}#:'\"\\ é😀\t-", max_size=12), min_size=1, max_size=6),
    st.sampled_from(["\n", "\r\n", "\x85", "\u2028"]),
)
def test_block_scalars_by_hand(style: str, header: str, lines: list[str], line_end: str) -> None:
    body = "".join(f"  {line}{line_end}" for line in ["x", *lines])
    node, _ = read(Source("x.yaml", f"k: &a {style}{header}{line_end}{body}end: 1\n"))
    if node is not None:
        for scalar in scalars(node):
            check_scalar(scalar)


@settings(max_examples=250, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *"ab {}'",
                "\\n",
                "\\x41",
                "\\u00e9",
                "\\U0001F600",
                "\\\n",
                "\n",
                "\n\n",
                "  \n ",
                "\t",
                '\\"',
                "\\\\",
                "\\ ",
                "\u2028",
                "\\\r\n\n ",
            ]
        ),
        max_size=20,
    )
)
def test_double_quoted_by_hand(parts: list[str]) -> None:
    node, _ = read(Source("x.yaml", 'k: "' + "".join(parts) + '"\nend: 1\n'))
    assert node is not None
    for scalar in scalars(node):
        check_scalar(scalar)


@pytest.mark.parametrize(
    ("file", "word", "position"),
    [
        ("k: |  # note\n  Hello {{ topic }}\n\n    more {{ bad }}\n", "bad", (4, 13)),
        ("k: |2-\n    two {{ bad }}\n   y\n", "bad", (2, 12)),
        ("k: >-\n  a\n  b\n\n\n  c\n   more {{ bad }}\n", "bad", (7, 12)),
        ("k: some {{x}}\n  and {{ bad }} then\n", "bad", (2, 10)),
        ("k: 'it''s\n\n  next {{ bad }}'\n", "bad", (3, 11)),
        ('k: "a\\t \\u00e9 \\\n    cont {{ bad }}"\n', "bad", (2, 13)),
        ('k: "a\\U0001F600b\\x41 {{ bad }}"\n', "bad", (1, 25)),
        ("k: |\n\n  {{ bad }}", "bad", (3, 6)),
        ("k: &a !x # why\n  'bad'\n", "bad", (2, 4)),
        ("k: &a |\r\n  x\r\n  bad\r\n", "bad", (3, 3)),
    ],
)
def test_names_are_found_in_every_style(file: str, word: str, position: tuple[int, int]) -> None:
    node, _ = read(Source("x.yaml", file))
    assert isinstance(node, Mapping)
    scalar = node.get("k")
    assert isinstance(scalar, Scalar)
    start = scalar.text.index(word)
    span = scalar.at(start, start + len(word))
    assert span.text == word
    assert span.position == position


def test_blanks_of_a_double_quoted_scalar_keep_their_places() -> None:
    file = 'k: "a  b\\n \\\n  c\n\n  d"\n'
    assert texts(file) == ["a  b\n c\nd"]
    node, _ = read(Source("x.yaml", file))
    assert isinstance(node, Mapping)
    scalar = node.get("k")
    assert isinstance(scalar, Scalar)
    places = origins(scalar.span, scalar.text, scalar.style)
    assert [file[place] for place in places] == [*"a  b", "\\", " ", "c", "\n", "d", '"']


def test_a_scalar_made_by_code_is_its_own_source() -> None:
    span = Source("builtin", "{{ a }}\n- b").span(0, 11)
    scalar = Scalar(span, "{{ a }}\n- b", "{{ a }}\n- b")
    assert scalar.at(3, 4).text == "a"
    assert scalar.at(10, 11).text == "b"


def test_a_text_that_is_not_in_the_file_stays_in_its_place() -> None:
    span = Source("x.yaml", "a: b").span(3, 4)
    for style in ("", "'", '"', "|"):
        places = origins(span, "something else", style)
        assert len(places) == 15
        assert all(3 <= place <= 5 for place in places)

"""Places in UTF-16, there and back."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from debatec.lsp.positions import Position, offset_at, position_at
from debatec.source.text import Source

TEXTS = st.lists(st.sampled_from(["a", "b", "\n", "\r\n", "é", "😀", "𝄞", "\u2028", "\x85"]))


@given(TEXTS.map("".join), st.data())
def test_there_and_back(text: str, data: st.DataObject) -> None:
    source = Source("x", text)
    offset = data.draw(st.integers(0, len(text)))
    lines = re.split("\r\n|\n|\r", text[:offset])
    units = len(lines[-1].encode("utf-16-le")) // 2
    is_inside_of_break = text[max(0, offset - 1) : offset + 1] == "\r\n"
    if not is_inside_of_break:
        assert position_at(source, offset) == Position(len(lines) - 1, units)
        assert offset_at(source, Position(len(lines) - 1, units)) == offset


def test_a_lone_carriage_return_ends_a_line() -> None:
    source = Source("x", "a\rb\r\nc")
    assert position_at(source, 2) == Position(1, 0)
    assert offset_at(source, Position(2, 1)) == 6


def test_what_is_outside_is_drawn_inside() -> None:
    source = Source("x", "ab\r\n😀c\n")
    assert offset_at(source, Position(0, 99)) == 2
    assert offset_at(source, Position(1, 1)) == 4
    assert offset_at(source, Position(9, 0)) == 7

"""Places in UTF-16, there and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from debatec.lsp.positions import Position, offset_at, position_at
from debatec.source.text import Source

TEXTS = st.text(st.sampled_from("ab\n\ré😀𝄞\u2028"), max_size=60)


@given(TEXTS, st.data())
def test_there_and_back(text: str, data: st.DataObject) -> None:
    source = Source("x", text)
    offset = data.draw(st.integers(0, len(text)))
    line = text[:offset].count("\n")
    units = len(text[text.rfind("\n", 0, offset) + 1 : offset].encode("utf-16-le")) // 2
    assert position_at(source, offset) == Position(line, units)
    ends = {"\r", "\n"} & set(text[max(0, offset - 1) : offset])
    assert offset_at(source, Position(line, units)) == offset or ends


def test_what_is_outside_is_drawn_inside() -> None:
    source = Source("x", "ab\n😀c\n")
    assert offset_at(source, Position(0, 99)) == 2
    assert offset_at(source, Position(1, 1)) == 3
    assert offset_at(source, Position(9, 0)) == 6

"""Edits: what they make of a text, and where its characters go."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from debatec.source.edits import Edit, Edits, apart


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, Edits]:
    text = draw(st.text("abc\n", max_size=30))
    ends = st.integers(0, len(text))
    found = draw(st.lists(st.tuples(ends, ends, st.text("xyz", max_size=4)), max_size=6))
    return text, apart(Edit(min(a, b), max(a, b), new) for a, b, new in found)


@given(edited())
def test_characters_outside_edits_are_where_they_are_said_to_be(case: tuple[str, Edits]) -> None:
    text, edits = case
    after = edits.applied(text)
    for offset, char in enumerate(text):
        if not edits.meets(offset, offset):
            assert after[edits.moved(offset)] == char


@given(edited())
def test_ranges_are_those_of_the_new_texts(case: tuple[str, Edits]) -> None:
    text, edits = case
    after = edits.applied(text)
    for edit, taken in zip(edits.items, edits.ranges.items, strict=True):
        assert after[taken.start : taken.end] == edit.text
        assert edits.moved(edit.start) == taken.start


def test_the_first_of_those_that_meet_is_kept() -> None:
    first, second, third = Edit(4, 6, ""), Edit(0, 4, ""), Edit(8, 9, "x")
    assert apart([first, third, second]).items == [second, third]

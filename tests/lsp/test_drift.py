"""Places of one text in the next one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from debatec.lsp.drift import Drift
from debatec.source.text import Source

TEXTS = st.text("ab\n", max_size=12)


@given(TEXTS, TEXTS, TEXTS, TEXTS, st.data())
def test_what_was_not_changed_is_the_same(
    head: str, old: str, new: str, tail: str, data: st.DataObject
) -> None:
    before, after = Source("x", head + old + tail), Source("x", head + new + tail)
    drift = Drift.of(before, after)
    start = data.draw(st.integers(0, len(before.content)))
    end = data.draw(st.integers(start, len(before.content)))
    now = drift.now(before.span(start, end))
    if now is not None:
        assert now.source is after
        assert now.text == before.content[start:end]
        assert drift.then(now.start) in range(len(before.content) + 1)
    elif not (end <= len(head) or start >= len(head) + len(old)):
        assert old != new
    around = drift.around(before.span(start, end))
    assert around is None or 0 <= around.start <= around.end <= len(after.content)


def test_a_place_moves_with_its_text() -> None:
    before, after = Source("x", "one two three"), Source("x", "one 2 three")
    drift = Drift.of(before, after)
    three, two, whole = before.span(8, 13), before.span(4, 7), before.span(0, 13)
    moved, around = drift.now(three), drift.around(whole)
    assert moved is not None
    assert around is not None
    assert (moved.text, around.text) == ("three", "one 2 three")
    assert drift.now(two) is None
    assert drift.then(moved.start) == three.start
    assert [drift.then(at) for at in (4, 5)] == [4, 7]

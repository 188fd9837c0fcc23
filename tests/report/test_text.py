"""Words and numbers for people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.report.text import duration, plural, visible


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0.0 s"),
        (8.24, "8.2 s"),
        (59.94, "59.9 s"),
        (59.96, "1 m 00 s"),
        (75, "1 m 15 s"),
        (3599.6, "1 h 00 m"),
        (7500, "2 h 05 m"),
    ],
)
def test_durations(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def test_plurals() -> None:
    assert [plural(n, "turn") for n in (0, 1, 2)] == ["0 turns", "1 turn", "2 turns"]


@given(st.text())
def test_nothing_that_moves_a_cursor_is_left(text: str) -> None:
    shown = visible(text)
    assert all(char.isprintable() or char in "\n\t" or ord(char) >= 0xA0 for char in shown)

"""Block scalars: how far in they are, and where they end."""

from __future__ import annotations

import pytest

from debatec.fmt.scalars import folded, indent_of, literal, without_empty


@pytest.mark.parametrize(
    ("raw", "column", "indent"),
    [
        ("|\n  a", 0, 2),
        ("|2\n     a", 4, 6),
        (">-1\n a", 0, 1),
        ("|  # 9\n\n   a\n  ", 0, 3),
        ("|\n   ", 0, 0),
    ],
)
def test_indent(raw: str, column: int, indent: int) -> None:
    assert indent_of(raw, column) == indent


def test_lines_that_say_nothing_are_no_part() -> None:
    assert without_empty("|\n  a\n\n  \n", 2) == "|\n  a"
    assert without_empty("|\n  a\n   \n", 2) == "|\n  a\n   "
    assert without_empty("|+\n  a\n\n", 2) == "|+\n  a\n"


def test_lines_are_moved_as_a_whole() -> None:
    assert literal("|\n    a\n\n      b\n  \n", 4, -2) == "\n  a\n\n    b\n\n"
    assert literal("|\n  a\n \n", 2, 0) == "\n  a\n \n"
    assert folded('"a\n   b\n\n c"', -2) == '"a\n b\n\nc"'

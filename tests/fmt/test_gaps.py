"""Comments at the ends of lines."""

from __future__ import annotations

import pytest

from debatec.fmt.gaps import trailing


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("", ""),
        (" \t ", ""),
        (" # c ", "  # c"),
        ("     # c", "     # c"),
        ("\t# c", "  # c"),
    ],
)
def test_trailing(rest: str, expected: str) -> None:
    assert trailing(rest) == expected

"""Taking out what stands twice."""

from __future__ import annotations

import pytest

from debatec.source.edits import Edit, Edits
from debatec.source.removal import removal
from debatec.source.text import Source


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[a, X]\n", "[a]\n"),
        ("[a,X, b]\n", "[a, b]\n"),
        ("- a\n- X\n- b\n", "- a\n- b\n"),
        ("- a\n  - X", "- a\n"),
        ("a: 1\nX\n", "a: 1\n"),
        ("[X, a]\n", None),
        ("- X # why\n", None),
        ("- b: X\n", None),
        ("[a,\n X]\n", None),
    ],
)
def test_removal(text: str, after: str | None) -> None:
    source = Source("", text)
    at = text.index("X")
    fix = removal(source.span(at, at + 1))
    assert (fix is None) is (after is None)
    if fix:
        edit = Edit(fix.span.start, fix.span.end, fix.text)
        assert Edits([edit]).applied(text) == after

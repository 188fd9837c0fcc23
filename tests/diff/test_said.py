"""Values on one line."""

from __future__ import annotations

from debatec.diff.said import LONGEST, said
from debatec.source.nodes import Plain, node_of
from debatec.source.text import Source

SPAN = Source("a", "").span(0, 0)


def shown(old: Plain, new: Plain) -> tuple[str | None, str | None]:
    return said(node_of(old, SPAN), node_of(new, SPAN))


def test_short_values_are_whole() -> None:
    assert shown(3, True) == ("3", "true")
    assert shown(None, ["a", 1]) == ("null", '["a",1]')
    assert said(None, node_of("a\nb", SPAN)) == (None, "a b")


def test_long_values_begin_shortly_before_what_differs() -> None:
    was, now = shown("x" * 100 + "old" + "y" * 100, "x" * 100 + "new")
    assert (was or "").startswith("…" + "x" * 12 + "old")
    assert (was or "").endswith("y…")
    assert len(was or "") == LONGEST
    assert now == "…" + "x" * 12 + "new"

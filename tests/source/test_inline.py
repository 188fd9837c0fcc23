"""The entry of a ``{ }`` around a place."""

from __future__ import annotations

import pytest

from debatec.source.inline import inline_at


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("- {a: b, c: one^: two}", "one: two"),
        ("- {c: one^: two , d: x}", "one: two"),
        ("- {c: say {^{ x }}}", "say {{ x }}"),
        ("- {c: {d: say {^{ x }} } }", "say {{ x }}"),
        ("x: {a: b,\n  c: one^: two,\n  d: x}", None),
        ("x: {\n  a: b, c: one^: two,\n  d: x}", "one: two"),
        ("- {c: 'one'^: two}", None),
        ("- {c: {d: e} ^f: g}", None),
        ("c: one^: two", None),
    ],
)
def test_the_value_that_holds_a_place(text: str, value: str | None) -> None:
    at = text.index("^")
    found = inline_at(text.replace("^", ""), at)
    assert (found and text.replace("^", "")[found.start : found.end]) == value

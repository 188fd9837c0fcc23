"""What the schema says of a place."""

from __future__ import annotations

from debatec.lsp.keys import keys_at


def test_keys_have_descriptions_and_words() -> None:
    step = keys_at(["format", "[]", "steps", "[]"])
    assert {"speakers", "of", "prompt"} <= step.keys()
    assert step["order"].words == ("parallel", "sequential", "rotate", "random")
    assert "parallel" in step["order"].description


def test_of_a_place_there_is_not_nothing_is_known() -> None:
    assert keys_at(["roles", "x", "lens", "y"]) == {}
    assert "seats" in keys_at(["roles", "any name"])

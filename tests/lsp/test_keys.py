"""What the schema says of a place."""

from __future__ import annotations

from debatec.lsp.keys import keys_at, value_at

STEP = ("format", 0, "steps", 0)


def test_keys_have_descriptions_words_and_defaults() -> None:
    step = keys_at(STEP)
    assert {"speakers", "of", "prompt", "pass"} <= step.keys()
    assert step["order"].words == ("parallel", "sequential", "rotate", "random")
    assert step["order"].default == "parallel"
    assert "parallel" in step["order"].description
    assert all(key.description for key in step.values())


def test_the_kind_of_a_step_decides_on_its_keys() -> None:
    assert keys_at(STEP, {"kind": "tally"}).keys() == {"id", "kind", "when", "of", "pass"}
    assert keys_at(STEP, {"kind": "ledger"}).keys() == {"id", "kind", "when", "of"}
    speak = keys_at(STEP, {})
    assert {"speakers", "order", "prompt"} <= speak.keys()
    assert "of" not in speak
    assert speak["prompt"].required
    assert not speak["order"].required


def test_values_have_words() -> None:
    kind, always = value_at((*STEP, "kind")), value_at(("format", 0, "always"))
    assert kind is not None
    assert kind.words == ("speak", "tally", "ledger")
    assert always is not None
    assert always.words == ("true", "false")


def test_of_a_place_there_is_not_nothing_is_known() -> None:
    assert keys_at(("roles", "x", "lens", "y")) == {}
    assert value_at(("roles", "x", "lens", "y")) is None
    assert "seats" in keys_at(("roles", "any name"))
    assert {"who", "in", "window"} <= keys_at((*STEP, "sees", 0)).keys()
    assert {"first", "then"} == keys_at((*STEP, "prompt")).keys()
    assert {"id", "when", "outcome"} <= keys_at(("stop", 0)).keys()

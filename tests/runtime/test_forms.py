"""What a seat is told about the block it is to give."""

from __future__ import annotations

from typing import Any

import pytest

from debatec.runtime.forms import describe, form_of, options_of
from debatec.spec.model import Speak
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import plan_of

SAMPLES: list[tuple[dict[str, Any], str]] = [
    ({"enum": ["yes", "no", 3]}, '"yes" | "no" | 3'),
    ({"type": "string"}, '"text"'),
    ({"type": "string", "maxLength": 20}, '"text" (at most 20 characters)'),
    ({"type": "number", "minimum": 0, "maximum": 1}, "number from 0 to 1"),
    ({"type": "integer", "maximum": 9}, "whole number to 9"),
    ({"type": ["integer", "null"]}, "whole number | null"),
    ({"type": "boolean"}, "true | false"),
    ({"type": "array", "items": {"type": "string"}, "maxItems": 3}, '["text", ...] (at most 3)'),
    ({"type": "array"}, "[any value, ...]"),
    ({}, "any value"),
    ({"properties": {"a": {"type": "boolean"}}}, '{\n  "a": true | false\n}'),
]


@pytest.mark.parametrize(("schema", "sample"), SAMPLES)
def test_a_schema_reads_as_a_sample(schema: dict[str, Any], sample: str) -> None:
    assert describe(schema) == sample


CHOICE = {**TALK, "returns": "choice"}


def step(**parts: Any) -> dict[str, Any]:
    return {**CHOICE, **parts}


def test_options_of_a_choice_are_words_and_seats() -> None:
    groups = {"both": ["peer", "guest"]}
    spec = debate([step(options=["wait", "both"])], roles={"guest": {}}, groups=groups)
    plan = plan_of(spec.replace('"speakers": ["peer"]', '"speakers": ["peer", "guest"]'))
    speak = plan.spec.step("say")
    assert isinstance(speak, Speak)
    options = ["wait", "peer-1", "peer-2", "guest"]
    assert options_of(plan, speak) == options
    form = form_of(plan, plan.graph.nodes["talk.r1.say.peer-1"])
    assert form is not None
    assert form.schema["properties"]["choice"] == {"enum": options}
    assert '"choice": "wait" | "peer-1" | "peer-2" | "guest"' in form.within()


def test_a_step_without_a_block_has_no_form() -> None:
    plan = plan_of(debate())
    assert form_of(plan, plan.graph.nodes["talk.r1.say.peer-1"]) is None


def test_every_field_is_asked_for_and_no_other() -> None:
    plan = plan_of(debate([{**TALK, "returns": "score"}], blocks={"score": SCORE}))
    form = form_of(plan, plan.graph.nodes["talk.r1.say.peer-1"])
    assert form is not None
    assert form.schema["required"] == ["score"]
    assert form.schema["additionalProperties"] is False
    assert form.alone("it is late").startswith("Your score block could not be used: it is late\n")
    assert form.alone().startswith("Give only the score block")


def test_a_status_block_says_how_findings_are_named() -> None:
    plan = plan_of(debate([{**TALK, "returns": "status"}]))
    form = form_of(plan, plan.graph.nodes["talk.r1.say.peer-2"])
    assert form is not None
    assert "name new ones peer-2-1, peer-2-2 and so on" in form.within()

"""What steps read besides what they hear, and speakers that the plan settles."""

from __future__ import annotations

import pytest

from debatec.graph.plan import make_plan
from debatec.graph.reads import reads_of, settled_where
from debatec.source.nodes import Plain
from debatec.spec.build import build
from debatec.spec.model import Speak
from tests.graph.plans import root_of

SPEC = """\
debate: v1
name: case
inputs: {n: {type: integer, maximum: 9}, free: {type: string}}
roles: {a: {seats: 4}, b: {}}
format:
  - id: p
    steps:
      - {id: t, speakers: b, prompt: x}
      - {id: s, speakers: {who: a, where: "%s"}, prompt: x, when: %s}
"""


def step(where: str = "true", when: str = "true") -> Speak:
    found = build(root_of(SPEC % (where, when))).step("s")
    assert isinstance(found, Speak)
    return found


def speaking(where: str, inputs: dict[str, Plain]) -> list[str]:
    graph = make_plan(root_of(SPEC % (where, "true")), inputs).graph
    return [node.seat for node in graph.of_step("s")]


@pytest.mark.parametrize(
    ("where", "seats"),
    [
        ("seat.number <= inputs.n", ["a-1", "a-2"]),
        ("seat.id == 'a-3'", ["a-3"]),
        ("seat.number == seat.count", ["a-4"]),
        ("seat.role == 'b'", []),
        ("min(seat.number, 2) == 2", ["a-2", "a-3", "a-4"]),
    ],
)
def test_a_where_over_seats_and_inputs_is_settled_with_the_plan(
    where: str, seats: list[str]
) -> None:
    assert speaking(where, {"n": 2}) == seats


@pytest.mark.parametrize(
    "where",
    [
        "seat.id == t.text",
        "count(t) > 0",
        "live(a) > 2",
        "round.first",
        "seat.lens == 'x'",
        "seat.id == inputs.free",
    ],
)
def test_any_other_is_left_to_the_run(where: str) -> None:
    assert settled_where(step(where), {"n": 2}) is None
    assert len(speaking(where, {"n": 2})) == 4


@pytest.mark.parametrize(
    ("where", "when", "steps", "more"),
    [
        ("true", "true", (), False),
        ("true", "false", (), False),
        ("seat.id == t.text", "true", ("t",), False),
        ("seat.number == inputs.n", "round.number > 1", (), False),
        ("true", "count(t) > 0 and before(s) is none", ("s", "t"), False),
        ("live(a) > 1", "true", (), True),
        ("true", "elapsed > 9", (), True),
    ],
)
def test_what_a_step_reads(where: str, when: str, steps: tuple[str, ...], more: bool) -> None:
    spec = build(root_of(SPEC % (where, when)))
    found = spec.step("s")
    assert found
    reads = reads_of(spec, found)
    assert (tuple(sorted(reads.steps)), reads.more) == (steps, more)

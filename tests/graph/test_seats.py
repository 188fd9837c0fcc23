"""Names and numbers of chairs."""

from __future__ import annotations

import pytest

from debatec.graph.plan import Plan, PlanError, make_plan, read_plan, write_plan
from debatec.graph.seats import certain_least, certain_seats, is_single
from debatec.source import exactjson
from debatec.spec.build import build
from tests.graph.plans import root_of

SPEC = """\
debate: v1
name: case
inputs: {n: {type: integer, maximum: 4, default: 3}}
roles: {a: {seats: %s}, b: {}}
format:
  - id: p
    rounds: 2
    steps: [{id: s, speakers: a, prompt: x}, {id: t, speakers: b, prompt: x}]
"""


def plan(seats: str, count: int | None = None) -> Plan:
    counts = None if count is None else {"a": count, "b": 1}
    return make_plan(root_of(SPEC % seats), {"n": 3}, counts=counts)


@pytest.mark.parametrize(
    ("seats", "count", "names"),
    [
        ("1", None, ["a"]),
        ("3", None, ["a-1", "a-2", "a-3"]),
        ("1..3", 1, ["a-1"]),
        ("1..3", 2, ["a-1", "a-2"]),
        ("1..3", None, ["a-1", "a-2", "a-3"]),
        ("0..1", 0, []),
        ("0..1", 1, ["a"]),
        ("1..inputs.n", None, ["a-1", "a-2", "a-3"]),
        ("inputs.n - 2", None, ["a"]),
    ],
)
def test_a_role_of_one_seat_at_most_gives_it_its_name(
    seats: str, count: int | None, names: list[str]
) -> None:
    found = plan(seats, count)
    assert list(found.graph.seats) == [*names, "b"]
    assert [node.seat for node in found.graph.of_round("p", 1)[:-1]] == [*names, "b"]
    assert read_plan(write_plan(found)).graph == found.graph


def test_a_step_without_seats_has_no_turns() -> None:
    found = plan("0..1", 0)
    assert [node.id for node in found.graph] == [
        *("p.r1.t.b", "p.r1.gate", "p.r2.t.b", "p.r2.gate", "result")
    ]


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_cast_outside_of_the_bounds_makes_no_plan(count: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        plan("2..4", count)


def test_a_file_with_seats_outside_of_the_bounds_is_no_plan() -> None:
    document = plan("0..1", 0).document()
    document["seats"] = []
    with pytest.raises(PlanError):
        read_plan(exactjson.dumps({**document, "digest": exactjson.digest(document)}))


@pytest.mark.parametrize(
    ("seats", "certain", "single"),
    [
        ("1", 1, True),
        ("2", 2, False),
        ("0..1", None, True),
        ("1..1", 1, True),
        ("1..2", None, False),
        ("inputs.n", None, False),
        ("0..inputs.n", None, False),
    ],
)
def test_what_is_certain_of_a_step(seats: str, certain: int | None, single: bool) -> None:
    spec = build(root_of(SPEC % seats))
    step = spec.step("s")
    assert step
    assert certain_seats(spec, step) == certain
    assert is_single(spec, step) is single


@pytest.mark.parametrize(
    ("seats", "least"), [("0..1", 0), ("1..2", 1), ("inputs.n", 1), ("0", 0), ("inputs.n..4", 0)]
)
def test_the_fewest_seats_that_are_certain(seats: str, least: int) -> None:
    assert certain_least(build(root_of(SPEC % seats)).roles["a"]) == least

"""Buses and feeds."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from debatec.graph.grid import grid
from debatec.graph.plan import Plan
from debatec.graph.wiring import Bus, Feed, Wiring, lanes
from tests.graph.drawings import planned
from tests.graph.plans import plan_of, with_format


def wiring(plan: Plan) -> Wiring:
    return Wiring(grid(plan))


def test_seats_that_hear_each_other_share_a_bus_and_a_feed() -> None:
    text = "  - {id: p, rounds: 2, steps: [{id: s, speakers: team, prompt: x, sees: others}]}\n"
    (feed,) = wiring(with_format(text)).feeds
    assert feed == Feed(1, (0, 1, 2), near=(Bus(0, (0, 1, 2)),), far=(), again=())


def test_seats_that_take_turns_share_them_too() -> None:
    text = (
        "  - id: p\n    rounds: 2\n    steps:\n"
        "      - {id: s, speakers: team, prompt: x, sees: others, order: sequential}\n"
    )
    (feed,) = wiring(with_format(text)).feeds
    assert feed == Feed(1, (0, 1), near=(Bus(0, (1, 2)),), far=(), again=())


OPEN = "      - {id: s, speakers: team, prompt: x, sees: nothing}\n"


def test_seats_that_hear_the_same_are_fed_together() -> None:
    step = "      - {id: t, speakers: [b, c], prompt: x, sees: {who: a}}\n"
    (feed,) = wiring(with_format(f"  - id: p\n    steps:\n{OPEN}{step}")).feeds
    assert feed == Feed(1, (1, 2), near=(Bus(0, (0,)),), far=(), again=())


def test_who_takes_no_part_in_a_step_is_fed_with_those_who_do() -> None:
    step = "      - {id: t, speakers: [a, b], prompt: x, sees: {in: s, who: others}}\n"
    text = f"  - id: p\n    steps:\n{OPEN.replace('team', '[b, c]')}{step}"
    (feed,) = wiring(with_format(text)).feeds
    assert feed == Feed(1, (0, 2), near=(Bus(0, (0, 1)),), far=(), again=())


def test_seats_that_hear_themselves_only_are_fed_apart() -> None:
    step = "      - {id: t, speakers: [b, c], prompt: x, sees: {who: self}}\n"
    assert wiring(with_format(f"  - id: p\n    steps:\n{OPEN}{step}")).feeds == (
        Feed(1, (1,), near=(Bus(0, (1,)),), far=(), again=()),
        Feed(1, (2,), near=(Bus(0, (2,)),), far=(), again=()),
    )


def test_more_than_a_few_feeds_of_a_row_are_one() -> None:
    plan = plan_of(
        "debate: v1\nname: own\nroles: {a: {seats: 4}}\nformat: [{id: p, rounds: 2, steps: ["
        "{id: s, speakers: a, prompt: x, sees: {who: self}}]}]\n"
    )
    (feed,) = wiring(plan).feeds
    assert feed == Feed(1, (0, 1, 2, 3), near=(Bus(0, (0, 1, 2, 3)),), far=(), again=())


def test_later_rounds_drawn_as_one_hear_themselves() -> None:
    *_, feed = wiring(planned("pingpong")).feeds
    assert feed == Feed(1, (0,), near=(Bus(0, (1,)),), far=(), again=(Bus(1, (1,)),))


def test_programs_speak_and_hear_without_a_column() -> None:
    first, second, *_ = wiring(planned("panel")).feeds
    assert first == Feed(1, (), near=(Bus(0, (0, 1, 2)),), far=(), again=())
    assert second == Feed(2, (0, 1, 2), near=(Bus(1, ()),), far=(Bus(0, (0, 1, 2)),), again=())


def test_nothing_is_near_across_phases() -> None:
    step = "steps: [{id: s%d, speakers: a, prompt: x, sees: {who: everyone}}]"
    plan = with_format(f"  - {{id: p, {step % 1}}}\n  - {{id: q, {step % 2}}}\n")
    assert wiring(plan).feeds == (Feed(1, (0,), near=(), far=(Bus(0, (0,)),), again=()),)


SPANS = st.tuples(st.integers(0, 30), st.integers(0, 9)).map(lambda pair: (pair[0], sum(pair)))


@given(st.lists(SPANS, max_size=30), st.integers(1, 8))
def test_no_two_spans_touch_in_a_lane(spans: list[tuple[int, int]], most: int) -> None:
    found = lanes(spans, most)
    for (one, span), (two, other) in combinations(zip(found, spans, strict=True), 2):
        apart = span[1] < other[0] or other[1] < span[0]
        assert one is None or one != two or apart
    assert {lane for lane in found if lane is not None} <= set(range(most))
    assert None not in lanes(spans, len(spans) or 1)

"""Who speaks first, settled with the plan."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from debatec.graph.orders import in_order
from debatec.graph.plan import make_plan, read_plan, write_plan
from debatec.graph.seats import Seat
from debatec.spec.model import Speak
from tests.graph.plans import root_of

SPEC = """\
debate: v1
name: case
roles: {a: {seats: 4}}
format: [{id: p, rounds: 6, steps: [{id: s, speakers: a, prompt: x, order: %s}]}]
"""
ROOT = Path(__file__).parents[2]


def orders(order: str, seed: int = 0) -> list[str]:
    """The numbers of the seats of each round, as they speak."""
    graph = make_plan(root_of(SPEC % order), {}, seed=seed).graph
    rounds = [[n.seat[-1] for n in graph.of_round("p", r) if n.seat] for r in range(1, 7)]
    return ["".join(numbers) for numbers in rounds]


def test_rotate_starts_one_seat_later_each_round() -> None:
    assert orders("rotate") == ["1234", "2341", "3412", "4123", "1234", "2341"]


def test_random_is_another_order_for_each_round_and_seed() -> None:
    assert orders("random") == ["3421", "3241", "2143", "4231", "2134", "3241"]
    assert len({*orders("random"), *orders("random", 1)}) > 6
    assert orders("sequential", 1) == ["1234"] * 6


def test_seats_speak_one_by_one() -> None:
    graph = make_plan(root_of(SPEC % "random"), {}).graph
    turns = list(graph.turns())
    for before, turn in pairwise(turns):
        assert before.id in turn.after
    assert [n.id for n in turns[:3]] == list(turns[3].hears)


def test_the_seed_is_kept_with_the_plan() -> None:
    plan = make_plan(root_of(SPEC % "random"), {}, seed=7)
    read = read_plan(write_plan(plan))
    assert (read.seed, read.graph) == (7, plan.graph)
    assert plan.digest != make_plan(root_of(SPEC % "random"), {}).digest


DRAW = "from tests.graph.test_orders import orders\nprint(orders('random', 3))"


def test_an_order_depends_on_no_hash_seed() -> None:
    paths = os.pathsep.join([str(ROOT / "compiler"), str(ROOT)])
    drawn = {
        subprocess.run(
            [sys.executable, "-c", DRAW],
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": paths},
        ).stdout
        for seed in ("0", "1")
    }
    assert drawn == {f"{orders('random', 3)}\n".encode()}


STEPS = {
    name: step
    for name in ("parallel", "sequential", "rotate", "random")
    for step in make_plan(root_of(SPEC % name), {}).spec.phases[0].steps
    if isinstance(step, Speak)
}


@given(st.sampled_from(sorted(STEPS)), st.integers(0, 9), st.integers(1, 99), st.integers(0, 2**63))
def test_an_order_is_a_permutation(order: str, size: int, round: int, seed: int) -> None:
    seats = [Seat(f"a-{n}", "a", n, size) for n in range(1, size + 1)]
    found = in_order(seats, STEPS[order], "p", round, seed)
    assert sorted(seat.number for seat in found) == [seat.number for seat in seats]

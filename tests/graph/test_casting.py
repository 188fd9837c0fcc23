"""Who sits where: what `--agents` and `--cast` come to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.graph.bounds import SeatBounds
from debatec.graph.casting import Casting, Wish, cast
from debatec.graph.seats import seat_names

CHAIRS = {"host": SeatBounds(0, 1), "peer": SeatBounds(2, 4), "judge": SeatBounds(1, 1)}


def casting(agents: str = "", **named: str) -> tuple[Casting, list[str]]:
    wishes = [(name.replace("_", "-"), value.split(",")) for name, value in named.items()]
    return cast(CHAIRS, Wish(agents.split(",") if agents else [], wishes))


def seats(agents: str = "", **named: str) -> str:
    found, faults = casting(agents, **named)
    assert faults == []
    return " ".join(f"{seat}={agent}" for seat, agent in found.agents.items())


def counts(agents: str = "", **named: str) -> list[int]:
    return list(casting(agents, **named)[0].counts.values())


@pytest.mark.parametrize(
    ("agents", "number"),
    [("", [0, 2, 1]), ("a", [0, 2, 1]), ("a,b,c", [0, 2, 1]), ("a,b,c,d", [1, 2, 1]),
     ("a,b,c,d,e", [1, 3, 1]), ("a,b,c,d,e,f,g,h", [1, 4, 1])],
)  # fmt: skip
def test_ranges_are_filled_as_far_as_agents_are_named(agents: str, number: list[int]) -> None:
    assert counts(agents) == number


def test_agents_begin_again_when_they_run_out() -> None:
    assert seats("a,b") == "peer-1=a peer-2=b judge=a"


def test_a_role_that_is_named_has_as_many_seats_as_agents() -> None:
    assert counts(peer="x,y,z") == [0, 3, 1]
    assert seats(peer="x,y,z") == "peer-1=x peer-2=y peer-3=z"


def test_fewer_agents_than_seats_repeat() -> None:
    assert seats(peer="x") == "peer-1=x peer-2=x"


def test_what_is_not_named_follows_the_agents() -> None:
    assert seats("a", peer="x,y") == "peer-1=x peer-2=y judge=a"
    assert seats("a,b", peer="x,y") == "peer-1=x peer-2=y host=a judge=b"


def test_a_seat_that_is_named_is_there() -> None:
    assert counts(peer_3="x") == [0, 3, 1]
    assert seats("a,b,c", peer_3="x") == "peer-3=x peer-1=a peer-2=b judge=c"


def test_a_seat_wins_over_its_role() -> None:
    assert seats(peer="x,y", peer_2="z") == "peer-1=x peer-2=z"


@pytest.mark.parametrize(
    ("name", "agents", "fault"),
    [
        ("peer", "a,b,c,d,e", "'peer' has 4 seats at most, and 5 agents are named for it"),
        ("judge", "a,b", "'judge' has 1 seat, and 2 agents are named for it"),
        ("peer_2", "a,b", "'peer-2' has 1 seat, and 2 agents are named for it"),
        ("jugde", "a", "there is no role or seat 'jugde'; did you mean 'judge'?"),
        ("peer_5", "a", "there is no role or seat 'peer-5'; did you mean 'peer-4'?"),
        ("judge_1", "a", "there is no role or seat 'judge-1'; did you mean 'judge'?"),
        ("peer_0", "a", "there is no role or seat 'peer-0'; did you mean 'peer-4'?"),
    ],
)
def test_a_wish_that_does_not_fit_is_a_fault(name: str, agents: str, fault: str) -> None:
    found, faults = casting(**{name: agents})
    assert [line.partition(";")[0] for line in faults] == [fault.partition(";")[0]]
    assert found.counts == {"host": 0, "peer": 2, "judge": 1}


def test_all_faults_are_found_at_once() -> None:
    wish = Wish([], [("nobody", ["a"]), ("judge", ["a"]), ("judge", ["b"]), ("peer", [])])
    assert cast(CHAIRS, wish)[1] == [
        "there is no role or seat 'nobody'",
        "'judge' is cast twice",
        "'peer' is cast with no agent",
    ]


def test_a_debate_without_a_seat_is_a_fault() -> None:
    bounds = {"host": SeatBounds(0, 1), "guest": SeatBounds(0, 3)}
    assert cast(bounds, Wish())[1] == [
        "the cast leaves no seat: name an agent for 'host' or 'guest'"
    ]


CHAIR = st.tuples(st.integers(0, 5), st.integers(0, 5)).map(
    lambda pair: SeatBounds(min(pair), max(1, *pair))
)


@given(
    st.dictionaries(st.sampled_from("abcd"), CHAIR, min_size=1),
    st.lists(st.sampled_from(["x", "y", "z"]), max_size=12),
    st.dictionaries(st.sampled_from("abcd"), st.lists(st.just("n"), min_size=1, max_size=5)),
)
def test_counts_are_within_bounds_and_only_seats_that_are_there_are_cast(
    bounds: dict[str, SeatBounds], agents: list[str], named: dict[str, list[str]]
) -> None:
    found, _ = cast(bounds, Wish(agents, list(named.items())))
    for role, chairs in bounds.items():
        assert chairs.least <= found.counts[role] <= chairs.most
    there = {n for r, c in found.counts.items() for n in seat_names(r, c, bounds[r].most)}
    assert set(found.agents) <= there
    if agents:
        assert set(found.agents) == there

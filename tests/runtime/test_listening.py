"""Which replies a turn hears: filtered, the newest only, and in a drawn order."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from debatec.graph.graph import Node
from debatec.runtime.events import Settled, TurnOutcome
from debatec.runtime.listening import Listener
from debatec.runtime.seating import Seating
from debatec.runtime.state import State
from debatec.spec.model import Speak
from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, fail, say, script
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Ran, carry_out, plan_of

CRASH = fail(TransportError(Failure.CRASHED, "it broke"))
FRESH = {"session": "fresh"}


def run(folder: Path, spec: str, turns: dict[str, Any] | None = None) -> Ran:
    return carry_out(folder / "run", plan_of(spec), Agent(script(turns or {})))


def told(ran: Ran, turn: str) -> list[str]:
    """Who was heard in which round, in order."""
    lines = "\n".join(ran.agent.prompts(turn)).splitlines()
    found = (line for line in lines if " (" in line and ", round " in line)
    return [f"{line.split()[0]} {line.partition('round ')[2][0]}" for line in found]


def scores(**points: float) -> dict[str, Any]:
    """Replies of the first round with their scores, by the number of the seat."""
    return {
        f"talk.r1.say.peer-{seat[1:]}": say("So.", {"score": {"score": score}})
        for seat, score in points.items()
    }


RATED: dict[str, Any] = {**TALK, "returns": "score", "sees": "nothing"}


def listening(where: object, **parts: Any) -> str:
    sees = {"in": "say", "where": where, **parts}
    return debate(
        [RATED, {"id": "hear", "speakers": ["peer"], "prompt": "Hear.", "sees": sees}],
        seats=3,
        blocks={"score": SCORE},
        peer=FRESH,
    )


@pytest.mark.parametrize(
    ("where", "heard"),
    [
        ("it.score > 0.4", ["peer-2 1", "peer-3 1"]),
        ("it.score == 0.1", ["peer-1 1"]),
        ("it.seat == seat.id", ["peer-2 1"]),
        ("it.score < own(say).score", ["peer-1 1"]),
        ("it.score > mean(say, it.score)", ["peer-3 1"]),
        ("it.round == round.number and round.last", ["peer-1 1", "peer-2 1", "peer-3 1"]),
        ("it.score > last(say).score", []),
        (False, []),
    ],
)
def test_where_chooses_replies(tmp_path: Path, where: object, heard: list[str]) -> None:
    ran = run(tmp_path, listening(where), scores(p1=0.1, p2=0.5, p3=0.9))
    assert told(ran, "talk.r1.hear.peer-2") == heard


def test_where_is_read_again_every_time(tmp_path: Path) -> None:
    step = {**TALK, "sees": {"window": "all", "where": "it.round < round.number - 1"}}
    ran = run(tmp_path, debate([step], rounds=4))
    assert told(ran, "talk.r2.say.peer-1") == []
    assert told(ran, "talk.r3.say.peer-1") == ["peer-2 1"]
    assert told(ran, "talk.r4.say.peer-1") == ["peer-2 2"]


def test_where_does_not_see_who_speaks_at_the_same_time(tmp_path: Path) -> None:
    step = {**TALK, "sees": {"window": "all", "where": "count(say) == 3 or round.first"}}
    answers = {"talk.r2.say.peer-1": say("at once"), "talk.r2.say.peer-3": say("late", after=9)}
    ran = run(tmp_path, debate([step], seats=3, rounds=2), answers)
    assert told(ran, "talk.r2.say.peer-2") == ["peer-1 1", "peer-3 1"]


def test_a_tally_counts_the_ballots_that_where_leaves(tmp_path: Path) -> None:
    pick = {**TALK, "id": "pick", "returns": "choice", "options": ["tea", "milk"]}
    votes = {"id": "votes", "kind": "tally", "of": {"in": "pick", "where": "it.seat != 'peer-1'"}}
    turns = {
        f"talk.r1.pick.peer-{n}": say("So.", {"choice": {"choice": wish, "reason": ""}})
        for n, wish in enumerate(["milk", "tea", "milk"], 1)
    }
    ran = run(tmp_path, debate([pick, votes], seats=3), turns)
    assert ran.state.settled["talk.r1.votes"].text == "No winner: tea 1, milk 1 (2 of 2 ballots)."


@pytest.mark.parametrize(
    ("newest", "heard"), [(1, ["peer-3 1"]), (2, ["peer-2 1", "peer-3 1"]), (9, None)]
)
def test_newest_keeps_the_last_of_the_document(
    tmp_path: Path, newest: int, heard: list[str] | None
) -> None:
    spec = listening("it.score > 0", newest=newest)
    ran = run(tmp_path, spec, scores(p1=0.1, p2=0.5, p3=0.9))
    assert told(ran, "talk.r1.hear.peer-2") == (heard or ["peer-1 1", "peer-2 1", "peer-3 1"])


def test_newest_comes_after_where_and_counts_for_each_selector(tmp_path: Path) -> None:
    spec = listening("it.score < 0.6", newest=1)
    ran = run(tmp_path, spec, scores(p1=0.1, p2=0.5, p3=0.9))
    assert told(ran, "talk.r1.hear.peer-1") == ["peer-2 1"]
    sees = [{"in": "say", "who": "self", "newest": 1}, {"in": "say", "newest": 1}]
    hear = {"id": "hear", "speakers": ["peer"], "prompt": "Hear.", "sees": sees}
    both = run(tmp_path / "b", debate([{**TALK, "sees": "nothing"}, hear], seats=3, peer=FRESH))
    assert told(both, "talk.r1.hear.peer-1") == ["peer-1 1", "peer-3 1"]


def test_newest_of_all_rounds_is_each_told_once(tmp_path: Path) -> None:
    step = {**TALK, "order": "sequential", "sees": {"window": "all", "who": "others", "newest": 1}}
    ran = run(tmp_path, debate([step], seats=3, rounds=2))
    heard = [told(ran, f"talk.r{r}.say.peer-{n}") for r in (1, 2) for n in (1, 2, 3)]
    assert heard == [[], ["peer-1 1"], ["peer-2 1"], ["peer-3 1"], ["peer-1 2"], ["peer-2 2"]]


# --- Shuffled ---------------------------------------------------------------------------------


def shuffled(*selectors: dict[str, Any], rounds: int = 6) -> str:
    sees = [{"shuffle": "seeded", **selector} for selector in selectors]
    return debate([{**TALK, "sees": sees}], seats=5, rounds=rounds, peer=FRESH)


def test_a_shuffled_order_is_drawn_for_each_turn_and_always_the_same(tmp_path: Path) -> None:
    spec = shuffled({"who": "others"})
    ran, again = run(tmp_path / "a", spec), run(tmp_path / "b", spec)
    turns = [f"talk.r{r}.say.peer-{n}" for r in range(2, 7) for n in range(1, 6)]
    orders = [[who.split()[0] for who in told(ran, turn)] for turn in turns]
    assert orders == [[who.split()[0] for who in told(again, turn)] for turn in turns]
    for turn, order in zip(turns, orders, strict=True):
        seats = {f"peer-{n}" for n in range(1, 6)} - {turn.rpartition(".")[2]}
        assert sorted(order) == sorted(seats)
    assert len({tuple(order) for order in orders}) > len(orders) // 2


def test_a_shuffled_selector_stands_together_where_its_first_would(tmp_path: Path) -> None:
    sees = [{"who": "others", "in": "say", "shuffle": "seeded"}, {"in": "note"}]
    steps = [
        {**TALK, "sees": "nothing"},
        {"id": "note", "speakers": ["peer"], "prompt": "Note.", "sees": "nothing"},
        {"id": "hear", "speakers": ["peer"], "prompt": "Hear.", "sees": sees[::-1]},
    ]
    ran = run(tmp_path, debate(steps, seats=4, peer=FRESH))
    lines = ran.agent.prompts("talk.r1.hear.peer-1")[0].splitlines()
    said = [line.split()[0] + line.split()[1] for line in lines if ", round " in line]
    assert sorted(said[:3]) == ["peer-2(say,", "peer-3(say,", "peer-4(say,"]
    assert said[3:] == [f"peer-{n}(note," for n in (1, 2, 3, 4)]


def test_names_are_labelled_in_the_order_heard(tmp_path: Path) -> None:
    ran = run(tmp_path, shuffled({"who": "others", "names": "hidden"}))
    for round, seat in itertools.product(range(2, 7), range(1, 6)):
        heard = told(ran, f"talk.r{round}.say.peer-{seat}")
        assert [who.split()[0] for who in heard] == ["A", "B", "C", "D"]


# --- Places without a reply -------------------------------------------------------------------


def hearings(spec: str, outcomes: dict[str, TurnOutcome], turn: str) -> list[str]:
    """The ids of what a turn would hear, had everything before it come out so."""
    plan = plan_of(spec)
    state = State(plan.graph)
    node: Node = plan.graph.nodes[turn]
    for other in plan.graph.turns():
        if other.index < node.index:
            state.apply(Settled(other.id, outcomes.get(other.id, TurnOutcome.OK), "so"))
    step = plan.spec.step(node.step)
    assert isinstance(step, Speak)
    listener = Listener(plan, state, Seating(plan).cast)
    return [hearing.node.id for hearing in listener.hearings(node, step.sees)]


@pytest.mark.parametrize("newest", [None, 1])
def test_a_skipped_place_is_not_told_and_no_older_reply_stands_in(newest: int | None) -> None:
    sees = {"who": "others", **({"newest": newest} if newest else {})}
    spec = debate([{**TALK, "sees": sees}], seats=3, rounds=3)
    skipped = {"talk.r2.say.peer-2": TurnOutcome.SKIPPED}
    assert hearings(spec, skipped, "talk.r3.say.peer-1") == ["talk.r2.say.peer-3"]
    failed = {"talk.r2.say.peer-3": TurnOutcome.CRASHED}
    all_of_them = ["talk.r2.say.peer-2", "talk.r2.say.peer-3"]
    assert hearings(spec, failed, "talk.r3.say.peer-1") == all_of_them[-1 if newest else 0 :]


def test_a_failed_place_is_told_under_its_label(tmp_path: Path) -> None:
    step = {**TALK, "sees": {"who": "others", "names": "hidden"}}
    ran = run(tmp_path, debate([step], rounds=2), {"talk.r1.say.peer-2": CRASH})
    assert ran.agent.prompts("talk.r2.say.peer-1")[0].endswith("A (say, round 1) gave no reply.")

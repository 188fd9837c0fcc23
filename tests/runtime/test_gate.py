"""Stop rules over real rounds, and the verdicts of the shipped panel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debatec.runtime.events import Gated
from debatec.transports.interface import Failure, Request, TransportError
from tests.support.agents import Agent, Say, fail, say
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Ran, carry_out, plan_of, shipped

CRASH = fail(TransportError(Failure.CRASHED, "it broke"))


def scored(folder: Path, when: str, scores: list[Any], seats: int = 1, **parts: Any) -> Ran:
    """Rounds in which each seat gives the score of the round; None where it fails."""
    step = {**TALK, "returns": "score"}
    spec = debate(
        [step], seats=seats, rounds=len(scores), blocks={"score": SCORE},
        stop=[{"id": "rule", "when": when}], **parts,
    )  # fmt: skip

    def answer(request: Request, _asking: int) -> Say:
        score = scores[int(request.turn.split(".")[1][1:]) - 1]
        if isinstance(score, list):
            score = score[int(request.turn.rsplit("-", 1)[1]) - 1]
        return CRASH if score is None else say(f"said {score}", {"score": {"score": score}})

    return carry_out(folder / "run", plan_of(spec), Agent(answer))


def fired(ran: Ran) -> int | None:
    """The round after which the rule fired."""
    return next((gated.round for gated in ran.of(Gated) if gated.fired), None)


@pytest.mark.parametrize(
    ("when", "scores", "round"),
    [
        ("say.score >= 0.85", [0.1, 0.85, 0.9], 2),
        ("say.score - before(say.score) >= 0.3", [0.1, 0.3, 0.6], 3),
        ("say.score - before(say.score, 2) <= -0.10", [0.5, 0.9, 0.4], 3),
        ("say.score - before(say.score, 2) <= -0.10", [0.5, 0.4], None),
        ("streak(abs(say.score - before(say.score)) < 0.02) >= 2", [0.5, 0.51, 0.6, 0.6, 0.61], 5),
        ("streak(say.score > 0.5) >= 3", [0.6, 0.6, 0.4, 0.6, 0.6, 0.6], 6),
        ("not (say.score < 0.5)", [0.1, 0.2, 0.5], 3),
        ("say.score + 0.2 == 0.3", [0.3, 0.1], 2),
        ("round.last", [0.1, 0.1], 2),
        ("round.number == round.total - 1", [0.1, 0.1, 0.1], 2),
        ("similarity(say.text, before(say.text)) > 0.9", [0.1, 0.2, 0.2], 3),
    ],
)
def test_rules_of_one_seat(
    tmp_path: Path, when: str, scores: list[float], round: int | None
) -> None:
    assert fired(scored(tmp_path, when, scores)) == round


@pytest.mark.parametrize(
    ("when", "scores", "round"),
    [
        ("count(say) == live(peer)", [[0.1, None], [0.1, 0.1]], 2),
        ("count(say, it.score > 0.5) >= 2", [[0.6, 0.1], [0.6, 0.6]], 2),
        ("count(say, it.score > 0.5, window=2) >= 3", [[0.6, 0.1], [0.6, 0.6]], 2),
        ("all(say, it.score > 0.5)", [[0.6, 0.1], [0.6, None]], 2),
        ("any(say, it.score > 0.5)", [[0.1, 0.1], [None, 0.6]], 2),
        ("all(say, it.seat != 'peer-2')", [[0.1, 0.1], [0.1, None]], 2),
        ("live(peer) < 2", [[0.1, None], [0.1, None], [0.1, 0.1]], 2),
    ],
)
def test_rules_over_several_seats(
    tmp_path: Path, when: str, scores: list[Any], round: int | None
) -> None:
    assert fired(scored(tmp_path, when, scores, seats=2, limits={"strikes": 3})) == round


def test_a_failed_turn_is_absent_in_rules(tmp_path: Path) -> None:
    thinker = {"id": "think", "speakers": ["thinker"], "sees": "nothing", "prompt": "Think."}
    spec = debate(
        [thinker, {**TALK, "returns": "score"}], seats=1, rounds=3, roles={"thinker": {}},
        blocks={"score": SCORE}, stop=[{"id": "gone", "when": "say is none"},
                                       {"id": "low", "when": "say.score < 1"}],
    )  # fmt: skip

    def answer(request: Request, _asking: int) -> Say:
        if request.turn == "talk.r2.say.peer":
            return CRASH
        return say("So.", {"score": {"score": 1}})

    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(answer))
    assert [gated.fired for gated in ran.of(Gated)] == [None, "gone"]


# --- The verdicts of a panel ------------------------------------------------------------------

NOTHING: tuple[str, ...] = ()
VERDICTS: dict[str, tuple[list[dict[str, Any]], list[str | None], str]] = {
    # What each seat blocks in each round (None: no block, "x": a failed turn, "-": it disagrees),
    # the rule that fires after each round, and the outcome.
    "never before the least rounds": ([{}], [None, "agreed"], "consensus"),
    "consensus": ([{}, {}], [None, "agreed"], "consensus"),
    "the same findings block twice": (
        [{"a": ["F1"], "b": ["F2"]}, {"a": ["F1"], "b": ["F2"]}],
        [None, "deadlock"],
        "no_consensus",
    ),
    "the same findings, held by others": (
        [{"a": ["F1"], "b": ["F2"]}, {"a": ["F2"], "c": ["F1"]}],
        [None, "deadlock"],
        "no_consensus",
    ),
    "the set has changed": (
        [{"a": ["F1"], "b": ["F2"]}, {"a": ["F1"]}, {}],
        [None, None, "agreed"],
        "consensus",
    ),
    "a vote is missing": ([{}, {"b": None}, {}], [None, None, "agreed"], "consensus"),
    "a seat fails": ([{}, {"b": "x"}, {}], [None, None, "agreed"], "consensus"),
    "a seat disagrees": ([{}, {"b": "-"}, {}], [None, None, "agreed"], "consensus"),
    "rounds run out": (
        [{"a": ["F1"], "b": ["F2"]}, {}, {"a": ["F1"]}],
        [None, "agreed"],
        "consensus",
    ),
    "rounds run out with a block": (
        [{"a": ["F1"]}, {"a": ["F2"]}, {"a": ["F1"]}],
        [None, None, None],
        "no_consensus",
    ),
    "nobody blocks when the least rounds are over": (
        [{"a": ["F1"]}, {}],
        [None, "agreed"],
        "consensus",
    ),
    "the last round is no consensus either": (
        [{}, {"a": ["F1"]}, {"a": ["F2"]}],
        [None, None, None],
        "no_consensus",
    ),
    "who failed holds nothing": (
        [{"a": ["F1"], "b": ["F1"]}, {"a": "x"}, {}],
        [None, None, "agreed"],
        "consensus",
    ),
    "a seat is dropped": ([{"c": "x"}, {"c": "x"}], [None, "agreed"], "decided"),
}


@pytest.mark.parametrize(("rounds", "rules", "outcome"), VERDICTS.values(), ids=VERDICTS)
def test_the_verdict_of_a_panel(
    tmp_path: Path, rounds: list[dict[str, Any]], rules: list[str | None], outcome: str
) -> None:
    plan = plan_of(shipped("panel"), brief="Well?", rounds=3, min_rounds=2)
    ran = carry_out(tmp_path / "run", plan, Agent(lambda request, _: panelist(request, rounds)))
    assert [gated.fired for gated in ran.of(Gated) if gated.phase == "debate"] == rules
    assert ran.result["outcome"] == outcome
    assert bool(ran.result["degraded"]) == (outcome == "decided")


def panelist(request: Request, rounds: list[dict[str, Any]]) -> Say:
    phase, round, step, seat = request.turn.split(".")
    if phase == "closing":
        return say(
            "So.", {"vote": {"vote": "accept", "objections": []}} if step == "ballot" else {}
        )
    views = rounds[min(int(round[1:]), len(rounds)) - 1]
    blocks = views.get({"panelist-1": "a", "panelist-2": "b", "panelist-3": "c"}[seat], NOTHING)
    if blocks == "x":
        return CRASH
    if blocks is None:
        return say("no block")
    findings = [
        {"id": id, "title": f"about {id}", "severity": "blocking", "state": "open"}
        for id in blocks if id != "-"
    ]  # fmt: skip
    position = "disagree" if blocks == "-" else "agree"
    return say("So.", {"status": {"position": position, "findings": findings}})

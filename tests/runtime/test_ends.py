"""Stop rules of the debate and of turns, and ends that are found late."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from debatec.graph.plan import Plan
from debatec.report.markdown import report
from debatec.runtime.events import Ended, Gated, Settled, TurnOutcome
from debatec.runtime.run import Run
from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, fail, say, script
from tests.support.debates import CLOSE, SCORE, TALK, debate, unbarred
from tests.support.runs import Ran, Watch, carry_out, finish, lasting, plan_of

CRASH = fail(TransportError(Failure.CRASHED, "it broke"))
MORE = {"id": "more", "rounds": 2, "steps": [{**TALK, "id": "on", "sees": "everything"}]}
ENDING = {"id": "close", "always": True, "steps": [CLOSE]}
SCORED = {**TALK, "returns": "score"}


def run(folder: Path, plan: Plan, turns: dict[str, Any] | None = None) -> Ran:
    return carry_out(folder / "run", plan, Agent(script(turns or {})))


def scores(*rounds: tuple[float, ...], after: float = 0) -> dict[str, Any]:
    """The score of each seat in each round."""
    return {
        f"talk.r{round}.say.peer-{seat}": say("So.", {"score": {"score": score}}, after)
        for round, given in enumerate(rounds, 1)
        for seat, score in enumerate(given, 1)
    }


def ending(ran: Ran) -> tuple[str, str]:
    return ran.result["outcome"], ran.result["reason"]


# --- Rules of the debate ----------------------------------------------------------------------


def whole(rules: list[Any], **parts: Any) -> str:
    """A debate of two phases and a closing one, with rules of its own."""
    parts = {"rounds": 3, "phases": [MORE, ENDING], "roles": {"judge": {}}, **parts}
    return json.dumps({**json.loads(debate(**parts)), "stop": rules})


def test_a_rule_of_the_debate_ends_it_in_any_phase(tmp_path: Path) -> None:
    rules = [{"id": "late", "when": "count(say, window=9) >= 4", "outcome": "hung"}]
    ran = run(tmp_path, plan_of(whole(rules)))
    assert ending(ran) == ("hung", "late")
    assert [(p["phase"], p["rounds"], p["reason"]) for p in ran.result["phases"]] == [
        ("talk", 2, "late"), ("close", 1, "completed"),
    ]  # fmt: skip
    assert ran.result["message"] is None
    assert [(e.reason, e.after) for e in ran.of(Ended)] == [("late", "talk.r2.gate")]


def test_a_rule_of_the_phase_is_read_before_those_of_the_debate(tmp_path: Path) -> None:
    rules = [{"id": "all", "when": "round.number == 2", "outcome": "hung"}]
    stop = [{"id": "own", "when": "round.number == 2", "outcome": "decided"}]
    ran = run(tmp_path, plan_of(whole(rules, stop=stop)))
    assert ran.of(Gated)[1].held == ("own", "all")
    assert ran.of(Gated)[1].fired == "own"
    # The phase is left and the debate goes on, until its own rule holds in the next phase.
    assert ran.result["phases"][1]["reason"] == "all"
    assert ending(ran) == ("hung", "all")


def test_a_closing_phase_knows_no_rule_of_the_debate(tmp_path: Path) -> None:
    rules = [{"id": "never", "when": "false", "outcome": "consensus"}]
    ran = run(tmp_path, plan_of(whole(rules)))
    assert ending(ran) == ("no_consensus", "completed")
    assert ran.of(Gated)[-1].measured is None


def test_earlier_readings_are_those_of_the_phase(tmp_path: Path) -> None:
    rules = [{"id": "same", "when": "before(count(say)) == count(say)"}]
    ran = run(tmp_path, plan_of(whole(rules, rounds=1)))
    assert [(p["phase"], p["rounds"]) for p in ran.result["phases"]] == [
        ("talk", 1), ("more", 2), ("close", 1),
    ]  # fmt: skip


# --- Rules of turns ---------------------------------------------------------------------------


def by_turn(when: str, order: str = "sequential", seats: int = 3, **parts: Any) -> Plan:
    rule = {"id": "now", "when": when, "check": "turn", "outcome": "decided"}
    step = {**SCORED, "order": order, "sees": "nothing"}
    blocks = {"score": SCORE}
    parts = {"rounds": 3, **parts}
    return plan_of(debate([step], seats=seats, blocks=blocks, stop=[rule], **parts))


def test_a_rule_of_turns_ends_a_round_in_its_middle(tmp_path: Path) -> None:
    plan = by_turn("any(say, it.score > 0.5)", phases=[MORE])
    ran = run(tmp_path, plan, scores((0.1, 0.2, 0.3), (0.4, 0.6, 0.1)))
    assert ran.agent.turns()[:6][-1] == "more.r1.on.peer-1"
    assert "talk.r2.say.peer-3" not in ran.agent.turns()
    assert ran.result["phases"][0] == {
        "phase": "talk", "rounds": 2, "of": 3, "reason": "now", "held": ["now"],
    }  # fmt: skip
    assert [(g.turn, g.fired) for g in ran.of(Gated)][:5] == [
        ("talk.r1.say.peer-1", None), ("talk.r1.say.peer-2", None), ("", None),
        ("talk.r2.say.peer-1", None), ("talk.r2.say.peer-2", "now"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("when", "given", "turn"),
    [
        ("streak(count(say, it.score > 0.5) >= 1) >= 2", (0.1, 0.6, 0.2), ""),
        ("streak(count(say) > 0) >= 4", (0.1, 0.1, 0.1), "talk.r2.say.peer-1"),
        ("before(count(say), 2) == 3", (0.1, 0.1, 0.1), "talk.r2.say.peer-2"),
    ],
)
def test_readings_of_turns_are_counted_once_each(
    tmp_path: Path, when: str, given: tuple[float, ...], turn: str
) -> None:
    ran = run(tmp_path, by_turn(when, rounds=5), scores(*[given] * 5))
    fired = [g for g in ran.of(Gated) if g.fired]
    assert [g.turn for g in fired] == [turn]


@pytest.mark.parametrize("delays", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_turns_that_settle_in_any_order_are_read_in_one(
    tmp_path: Path, delays: tuple[int, ...]
) -> None:
    plan = by_turn("any(say, it.score > 0.5)", order="parallel", phases=[MORE])
    turns = {
        f"talk.r1.say.peer-{seat}": say("So.", {"score": {"score": score}}, after)
        for seat, score, after in zip((1, 2, 3), (0.1, 0.9, 0.9), delays, strict=True)
    }
    ran = run(tmp_path, plan, turns)
    assert [g.turn for g in ran.of(Gated) if g.fired] == ["talk.r1.say.peer-2"]
    assert ran.state.settled["talk.r1.say.peer-3"].outcome is TurnOutcome.CANCELLED
    assert ran.result["turns"] == {"asked": 8, "answered": 8}
    prompt = ran.agent.prompts("more.r1.on.peer-1")[0]
    assert "peer-2 (say" in prompt or "peer-2" in prompt
    assert ran.seconds == pytest.approx(max(delays[:2]))


@pytest.mark.parametrize("delays", [(1, 2, 3), (3, 2, 1)])
def test_a_missed_quorum_goes_before_the_rules_of_its_last_turn(
    tmp_path: Path, delays: tuple[int, ...]
) -> None:
    rule = {"id": "two", "when": "count(say) >= 2", "check": "turn", "outcome": "consensus"}
    think = {**TALK, "id": "think", "sees": "nothing"}
    spec = debate([{**TALK, "quorum": 3}, think], seats=3, stop=[rule], limits={"attempts": 1})
    turns = {f"talk.r1.say.peer-{n}": say("So.", after=after) for n, after in enumerate(delays, 1)}
    turns["talk.r1.say.peer-1"] = replace(CRASH, pieces=("So.",), pause=delays[0])
    ran = run(tmp_path, plan_of(spec), turns)
    assert ending(ran) == ("no_consensus", "quorum")
    assert [gated.fired for gated in ran.of(Gated)] == [None, None]


# --- Ends that are found late -----------------------------------------------------------------


@pytest.mark.parametrize("delays", [(1, 9), (9, 1), (5, 5)])
def test_a_quorum_that_was_missed_takes_back_what_began_after_it(
    tmp_path: Path, delays: tuple[float, float]
) -> None:
    step = {**TALK, "sees": "nothing", "quorum": 2}
    spec = debate([step], rounds=4, closing=True, limits={"attempts": 1})
    turns = {
        f"talk.r{round}.say.peer-{seat}": say(f"{round} by {seat}", after=after)
        for round in (1, 2, 3, 4)
        for seat, after in enumerate(delays, 1)
    }
    turns["talk.r2.say.peer-2"] = replace(turns["talk.r2.say.peer-2"], fail=CRASH.fail)
    ran = run(tmp_path, unbarred(plan_of(spec)), turns)
    assert ran.result["reason"] == "quorum"
    assert ran.result["phases"][0]["rounds"] == 2
    assert ran.result["turns"] == {"asked": 5, "answered": 4}
    assert ran.state.rounds_run == [("talk", 1), ("talk", 2), ("close", 1)]
    later = [n for n in ran.plan.graph.turns() if n.round > 2 and n.id in ran.state.settled]
    assert {ran.state.settled[node.id].outcome for node in later} <= {TurnOutcome.CANCELLED}
    assert bool(later) == (delays != (5, 5))
    assert "3 by" not in ran.agent.prompts("close.r1.report.judge")[0]


def test_a_silent_round_that_is_found_late_takes_back_the_next(tmp_path: Path) -> None:
    spec = debate([{**TALK, "sees": "nothing"}], rounds=3, limits={"attempts": 1}, closing=True)
    turns = {
        "talk.r2.say.peer-1": CRASH,
        "talk.r2.say.peer-2": fail(TransportError(Failure.CRASHED, "late"), after=50),
    }
    ran = run(tmp_path, unbarred(plan_of(spec)), turns)
    assert ran.result["reason"] == "silence"
    assert ran.result["text"] == "said in close.r1.report.judge"
    assert ran.state.settled["talk.r3.say.peer-1"].outcome is TurnOutcome.CANCELLED
    assert ran.state.has_replies()
    # What was taken back is no part of the memory of its seat, but of all that was said.
    assert ran.state.kept("talk.r3.say.peer-1") == []
    assert ran.state.taken_back == ["talk.r3.say.peer-1"]
    told = report(ran.plan, ran.state).partition("## Taken back\n")[2]
    assert "### peer-1 (say, round 3)\n\n> said in talk.r3.say.peer-1\n" in told


def test_the_first_end_in_the_document_counts_though_found_last(tmp_path: Path) -> None:
    steps = [
        {**TALK, "sees": "nothing", "quorum": 2},
        {"id": "rate", "speakers": ["judge"], "sees": "nothing", "prompt": "Rate.", "quorum": 1},
    ]
    spec = debate(steps, rounds=3, limits={"attempts": 1}, roles={"judge": {}})
    late = fail(TransportError(Failure.CRASHED, "late"), after=50)
    ran = run(tmp_path, unbarred(plan_of(spec)), {"talk.r2.say.peer-1": CRASH,
                                                  "talk.r1.rate.judge": late})  # fmt: skip
    assert [(event.after, event.round) for event in ran.of(Ended)] == [
        ("talk.r2.say.peer-2", 2), ("talk.r1.rate.judge", 1),
    ]  # fmt: skip
    assert ran.result["message"].startswith("0 of 1 seats gave a valid reply in 'rate'")
    assert ran.state.rounds_run == [("talk", 1)]
    assert ran.result["turns"] == {"asked": 3, "answered": 2}


def test_a_run_killed_before_it_took_turns_back_takes_them_back(tmp_path: Path) -> None:
    spec = debate([{**TALK, "sees": "self", "quorum": 2}], rounds=3, limits={"attempts": 1})
    plan = plan_of(spec)
    turns = {"talk.r1.say.peer-1": fail(TransportError(Failure.CRASHED, "late"), after=50)}
    whole = run(tmp_path / "whole", plan, turns)

    def killing(_run: Run) -> Watch:
        def then(event: object) -> None:
            if isinstance(event, Ended):
                raise InterruptedError

        return Watch(then=then)

    with pytest.raises(InterruptedError):
        carry_out(tmp_path / "run", plan, Agent(script(turns)), killing)
    again = finish(Run.take_up(tmp_path / "run"), Agent(script(turns)))
    assert lasting(again.result) == lasting(whole.result)
    assert {e.node for e in again.of(Settled)} >= {"talk.r2.say.peer-2"}

"""What takes place and what does not: `when` of phases and steps, `where` of speakers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from debatec.runtime.events import Asked, Decided, Settled, TurnOutcome
from debatec.runtime.run import Run
from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, fail, say, script
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Ran, Watch, carry_out, finish, lasting, plan_of

CRASH = fail(TransportError(Failure.CRASHED, "it broke"))


def run(folder: Path, spec: str, turns: dict[str, Any] | None = None, **options: Any) -> Ran:
    return carry_out(folder / "run", plan_of(spec), Agent(script(turns or {})), **options)


def gated(when: str, **parts: Any) -> dict[str, Any]:
    return {"id": "extra", "speakers": ["judge"], "prompt": "Judge.", "when": when, **parts}


def asked(ran: Ran, step: str) -> list[int]:
    """The rounds in which a step asked anybody."""
    rounds = {node.round for node in ran.plan.graph.of_step(step) if ran.state.was_asked(node.id)}
    return sorted(rounds)


def scores(*rounds: float) -> dict[str, Any]:
    return {
        f"talk.r{round}.say.peer": say("So.", {"score": {"score": score}})
        for round, score in enumerate(rounds, 1)
    }


SCORED = {**TALK, "returns": "score"}
PARTS: dict[str, Any] = {"seats": 1, "roles": {"judge": {}}, "blocks": {"score": SCORE}}


@pytest.mark.parametrize(
    ("when", "rounds"),
    [
        ("round.number == 2", [2]),
        ("round.last", [3]),
        ("say.score > 0.5", [1, 3]),
        ("not say.score > 0.5", [2]),
        ("before(say.score) > 0.5", [2]),
        ("streak(say.score > 0.1) >= 2", [2, 3]),
        ("inputs.deep", []),
        ("false", []),
        ("count(extra) == 0", [1, 3]),
        ("elapsed >= 0 and tokens > 0 and context > 0 and cost is none", [1, 2, 3]),
    ],
)
def test_a_step_takes_place_when_its_condition_holds(
    tmp_path: Path, when: str, rounds: list[int]
) -> None:
    inputs = {"deep": {"type": "boolean", "default": False}}
    spec = debate([SCORED, gated(when)], rounds=3, inputs=inputs, **PARTS)
    ran = run(tmp_path, spec, scores(0.9, 0.2, 0.8))
    assert asked(ran, "extra") == rounds
    readings = [event for event in ran.of(Decided) if event.part == "step"]
    assert [(event.node, event.holds) for event in readings] == [
        (f"talk.r{round}.extra.judge", round in rounds) for round in (1, 2, 3)
    ]


def test_what_a_seat_said_last_is_its_own_whatever_became_of_later_rounds(tmp_path: Path) -> None:
    where = "own(say).score > 0.5"
    again = {**gated("true"), "speakers": {"who": ["peer"], "where": where}}
    turns = {**scores(0.9), "talk.r2.say.peer": CRASH, **dict([[*scores(0, 0, 0.2).items()][2]])}
    ran = run(tmp_path, debate([SCORED, again], rounds=3, **PARTS), turns)
    assert asked(ran, "extra") == [1, 2]


def test_a_skipped_step_is_no_failure(tmp_path: Path) -> None:
    spec = debate([TALK, gated("false", quorum=1)], rounds=2, **PARTS)
    ran = run(tmp_path, spec)
    skipped = ran.state.settled["talk.r1.extra.judge"]
    assert (skipped.outcome, skipped.message) == (TurnOutcome.SKIPPED, "when: false")
    assert ran.result["reason"] == "completed"
    assert ran.result["turns"] == {"asked": 2, "answered": 2}
    assert ran.result["seats"][1]["turns"] == {"asked": 0, "answered": 0}
    assert ran.state.rounds_run == [("talk", 1), ("talk", 2)]


def test_a_round_in_which_nobody_was_to_speak_is_not_silent(tmp_path: Path) -> None:
    spec = debate([{**TALK, "when": "round.number == 2"}], rounds=2)
    assert run(tmp_path, spec).result["reason"] == "completed"


def test_the_seats_of_a_step_go_by_one_reading(tmp_path: Path) -> None:
    step = {**TALK, "order": "sequential", "when": "count(say) == 0"}
    ran = run(tmp_path, debate([step], seats=3, rounds=2))
    assert asked(ran, "say") == [1]
    assert len(ran.of(Decided)) == 2


def test_a_phase_that_is_skipped_leaves_no_rounds(tmp_path: Path) -> None:
    more = {"id": "more", "rounds": 2, "when": "count(say) > 5", "steps": [{**TALK, "id": "on"}]}
    last = {"id": "end", "steps": [{**TALK, "id": "off", "sees": "everything"}]}
    ran = run(tmp_path, debate(phases=[more, last]))
    assert ran.state.rounds_run == [("talk", 1), ("end", 1)]
    assert [(p["phase"], p["rounds"], p["reason"]) for p in ran.result["phases"]] == [
        ("talk", 1, "completed"), ("more", 0, "skipped"), ("end", 1, "completed"),
    ]  # fmt: skip
    assert not any(event.node.startswith("more") for event in ran.of(Settled))
    assert ran.result["reason"] == "completed"
    assert "on" not in ran.agent.prompts("end.r1.off.peer-1")[0].split()


def test_the_reason_is_that_of_the_last_phase_that_took_place(tmp_path: Path) -> None:
    more = {"id": "more", "when": "false", "steps": [{**TALK, "id": "on"}]}
    stop = [{"id": "done", "when": "true", "outcome": "decided"}]
    assert run(tmp_path, debate(stop=stop, phases=[more])).result["reason"] == "done"


def test_a_phase_is_read_once(tmp_path: Path) -> None:
    more = {"id": "more", "rounds": 2, "when": "count(say) == 2", "steps": [{**TALK, "id": "on"}]}
    ran = run(tmp_path, debate(phases=[more]))
    assert [(event.node, event.part) for event in ran.of(Decided)] == [
        ("more.r1.on.peer-1", "phase")
    ]
    assert asked(ran, "on") == [1, 2]


@pytest.mark.parametrize("order", ["parallel", "sequential"])
def test_speakers_are_picked_while_it_runs(tmp_path: Path, order: str) -> None:
    where = "round.number == 1 or seat.number == 2"
    step = {**TALK, "order": order, "speakers": {"who": ["peer"], "where": where}, "quorum": 1}
    ran = run(tmp_path, debate([step], seats=3, rounds=2))
    spoke = [event.node for event in ran.of(Settled) if event.outcome is TurnOutcome.OK]
    assert spoke[3:] == ["talk.r2.say.peer-2"]
    skipped = ran.state.settled["talk.r2.say.peer-1"]
    assert skipped.message == f"where: {where}"
    assert ran.result["reason"] == "completed"


def test_a_quorum_counts_those_who_were_to_speak(tmp_path: Path) -> None:
    where = "count(say) == 0 or seat.number < 3"
    step = {**TALK, "speakers": {"who": ["peer"], "where": where}, "quorum": 2}
    ran = run(tmp_path, debate([step], seats=3, rounds=2), {"talk.r2.say.peer-1": CRASH})
    assert ran.result["reason"] == "quorum"
    assert ran.result["message"].startswith("1 of 2 seats")


def test_seats_that_speak_at_once_do_not_decide_of_one_another(tmp_path: Path) -> None:
    where = "count(say) == 0"
    step = {**TALK, "speakers": {"who": ["peer"], "where": where}}
    ran = run(tmp_path, debate([step], seats=3))
    assert len(ran.of(Asked)) == 3
    ordered = {**step, "order": "sequential"}
    assert len(run(tmp_path / "b", debate([ordered], seats=3)).of(Asked)) == 1


def test_a_tally_is_left_out_with_its_ballots(tmp_path: Path) -> None:
    ballot = {**TALK, "id": "ballot", "returns": "vote", "when": "round.first"}
    verdict = {"id": "verdict", "kind": "tally", "of": "ballot"}
    stop = [{"none": "round.number == 2 and verdict is none"}]
    vote = say("So.", {"vote": {"vote": "object", "objections": ["No."]}})
    turns = {f"talk.r1.ballot.peer-{number}": vote for number in (1, 2)}
    ran = run(tmp_path, debate([TALK, ballot, verdict], rounds=3, stop=stop), turns)
    assert ran.state.settled["talk.r2.verdict"].outcome is TurnOutcome.SKIPPED
    assert ran.result["reason"] == "none"
    assert ran.result["tallies"]["verdict"]["counts"] == {"object": 2}


def test_a_ledger_reads_what_was_reached(tmp_path: Path) -> None:
    status = {"position": "agree", "findings": []}
    audit = {**TALK, "id": "audit", "returns": "status"}
    book = {"id": "book", "kind": "ledger", "of": {"in": "audit", "window": "all"}}
    more = {"id": "more", "when": "count(audit) > 5", "steps": [{**audit, "id": "again"}]}
    rest = {**TALK, "id": "end"}
    late = {"id": "late", "steps": [book, {"id": "rest", "kind": "ledger", "of": "again"}, rest]}
    spec = debate([audit], rounds=3, stop=[{"enough": "count(audit) == 2"}], phases=[more, late])
    turns = {f"talk.r1.audit.peer-{number}": say("So.", {"status": status}) for number in (1, 2)}
    ran = run(tmp_path, spec, turns)
    assert ran.result["phases"][0]["rounds"] == 1
    assert ran.result["findings"].keys() == {"book", "rest"}


def test_a_skipped_tally_counts_nothing(tmp_path: Path) -> None:
    ballot = {**TALK, "id": "ballot", "returns": "vote"}
    verdict = {"id": "verdict", "kind": "tally", "of": "ballot", "when": "round.number == 1"}
    vote = say("So.", {"vote": {"vote": "accept", "objections": []}})
    turns = {f"talk.r1.ballot.peer-{number}": vote for number in (1, 2)}
    ran = run(tmp_path, debate([ballot, verdict], rounds=2), turns)
    assert ran.state.settled["talk.r2.verdict"].outcome is TurnOutcome.SKIPPED
    assert ran.result["tallies"]["verdict"]["votes"] == 2


def test_a_seat_that_was_not_asked_holds_what_it_held(tmp_path: Path) -> None:
    finding = {"id": "F", "title": "t", "severity": "blocking", "state": "open"}
    status = say("So.", {"status": {"position": "disagree", "findings": [finding]}})
    none = say("So.", {"status": {"position": "agree", "findings": []}})
    speakers = {"who": ["peer"], "where": "round.number == 1 or seat.number == 2"}
    audit = {**TALK, "id": "audit", "returns": "status", "speakers": speakers}
    book = {"id": "book", "kind": "ledger", "of": "audit"}
    turns = {"talk.r1.audit.peer-1": status, "talk.r1.audit.peer-2": none,
             "talk.r2.audit.peer-2": none}  # fmt: skip
    ran = run(tmp_path, debate([audit, book], rounds=2), turns)
    assert ran.result["findings"]["book"]["blocking"] == ["F"]
    assert ran.result["deadlocks"] == [
        {"ledger": "book", "phase": "talk", "round": 2, "findings": ["F"]}
    ]


@pytest.mark.parametrize("stop", range(1, 12))
def test_what_was_decided_is_not_decided_again(tmp_path: Path, stop: int) -> None:
    """A run that was killed after any event goes on as it would have gone on."""
    steps = [SCORED, gated("before(elapsed) == 3 or elapsed == 3")]
    spec = debate(steps, rounds=3, **PARTS)
    turns = {turn: replace(said, pause=3) for turn, said in scores(0.9, 0.2, 0.8).items()}
    whole = run(tmp_path / "whole", spec, turns)
    assert asked(whole, "extra") == [1, 2]

    class Killed(Exception):
        pass

    def killing(_run: Run) -> Watch:
        watch = Watch()

        def then(_event: object) -> None:
            if len(watch.events) == stop:
                raise Killed

        watch.then = then
        return watch

    with pytest.raises(Killed):
        run(tmp_path / "killed", spec, turns, watching=killing)
    again = finish(Run.take_up(tmp_path / "killed" / "run"), Agent(script(turns)))
    assert lasting(again.result) == lasting(whole.result)

"""Every way a debate can end, and what runs after and beside what."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from debatec.graph.plan import Plan
from debatec.runtime.events import Dropped, Ended, Gated, Replied, Settled, TurnOutcome
from debatec.runtime.run import Run
from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, Say, fail, say, script
from tests.support.debates import CLOSE, SCORE, TALK, debate, unbarred
from tests.support.runs import Ran, Watch, carry_out, lasting, plan_of

CRASH = fail(TransportError(Failure.CRASHED, "it broke"))
QUORUM = {**TALK, "quorum": 2}
SCORED = {**TALK, "returns": "score"}


def run(folder: Path, spec: str, turns: dict[str, Any] | None = None, **options: Any) -> Ran:
    agent = Agent(script(turns or {}, options.pop("otherwise", None)))
    return carry_out(folder / "run", plan_of(spec), agent, options.pop("watching", None))


def ending(ran: Ran) -> tuple[str, str, str]:
    return ran.result["status"], ran.result["outcome"], ran.result["reason"]


# --- Endings ----------------------------------------------------------------------------------


def test_all_rounds_are_held(tmp_path: Path) -> None:
    ran = run(tmp_path, debate(rounds=3, closing=True))
    assert ending(ran) == ("done", "decided", "completed")
    assert ran.result["message"] is None
    assert ran.result["text"] == "said in close.r1.report.judge"
    assert ran.result["turns"] == {"asked": 7, "answered": 7}


def test_a_cap_is_its_own_reason_and_never_consensus(tmp_path: Path) -> None:
    stop = [{"id": "agreed", "when": "round.number > 5", "outcome": "consensus"}]
    ran = run(tmp_path, debate(rounds=2, stop=stop, inputs={}, closing=True))
    assert ending(ran) == ("done", "no_consensus", "rounds")
    assert ran.result["phases"][0] == {
        "phase": "talk", "rounds": 2, "of": 2, "reason": "rounds", "held": [],
    }  # fmt: skip


def test_the_first_rule_that_holds_fires_and_all_are_recorded(tmp_path: Path) -> None:
    stop = [
        {"id": "never", "when": "round.number > 8"},
        {"id": "second", "when": "round.number >= 2", "outcome": "hung"},
        {"id": "third", "when": "round.number == 2", "outcome": "consensus"},
    ]
    ran = run(tmp_path, debate(rounds=9, stop=stop, closing=True))
    assert ending(ran) == ("done", "hung", "second")
    assert [(gated.held, gated.fired) for gated in ran.of(Gated)] == [
        ((), None), (("second", "third"), "second"), ((), None),
    ]  # fmt: skip
    assert ran.result["phases"][0]["held"] == ["second", "third"]
    assert "talk.r3.say.peer-1" not in ran.agent.turns()


def test_a_rule_is_read_in_the_last_round_too(tmp_path: Path) -> None:
    stop = [{"id": "agreed", "when": "round.last", "outcome": "consensus"}]
    assert ending(run(tmp_path, debate(rounds=2, stop=stop))) == ("done", "consensus", "agreed")


def test_fewer_valid_replies_than_the_quorum_end_the_debate(tmp_path: Path) -> None:
    ran = run(tmp_path, debate([QUORUM], rounds=3, closing=True), {"talk.r2.say.peer-1": CRASH})
    assert ending(ran) == ("done", "no_consensus", "quorum")
    said = "1 of 2 seats gave a valid reply in 'say', the quorum is 2; the last: it broke"
    assert ran.result["message"] == said
    assert ran.result["phases"][0]["rounds"] == 2
    assert ran.agent.turns()[-1] == "close.r1.report.judge"


def test_a_quorum_that_falls_short_cuts_off_the_rest_of_the_round(tmp_path: Path) -> None:
    other = {"id": "think", "speakers": ["thinker"], "sees": "nothing", "prompt": "Think."}
    spec = debate([QUORUM, other], roles={"thinker": {}}, closing=True)
    turns = {"talk.r1.say.peer-1": CRASH, "talk.r1.think.thinker": say("late", after=50)}
    ran = run(tmp_path, spec, turns)
    assert ran.state.settled["talk.r1.think.thinker"].outcome is TurnOutcome.CANCELLED
    assert ran.result["reason"] == "quorum"
    assert ran.seconds < 50


def test_a_round_in_which_nobody_replies_ends_the_debate(tmp_path: Path) -> None:
    turns = {f"talk.r2.say.peer-{number}": CRASH for number in (1, 2)}
    stop = [{"id": "calm", "when": "round.number == 2", "outcome": "consensus"}]
    ran = run(tmp_path, debate(rounds=3, stop=stop, closing=True), turns)
    assert ending(ran) == ("done", "no_consensus", "silence")
    assert ran.result["message"] == "nobody replied in round 2 of 'talk'"
    assert ran.result["phases"][0]["held"] == ["calm"]
    assert ran.result["text"] == "said in close.r1.report.judge"


def test_replies_without_their_block_are_no_silence(tmp_path: Path) -> None:
    ran = run(tmp_path, debate([SCORED], blocks={"score": SCORE}, rounds=2, closing=True))
    assert ran.result["reason"] == "completed"
    assert ran.result["turns"] == {"asked": 5, "answered": 5}


def test_time_cuts_the_debate_but_not_its_closing(tmp_path: Path) -> None:
    spec = debate(rounds=9, closing=True, limits={"time": "100s"})
    turns = {"close.r1.report.judge": say("at last", after=90)}
    ran = run(tmp_path, spec, turns, otherwise=say("slow", after=40))
    assert ending(ran) == ("done", "no_consensus", "time")
    assert ran.result["message"] == "the debate took longer than 100 s"
    assert ran.seconds == pytest.approx(190)
    assert ran.state.settled["talk.r3.say.peer-1"].outcome is TurnOutcome.CANCELLED
    assert ran.result["text"] == "at last"


def test_a_slow_seat_does_not_keep_the_others_from_the_time_limit(tmp_path: Path) -> None:
    spec = debate(closing=True, limits={"time": "10s"})
    ran = run(tmp_path, spec, {"talk.r1.say.peer-2": Say(hangs=True)})
    assert ran.seconds == pytest.approx(10)
    assert ran.result["turns"] == {"asked": 3, "answered": 2}


def test_when_every_seat_fails_nothing_is_closed(tmp_path: Path) -> None:
    ran = run(tmp_path, debate(closing=True), otherwise=CRASH)
    assert ending(ran) == ("failed", "failed", "silence")
    assert ran.result["text"] is None
    assert ran.result["seats"][0]["failures"] == {"crashed": 2}
    assert "close.r1.report.judge" not in ran.agent.turns()


def test_a_failed_report_leaves_no_text(tmp_path: Path) -> None:
    spec = debate(closing=True, result={"text": "report"})
    ran = run(tmp_path, spec, {"close.r1.report.judge": CRASH})
    assert ending(ran) == ("done", "decided", "completed")
    assert ran.result["text"] is None
    assert ran.result["phases"][1]["reason"] == "silence"


def test_without_a_named_text_the_last_step_that_spoke_gives_it(tmp_path: Path) -> None:
    ran = run(tmp_path, debate(closing=True), {"close.r1.report.judge": CRASH})
    assert ran.result["text_from"] == "talk.r1.say.peer-2"


def stopping(at: type | None, nth: int = 1) -> Any:
    """Aborts a run at the nth event of a kind; before it begins where there is none."""

    def watching(run: Run) -> Watch:
        if at is None:
            run.abort()
        count = itertools.count(1)

        def then(event: object) -> None:
            if at is not None and isinstance(event, at) and next(count) == nth:
                run.abort()

        return Watch(then=then)

    return watching


@pytest.mark.parametrize(
    ("at", "nth", "answered"), [(None, 1, 0), (Replied, 1, 1), (Settled, 2, 2), (Settled, 3, 2)]
)
def test_an_abort_ends_with_what_there_is(
    tmp_path: Path, at: type | None, nth: int, answered: int
) -> None:
    turns = {"talk.r1.say.peer-2": say("late", after=5)}
    ran = run(tmp_path, debate(rounds=2, closing=True), turns, watching=stopping(at, nth))
    assert ending(ran) == ("aborted", "aborted", "aborted")
    assert ran.result["message"] == "stopped by the user"
    assert ran.result["turns"]["answered"] >= min(answered, 1)
    assert "close.r1.report.judge" not in ran.agent.turns()
    assert len(ran.of(Ended)) == 1


def test_an_abort_before_the_run_asks_nobody(tmp_path: Path) -> None:
    assert run(tmp_path, debate(), watching=stopping(None)).agent.questions == []


def test_an_abort_while_all_wait_is_prompt(tmp_path: Path) -> None:
    ran = run(
        tmp_path, debate(), {"talk.r1.say.peer-2": Say(hangs=True)}, watching=stopping(Settled)
    )
    assert ran.seconds == 0
    assert ran.result["text"] == "said in talk.r1.say.peer-1"
    assert ran.state.settled["talk.r1.say.peer-2"].outcome is TurnOutcome.CANCELLED


def test_an_abort_in_the_closing_phase_outranks_what_ended_the_debate(tmp_path: Path) -> None:
    closing = {"id": "close", "always": True, "rounds": 3, "steps": [CLOSE]}
    spec = debate([QUORUM], phases=[closing], roles={"judge": {}})
    turns = {"talk.r1.say.peer-1": CRASH}
    ran = run(tmp_path, spec, turns, watching=stopping(Settled, 3))
    assert ending(ran) == ("aborted", "aborted", "aborted")
    assert [phase["reason"] for phase in ran.result["phases"]] == ["quorum", "aborted"]
    assert "close.r3.report.judge" not in ran.agent.turns()


def test_a_silent_round_only_leaves_a_closing_phase(tmp_path: Path) -> None:
    closing = [
        {"id": "close", "always": True, "rounds": 3, "steps": [CLOSE]},
        {"id": "after", "always": True, "steps": [{**CLOSE, "id": "more"}]},
    ]
    spec = debate(phases=closing, roles={"judge": {}})
    ran = run(tmp_path, spec, {"close.r1.report.judge": CRASH})
    assert ending(ran) == ("done", "decided", "completed")
    assert [(p["phase"], p["rounds"], p["reason"]) for p in ran.result["phases"]] == [
        ("talk", 1, "completed"), ("close", 1, "silence"), ("after", 1, "completed"),
    ]  # fmt: skip


def test_a_quorum_that_falls_short_only_leaves_a_closing_phase(tmp_path: Path) -> None:
    step = {**QUORUM, "id": "vote", "sees": "nothing"}
    closing = {"id": "close", "always": True, "rounds": 3, "steps": [step]}
    ran = run(tmp_path, debate(phases=[closing]), {"close.r1.vote.peer-2": CRASH})
    assert ran.result["reason"] == "completed"
    assert ran.result["phases"][1]["reason"] == "quorum"
    assert ran.result["phases"][1]["rounds"] == 1


def test_a_dropped_seat_is_asked_no_more_and_bars_consensus(tmp_path: Path) -> None:
    stop = [{"id": "agreed", "when": "count(say) == live(peer)", "outcome": "consensus"}]
    spec = debate(seats=3, rounds=2, stop=stop, limits={"strikes": 2, "attempts": 2})
    ran = run(tmp_path, spec, {"talk.r1.say.peer-3": CRASH})
    assert ending(ran) == ("done", "decided", "agreed")
    message = "2 attempts failed, the last: it broke"
    assert ran.result["degraded"] == [{"seat": "peer-3", "message": message}]
    assert ran.result["seats"][2]["dropped"] == message
    assert [dropped.seat for dropped in ran.of(Dropped)] == ["peer-3"]


def test_without_strikes_a_failed_seat_is_asked_again_next_round(tmp_path: Path) -> None:
    ran = run(
        tmp_path, debate(rounds=4), {"talk.r1.say.peer-1": CRASH, "talk.r2.say.peer-1": CRASH}
    )
    assert ran.result["degraded"] == []
    assert ran.result["seats"][0]["turns"] == {"asked": 4, "answered": 2}


# --- Order ------------------------------------------------------------------------------------


def test_a_parallel_step_asks_all_at_once(tmp_path: Path) -> None:
    ran = run(tmp_path, debate(seats=5), otherwise=say("so", after=3))
    assert ran.seconds == 3
    assert ran.agent.most_busy == 5


def test_a_sequential_step_asks_one_after_the_other(tmp_path: Path) -> None:
    step = {**TALK, "order": "sequential"}
    ran = run(tmp_path, debate([step], seats=3, rounds=2), otherwise=say("so", after=3))
    assert ran.seconds == 18
    assert ran.agent.most_busy == 1
    assert "> so" in ran.agent.prompts("talk.r1.say.peer-2")[0]


def test_no_more_than_eight_are_asked_at_once(tmp_path: Path) -> None:
    ran = run(tmp_path, debate(seats=20), otherwise=say("so", after=1))
    assert ran.agent.most_busy == 8
    assert ran.seconds == 3
    assert ran.agent.turns() == [f"talk.r1.say.peer-{number}" for number in range(1, 21)]


def test_a_turn_starts_when_what_it_hears_is_there(tmp_path: Path) -> None:
    own = {"who": "self", "in": "say", "window": "this"}
    steps = [TALK, {"id": "reflect", "speakers": ["peer"], "sees": own, "prompt": "Reflect."}]
    turns = {"talk.r1.say.peer-1": say("slow", after=10), "talk.r1.say.peer-2": say("b", after=1)}
    ran = run(tmp_path, debate(steps), turns, otherwise=say("then", after=5))
    assert ran.seconds == 15
    settled = [event.node for event in ran.of(Settled)]
    assert settled.index("talk.r1.reflect.peer-2") == 1


def test_the_order_of_arrival_changes_nothing(tmp_path: Path) -> None:
    steps = [
        {**TALK, "returns": "status"},
        {"id": "book", "kind": "ledger", "of": "say"},
        {"id": "weigh", "speakers": ["judge"], "sees": "everything", "prompt": "Judge."},
    ]
    spec = debate(steps, seats=3, rounds=2, roles={"judge": {}})
    seen = []
    for number, delays in enumerate(itertools.permutations((1, 2, 3))):
        turns = {
            f"talk.r{round}.say.peer-{seat}": say(f"I am {seat}", status(seat), after)
            for round in (1, 2)
            for seat, after in enumerate(delays, 1)
        }
        ran = run(tmp_path / str(number), spec, turns)
        prompts = {q.request.turn: q.request.prompt for q in ran.agent.questions}
        seen.append((prompts, lasting(ran.result)))
    assert all(item == seen[0] for item in seen)


def status(seat: int) -> dict[str, Any]:
    finding = {"id": "F", "title": f"seen by {seat}", "severity": "major", "state": "open"}
    return {"status": {"position": "agree", "findings": [finding]}}


def test_many_runs_in_one_process_share_nothing(tmp_path: Path) -> None:
    one = run(tmp_path / "a", debate(rounds=2), otherwise=say("one"))
    two = run(tmp_path / "b", debate(rounds=2), otherwise=say("two"))
    assert "one" not in "".join(q.request.prompt for q in two.agent.questions)
    assert one.result["text"] == "one"


# --- Data flow --------------------------------------------------------------------------------


def test_a_seat_does_not_wait_for_those_it_does_not_hear(tmp_path: Path) -> None:
    slow = {f"talk.r{n}.say.peer-1": say("late", after=9) for n in (1, 2)}
    spec = debate([{**TALK, "sees": "self"}], rounds=2, closing=True)
    ran = run(tmp_path, spec, slow, otherwise=say("soon", after=1))
    settled = [event.node for event in ran.of(Settled)]
    assert settled.index("talk.r2.say.peer-2") < settled.index("talk.r1.say.peer-1")
    assert [(gated.phase, gated.round) for gated in ran.of(Gated)] == [
        ("talk", 1), ("talk", 2), ("close", 1),
    ]  # fmt: skip
    assert ending(ran) == ("done", "decided", "completed")


def test_an_early_end_cuts_off_rounds_that_began_before_it(tmp_path: Path) -> None:
    crash = fail(TransportError(Failure.CRASHED, "it broke"), after=9)
    turns = {"talk.r1.say.peer-1": crash, "talk.r3.say.peer-2": say("never", after=99)}
    spec = debate([{**QUORUM, "sees": "self"}], rounds=3, closing=True)
    ran = run(tmp_path, spec, turns, otherwise=say("soon", after=1))
    assert ending(ran) == ("done", "no_consensus", "quorum")
    outcomes = {event.node: event.outcome for event in ran.of(Settled)}
    assert outcomes["talk.r3.say.peer-2"] is TurnOutcome.CANCELLED
    assert ran.result["text"] == "soon"


def ring(seats: int, rounds: int, hears: int) -> Plan:
    """Seats in a circle that hear those next to them, and wait for nobody else."""
    plan = plan_of(debate([{**TALK, "returns": "status"}], seats=seats, rounds=rounds))
    heard = {
        f"peer-{seat}": tuple((seat + step) % seats + 1 for step in range(hears))
        for seat in range(1, seats + 1)
    }
    return unbarred(plan, heard)


def drawn(plan: Plan, seed: int) -> dict[str, Any]:
    """A random time and a finding for each turn."""
    draw = random.Random(seed)
    return {
        turn.id: say(f"I am {turn.seat}", status(index % 3), draw.uniform(0.2, 1.0))
        for index, turn in enumerate(plan.graph.turns())
    }


def critical_path(plan: Plan, turns: dict[str, Any]) -> float:
    ends: dict[str, float] = {}
    for node in plan.graph:
        took = turns[node.id].pause if node.id in turns else 0.0
        ends[node.id] = max((ends[source] for source in node.sources), default=0.0) + took
    return max(ends.values())


@pytest.mark.parametrize("hears", [2, 8])
def test_a_run_takes_as_long_as_its_critical_path(tmp_path: Path, hears: int) -> None:
    plan = ring(8, 5, hears)
    turns = drawn(plan, seed=7)
    ran = carry_out(tmp_path / "run", plan, Agent(script(turns)))
    assert ran.seconds <= 1.01 * critical_path(plan, turns)
    barred = plan_of(debate([{**TALK, "returns": "status"}], seats=8, rounds=5))
    slower = carry_out(tmp_path / "barred", barred, Agent(script(turns)))
    assert slower.seconds <= 1.01 * critical_path(barred, turns)
    assert (ran.seconds < 0.95 * slower.seconds) == (hears == 2)


def test_no_order_of_arrival_changes_the_result(tmp_path: Path) -> None:
    plan = ring(4, 3, 2)
    turns = drawn(plan, seed=0)
    results: list[dict[str, Any]] = []
    prompts: list[dict[str, str]] = []
    for seed in range(50):
        times = drawn(plan, seed)
        answers = {id: replace(reply, pause=times[id].pause) for id, reply in turns.items()}
        ran = carry_out(tmp_path / str(seed), plan, Agent(script(answers)))
        results.append(lasting(ran.result))
        prompts.append({q.request.turn: q.request.prompt for q in ran.agent.questions})
        assert ran.state.rounds_run == [("talk", 1), ("talk", 2), ("talk", 3)]
    assert all(result == results[0] for result in results)
    assert all(prompt == prompts[0] for prompt in prompts)


def test_no_order_of_arrival_changes_how_it_ends(tmp_path: Path) -> None:
    step = {**TALK, "sees": "nothing", "quorum": 3}
    spec = debate([step], seats=4, rounds=4, closing=True, limits={"attempts": 1})
    plan = unbarred(plan_of(spec))
    results = []
    for seed in range(25):
        draw = random.Random(seed)
        turns = {turn.id: say(turn.id, after=draw.uniform(0.2, 9)) for turn in plan.graph.turns()}
        for seat in (1, 4):
            id = f"talk.r2.say.peer-{seat}"
            turns[id] = replace(turns[id], fail=CRASH.fail)
        ran = carry_out(tmp_path / str(seed), plan, Agent(script(turns)))
        prompt = ran.agent.prompts("close.r1.report.judge")
        kept = {n: v for n, v in lasting(ran.result).items() if n not in ("tokens", "seats")}
        results.append((kept, prompt))
    assert all(result == results[0] for result in results)
    assert results[0][0]["reason"] == "quorum"

"""Attempts at a turn: what fails, what is asked again, and what is made of it in the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from debatec.runtime.events import (
    Asked,
    BlockStatus,
    Dropped,
    Failed,
    Purpose,
    Replied,
    Settled,
    TurnOutcome,
)
from debatec.transports.interface import End, Exchange, Failure, TransportError
from tests.support.agents import Agent, Say, Script, fail, say, script
from tests.support.debates import CLOSE, SCORE, TALK, debate
from tests.support.runs import Ran, Watch, carry_out, exchanges, plan_of

ONE = "talk.r1.say.peer"
TWO = "talk.r2.say.peer"
GOOD = {"score": {"score": 0.5}}
SCORED = {**TALK, "returns": "score"}


def error(failure: Failure, retry_after: float | None = None, after: float = 0.0) -> Say:
    return fail(TransportError(failure, "no luck", retry_after), after)


def alone(folder: Path, spec: str, answer: Script, **options: Any) -> Ran:
    """A run of a debate in which one peer speaks."""
    watching = options.pop("watching", None)
    return carry_out(folder / "run", plan_of(spec), Agent(answer, **options), watching)


def solo(folder: Path, *answers: Say, **limits: Any) -> Ran:
    return alone(folder, debate(seats=1, limits=limits), script({ONE: answers}))


def failures(ran: Ran) -> list[tuple[int, str, bool]]:
    return [(failed.attempt, failed.outcome.value, failed.counts) for failed in ran.of(Failed)]


def settled(ran: Ran, turn: str = ONE) -> Settled:
    return ran.state.settled[turn]


# --- Attempts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", ["refused", "crashed"])
def test_a_failed_attempt_is_made_again(tmp_path: Path, outcome: str) -> None:
    ran = solo(tmp_path, error(Failure(outcome)), say("now"))
    assert failures(ran) == [(1, outcome, True)]
    assert settled(ran).text == "now"
    assert settled(ran).attempt == 2
    assert ran.state.strikes == {"peer": 1}


def test_attempts_run_out(tmp_path: Path) -> None:
    ran = solo(tmp_path, error(Failure.CRASHED), attempts=3)
    assert [number for number, _, _ in failures(ran)] == [1, 2, 3]
    assert settled(ran).outcome is TurnOutcome.CRASHED
    assert settled(ran).message == "no luck"
    assert len(ran.agent.questions) == 3


def test_a_role_may_have_attempts_of_its_own(tmp_path: Path) -> None:
    spec = debate(seats=1, peer={"attempts": 4}, limits={"attempts": 1})
    ran = alone(tmp_path, spec, script({}, error(Failure.CRASHED)))
    assert len(ran.agent.questions) == 4


def test_strikes_end_a_turn_before_its_attempts_do(tmp_path: Path) -> None:
    ran = solo(tmp_path, error(Failure.CRASHED), attempts=5, strikes=2)
    assert len(ran.agent.questions) == 2
    assert [dropped.seat for dropped in ran.of(Dropped)] == ["peer"]
    assert settled(ran).outcome is TurnOutcome.CRASHED


def test_strikes_count_over_the_run(tmp_path: Path) -> None:
    spec = debate(rounds=5, limits={"attempts": 2, "strikes": 3})
    bad = {f"talk.r{n}.say.peer-1": [error(Failure.CRASHED), say("ok")] for n in (1, 2, 3)}
    ran = alone(tmp_path, spec, script(bad))
    assert ran.state.settled["talk.r3.say.peer-1"].outcome is TurnOutcome.CRASHED
    assert ran.state.settled["talk.r4.say.peer-1"].outcome is TurnOutcome.DROPPED
    assert ran.result["seats"][0]["turns"] == {"asked": 3, "answered": 2}


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_an_empty_reply_is_none(tmp_path: Path, text: str) -> None:
    assert failures(solo(tmp_path, say(text), say("now"))) == [(1, "empty", True)]


# --- Time -------------------------------------------------------------------------------------


def test_a_turn_may_take_only_so_long(tmp_path: Path) -> None:
    chatter = Say(("word ",) * 200, pause=10)
    ran = solo(tmp_path, chatter, turn_timeout="300s", idle_timeout="60s", attempts=2)
    assert failures(ran) == [(1, "timeout", True), (2, "timeout", True)]
    assert ran.seconds == pytest.approx(600)
    assert settled(ran).message == "no reply within 300 s"


def test_a_turn_that_falls_silent_is_given_up_sooner(tmp_path: Path) -> None:
    stuck = Say(("a",), hangs=True)
    ran = solo(tmp_path, stuck, say("now"), turn_timeout="300s", idle_timeout="60s")
    assert failures(ran) == [(1, "idle", True)]
    assert ran.of(Failed)[0].message == "nothing came for 60 s"
    assert ran.seconds == pytest.approx(60)


def test_the_time_of_a_turn_covers_its_block(tmp_path: Path) -> None:
    spec = debate([SCORED], seats=1, blocks={"score": SCORE}, limits={"turn_timeout": "100s"})
    ran = alone(tmp_path, spec, script({}, say("no block", after=60)))
    assert failures(ran) == [(1, "timeout", True), (2, "timeout", True)]
    assert ran.seconds == pytest.approx(200)


def test_a_rate_limit_is_waited_for_and_costs_no_attempt(tmp_path: Path) -> None:
    limited = error(Failure.RATE_LIMITED, retry_after=30)
    ran = solo(tmp_path, limited, limited, say("now"), attempts=1, strikes=1)
    assert failures(ran) == [(1, "rate_limited", False), (2, "rate_limited", False)]
    assert 60 < ran.seconds <= 66
    assert settled(ran).attempt == 3
    assert ran.state.strikes == {}
    assert ran.result["degraded"] == []


def test_waits_without_a_time_are_doubled(tmp_path: Path) -> None:
    limited = error(Failure.RATE_LIMITED)
    ran = solo(tmp_path, limited, limited, limited, say("now"))
    assert 14 < ran.seconds <= 14 * 1.1


@pytest.mark.parametrize("wait", [0.0, -5.0, float("nan"), None])
def test_waits_for_a_rate_limit_fit_in_the_time_of_a_turn(
    tmp_path: Path, wait: float | None
) -> None:
    limited = error(Failure.RATE_LIMITED, wait)
    ran = solo(tmp_path, limited, turn_timeout="100s", attempts=1)
    assert 62 < ran.seconds <= 62 * 1.1
    assert failures(ran)[-1] == (6, "rate_limited", True)
    assert settled(ran).outcome is TurnOutcome.RATE_LIMITED


@pytest.mark.parametrize("wait", [301.0, float("inf")])
def test_a_wait_longer_than_a_turn_is_a_failure(tmp_path: Path, wait: float) -> None:
    ran = solo(tmp_path, error(Failure.RATE_LIMITED, wait), say("now"))
    assert failures(ran) == [(1, "rate_limited", True)]
    assert ran.seconds == 0


# --- What is sent -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "foreign", [ValueError("secret"), TimeoutError("secret"), OSError("secret"), KeyError("x")]
)
def test_a_fault_of_a_transport_ends_the_attempt_and_says_no_secret(
    tmp_path: Path, foreign: Exception
) -> None:
    ran = solo(tmp_path, fail(foreign), say("now"))
    assert failures(ran) == [(1, "crashed", True)]
    assert ran.of(Failed)[0].message == f"the transport failed: {type(foreign).__name__}"


def test_an_agent_that_cannot_be_opened_ends_the_attempt(tmp_path: Path) -> None:
    agent = Agent(script({}), open_error=RuntimeError("secret"))
    ran = carry_out(tmp_path / "run", plan_of(debate(seats=1)), agent)
    assert failures(ran) == [(1, "crashed", True), (2, "crashed", True)]
    assert ran.result["status"] == "failed"


def test_a_reply_that_the_server_cut_is_kept_and_said_to_be_cut(tmp_path: Path) -> None:
    ran = solo(tmp_path, Say(("half a rep",), end=End(5, 7, "m-1", cut=True)))
    [replied] = ran.of(Replied)
    assert (replied.text, replied.cut, replied.model) == ("half a rep", True, "m-1")
    assert ran.result["tokens"] == {"input": 5, "output": 7, "estimated": False}
    assert ran.result["seats"][0]["models"] == ["m-1"]


def test_an_endless_reply_is_cut_and_its_session_rebuilt(tmp_path: Path) -> None:
    spec = debate(seats=1, rounds=2, limits={"reply": 100})
    ran = alone(tmp_path, spec, script({ONE: Say(endless=True)}))
    first, second = ran.of(Replied)
    assert len(first.text) == 800
    assert (first.cut, second.cut) == (True, False)
    assert [history for _, _, history in ran.agent.opened] == [
        (),
        (Exchange(ran.agent.prompts(ONE)[0], first.text),),
    ]
    assert settled(ran).outcome is TurnOutcome.OK


def test_a_cut_reply_is_known_when_its_block_is_asked_for(tmp_path: Path) -> None:
    spec = debate([SCORED], seats=1, blocks={"score": SCORE}, limits={"reply": 50})
    answers = [Say(endless=True), say("", GOOD)]
    ran = alone(tmp_path, spec, script({ONE: answers}))
    prose, block = ran.agent.questions
    assert prose.known == ()
    assert [exchange.prompt for exchange in block.known] == [prose.request.prompt]
    assert settled(ran).block is BlockStatus.VALID


def test_half_a_surrogate_pair_does_not_break_the_journal(tmp_path: Path) -> None:
    assert settled(solo(tmp_path, say("a \ud83d b"))).text == "a ? b"


def test_a_prompt_that_cannot_be_written_fails_the_turn_only(tmp_path: Path) -> None:
    step = {**TALK, "prompt": "{{ inputs.a }}" * 5}
    spec = debate([step], inputs={"a": {"type": "string"}})
    agent = Agent(script({}))
    ran = carry_out(tmp_path / "run", plan_of(spec, a="x" * 900_000), agent)
    assert ran.result["status"] == "failed"
    assert {failed.outcome for failed in ran.of(Failed)} == {TurnOutcome.INVALID}
    assert ran.of(Failed)[0].message.startswith("the prompt cannot be written: line 1:")
    assert agent.questions == []


def test_a_lens_that_cannot_be_written_fails_the_turns_only(tmp_path: Path) -> None:
    spec = debate(peer={"lens": "{{ inputs.a }}"}, inputs={"a": {"type": "string"}})
    ran = carry_out(tmp_path / "run", plan_of(spec, a="x" * 900_000), Agent(script({})))
    assert {failed.outcome for failed in ran.of(Failed)} == {TurnOutcome.INVALID}


def test_deltas_are_passed_on_as_they_come(tmp_path: Path) -> None:
    ran = solo(tmp_path, Say(("a ", "b ", "c"), pause=1))
    assert ran.watch.deltas == [(ONE, "a "), (ONE, "b "), (ONE, "c")]


# --- Sessions ---------------------------------------------------------------------------------


def test_a_persistent_seat_keeps_its_session(tmp_path: Path) -> None:
    ran = alone(tmp_path, debate(seats=1, rounds=3), script({}))
    assert len(ran.agent.opened) == 1
    assert [len(question.known) for question in ran.agent.questions] == [0, 1, 2]


def test_a_fresh_seat_remembers_nothing(tmp_path: Path) -> None:
    spec = debate(seats=1, rounds=3, peer={"session": "fresh"})
    ran = alone(tmp_path, spec, script({}))
    assert [history for _, _, history in ran.agent.opened] == [(), (), ()]


def test_a_fresh_seat_is_asked_for_its_block_in_the_same_session(tmp_path: Path) -> None:
    spec = debate([SCORED], seats=1, blocks={"score": SCORE}, peer={"session": "fresh"})
    ran = alone(tmp_path, spec, script({ONE: [say("none"), say("", GOOD)]}))
    assert len(ran.agent.opened) == 1
    assert len(ran.agent.questions[1].known) == 1


def test_a_rebuilt_session_knows_the_kept_exchanges_and_no_others(tmp_path: Path) -> None:
    spec = debate([SCORED], seats=1, rounds=2, blocks={"score": SCORE})
    turns = {
        ONE: [error(Failure.CRASHED), say("prose"), say("", GOOD)],
        TWO: [say("half"), error(Failure.CRASHED), say("whole", GOOD)],
    }
    ran = alone(tmp_path, spec, script(turns))
    kept = [(exchange.prompt, exchange.reply) for exchange in exchanges(ran)[ONE]]
    assert [reply.split()[0] for _, reply in kept] == ["prose", "```score"]
    last = ran.agent.questions[-1]
    assert [(exchange.prompt, exchange.reply) for exchange in last.known] == kept


# --- Blocks -----------------------------------------------------------------------------------


def scored(folder: Path, answers: list[Say], native: bool = False, **block: Any) -> Ran:
    spec = debate([SCORED], seats=1, blocks={"score": {**SCORE, **block}})
    return alone(folder, spec, script({ONE: answers}), native_blocks=native)


def test_a_fenced_block_comes_with_the_reply(tmp_path: Path) -> None:
    ran = scored(tmp_path, [say("I think so.", GOOD)])
    assert settled(ran).text == "I think so."
    assert float(settled(ran).data["score"]) == 0.5  # type: ignore[index, arg-type]
    assert settled(ran).block is BlockStatus.VALID
    assert "End your reply with one fenced block named score" in ran.agent.prompts(ONE)[0]


def test_a_bad_block_is_asked_for_again_with_what_is_wrong(tmp_path: Path) -> None:
    ran = scored(tmp_path, [say("So.", {"score": {"score": 1.5}}), say("", GOOD)])
    again = ran.of(Asked)[1]
    assert again.purpose is Purpose.BLOCK
    assert again.prompt.startswith(
        "Your score block could not be used: 'score' must be at most 1, not 1.5\n"
    )
    assert ran.agent.questions[1].request.block is None
    assert settled(ran).text == "So."
    assert settled(ran).attempt == 1


def test_a_block_is_asked_for_only_so_often(tmp_path: Path) -> None:
    ran = scored(tmp_path, [say("no block")], asks=4)
    assert len(ran.agent.questions) == 4
    assert settled(ran).block is BlockStatus.ABSTAINED
    assert settled(ran).message == "there is no score block in it"
    assert settled(ran).text == "no block"
    assert not ran.state.is_valid(ran.plan.graph.nodes[ONE])


def test_a_native_block_is_asked_for_alone_after_the_prose(tmp_path: Path) -> None:
    ran = scored(tmp_path, [say("I think so."), say('{"score": 0.25}')], native=True)
    prose, block = ran.agent.questions
    assert prose.request.block is None
    assert "score" not in prose.request.prompt
    assert block.request.block is not None
    assert block.request.block.name == "score"
    assert block.request.block.schema["required"] == ["score"]
    assert [e.purpose for e in ran.of(Asked)] == [Purpose.REPLY, Purpose.BLOCK]
    assert settled(ran).text == "I think so."
    assert settled(ran).block is BlockStatus.VALID


def test_a_block_in_the_prose_of_a_native_agent_is_prose(tmp_path: Path) -> None:
    ran = scored(tmp_path, [say("So.", GOOD), say('{"score": 0}')], native=True)
    assert settled(ran).data == {"score": 0}


def test_a_block_may_fail_its_turn(tmp_path: Path) -> None:
    ran = scored(tmp_path, [say("none"), say("none"), say("now", GOOD)], otherwise="fail")
    assert failures(ran) == [(1, "invalid", True)]
    assert ran.of(Failed)[0].message == "no valid score block: there is no score block in it"
    assert settled(ran).text == "now"


def test_stand_ins_take_the_place_of_a_block(tmp_path: Path) -> None:
    ran = scored(tmp_path, [say("none")], otherwise={"score": "1 / 4"})
    assert settled(ran).block is BlockStatus.STAND_IN
    assert float(settled(ran).data["score"]) == 0.25  # type: ignore[index, arg-type]
    assert ran.state.is_valid(ran.plan.graph.nodes[ONE])


def test_a_list_stands_in_as_it_is_written(tmp_path: Path) -> None:
    listed = {"fields": {"named": {"type": "array"}}, "otherwise": {"named": ["a", 2]}}
    spec = debate([SCORED], seats=1, blocks={"score": listed})
    ran = alone(tmp_path, spec, script({ONE: [say("none")]}))
    assert settled(ran).data == {"named": ["a", 2]}


@pytest.mark.parametrize("strikes", ["none", 1])
def test_stand_ins_of_a_failed_turn_reach_conditions_only(tmp_path: Path, strikes: object) -> None:
    judge = {"id": "rate", "speakers": ["judge"], "prompt": "Rate.", "returns": "score"}
    hears = {**CLOSE, "sees": "rate"}
    spec = debate(
        [TALK, judge],
        seats=1,
        rounds=3,
        roles={"judge": {}, "writer": {}},
        blocks={"score": {**SCORE, "otherwise": {"score": "round.number / 4"}}},
        stop=[{"id": "enough", "when": "rate.score >= 0.5", "outcome": "decided"}],
        phases=[{"id": "close", "always": True, "steps": [{**hears, "speakers": ["writer"]}]}],
        limits={"strikes": strikes},
    )
    turns = {f"talk.r{n}.rate.judge": error(Failure.CRASHED) for n in (1, 2, 3)}
    ran = alone(tmp_path, spec, script(turns))
    assert ran.result["reason"] == "enough"
    assert ran.result["phases"][0]["rounds"] == 2
    prompt = ran.agent.prompts("close.r1.report.writer")[0]
    assert "judge (rate, round 2) gave no reply." in prompt


def test_a_turn_cut_off_between_prose_and_block_keeps_neither(tmp_path: Path) -> None:
    def watching(run: Any) -> Watch:
        def then(event: object) -> None:
            if isinstance(event, Asked) and event.purpose is Purpose.BLOCK:
                run.abort()

        return Watch(then=then)

    spec = debate([SCORED], seats=1, blocks={"score": SCORE})
    answers = [say("prose"), say("", GOOD, after=5)]
    ran = alone(tmp_path, spec, script({ONE: answers}), watching=watching)
    assert settled(ran).outcome is TurnOutcome.CANCELLED
    assert settled(ran).block is BlockStatus.ABSENT
    assert [replied.text for replied in ran.of(Replied)] == ["prose"]
    assert ran.result["status"] == "aborted"

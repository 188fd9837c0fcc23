"""Every way in which an attempt can end: its outcome, what is written down, and what it costs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from debatec.runtime.events import (
    BlockStatus,
    Dropped,
    Failed,
    Late,
    Purpose,
    Replied,
    Settled,
    TurnOutcome,
)
from debatec.runtime.guard import KILL
from debatec.runtime.turn import JITTER, jitter
from debatec.runtime.watchdog import DRAIN
from debatec.transports.interface import (
    Delta,
    Event,
    Exchange,
    Failure,
    Request,
    TransportError,
)
from tests.support.agents import Agent, Chair, Question, Say, fail, say, script
from tests.support.debates import CLOSE, SCORE, TALK, debate
from tests.support.runs import Ran, Watch, carry_out, plan_of

ONE = "talk.r1.say.peer"
LIMITS = {"turn_timeout": "100s", "idle_timeout": "20s", "attempts": 2, "reply": 100}
WORDS = {**TALK, "words": {"min": 3}}
SCORED = {**TALK, "returns": "score"}
STRICT = {"score": {**SCORE, "otherwise": "fail", "asks": 1}}


def error(outcome: str, retry_after: float | None = None) -> Say:
    return fail(TransportError(Failure(outcome), "no luck", retry_after))


@dataclass(frozen=True)
class Case:
    """One bad attempt, after which the seat answers well.

    ``seconds`` is the time that the attempt takes, ``late`` what is written down as late.
    """

    bad: Say
    outcome: str
    message: str
    seconds: float = 0.0
    late: Sequence[str] = ()
    cancelled: bool = False
    counts: bool = True
    good: Say = field(default_factory=lambda: say("now it is good", {"score": {"score": 1}}))
    asked: int = 2
    step: dict[str, Any] = field(default_factory=lambda: TALK)
    blocks: dict[str, Any] | None = None
    agent: dict[str, Any] = field(default_factory=dict)


CHATTER = Say(("word ",) * 99, pause=15)
OVER, SILENT = "no reply within 100 s", "nothing came for 20 s"
CASES = {
    "too long": Case(CHATTER, "timeout", OVER, 100, cancelled=True),
    "too long, and says a last word": Case(
        Say(("word ",) * 99, pause=12, after_cancel=("and ", "out")),
        "timeout", OVER, 100 + 12 + 12, ["and out"], True,
    ),
    "too long, and ends its reply regardless": Case(
        Say(("word ",) * 7, pause=15, deaf=True), "timeout", OVER, 105, ["word "], True
    ),
    "too long, and does not stop": Case(
        Say(("word ",) * 99, pause=15, deaf=True), "timeout", OVER, 100 + DRAIN, ["word word "],
        True,
    ),
    "silent": Case(Say(("a",), hangs=True), "idle", SILENT, 20, cancelled=True),
    "silent from the start": Case(Say(hangs=True), "idle", SILENT, 20, cancelled=True),
    "silent and deaf": Case(Say(hangs=True, deaf=True), "idle", SILENT, 20 + DRAIN, cancelled=True),
    "dead server": Case(error("crashed"), "crashed", "no luck"),
    "broken off": Case(
        fail(TransportError(Failure.CRASHED, "gone"), after=3, said="a"), "crashed", "gone", 3
    ),
    "no end": Case(Say(("a",), fail=StopAsyncIteration()), "crashed", "the transport failed"),
    "a bug of a transport": Case(fail(KeyError("secret")), "crashed", "the transport failed"),
    "refused": Case(error("refused"), "refused", "no luck"),
    "limited": Case(error("rate_limited", 30), "rate_limited", "no luck", 30, counts=False),
    "limited for longer than a turn": Case(error("rate_limited", 101), "rate_limited", "no luck"),
    "empty": Case(say(" \n"), "empty", "the reply is empty"),
    "short twice": Case(
        say("two words"), "short",
        "the reply is too short: it has 2 words, and at least 3 are asked for",
        step=WORDS, asked=3,
    ),
    "not the asked block": Case(
        say("so", {"vote": {"vote": "accept"}}), "invalid",
        "no valid score block: unknown key 'vote'", step=SCORED, blocks=STRICT,
    ),
    "the block with a fault": Case(
        say("so", {"score": {"score": 2}}), "invalid",
        "no valid score block: 'score' must be at most 1, not 2", step=SCORED, blocks=STRICT,
    ),
    "no block": Case(
        say("so"), "invalid", "no valid score block: there is no score block in it",
        step=SCORED, blocks=STRICT,
    ),
    "cannot be opened in time": Case(
        say("never"), "timeout", OVER, 100, agent={"opening": 1000.0}, asked=0,
    ),
}  # fmt: skip


def run_case(folder: Path, case: Case, **limits: Any) -> Ran:
    answers = [case.bad] * (2 if case.outcome == "short" else 1)
    parts: dict[str, Any] = {"blocks": case.blocks} if case.blocks else {}
    spec = debate([case.step], seats=1, limits={**LIMITS, **limits}, **parts)
    agent = Agent(script({ONE: [*answers, case.good]}), **case.agent)
    return carry_out(folder / "run", plan_of(spec), agent)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_an_attempt_ends(tmp_path: Path, case: Case) -> None:
    ran = run_case(tmp_path, case, strikes=9)
    first = ran.of(Failed)[0]
    assert (first.outcome, first.counts) == (case.outcome, case.counts)
    assert first.message.startswith(case.message)
    assert [late.text for late in ran.of(Late)] == list(case.late)
    assert ran.agent.cancelled == [ONE] * case.cancelled
    slack = case.seconds * JITTER if case.outcome == "rate_limited" else 1e-3
    if case.asked:
        assert case.seconds <= ran.seconds <= case.seconds + slack
        assert len(ran.agent.questions) == case.asked
        assert ran.state.settled[ONE].text.startswith("now it is good")
        assert ran.state.strikes == ({"peer": 1} if case.counts else {})
    assert ran.result["seats"][0]["failures"][case.outcome] == len(ran.of(Failed))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_an_attempt_that_counts_is_a_strike(tmp_path: Path, case: Case) -> None:
    ran = run_case(tmp_path, case, strikes=1)
    assert [drop.seat for drop in ran.of(Dropped)] == ["peer"] * case.counts
    assert [drop["seat"] for drop in ran.result["degraded"]] == ["peer"] * case.counts
    settled = ran.state.settled[ONE]
    assert settled.outcome == (case.outcome if case.counts else "ok")
    if case.counts and case.blocks:
        assert settled.block is BlockStatus.FAILED


def test_an_endless_reply_is_cut_and_kept(tmp_path: Path) -> None:
    case = Case(Say(endless=True), "ok", "")
    ran = run_case(tmp_path, case)
    [replied] = ran.of(Replied)
    assert (replied.cut, len(replied.text)) == (True, 800)
    assert ran.of(Failed) == []
    assert ran.agent.cancelled == [ONE]


def test_a_bare_end_is_an_empty_reply(tmp_path: Path) -> None:
    """Some agents end the turn after a cancelled one at once and say nothing."""
    case = Case(Say(), "empty", "")
    assert run_case(tmp_path, case).of(Failed)[0].outcome is TurnOutcome.EMPTY


# --- After a time-out ---------------------------------------------------------------------------


class Stubborn(Agent):
    """An agent whose first session goes on through every cancellation."""

    async def open(self, seat: str, system: str, history: Sequence[Exchange] = ()) -> Chair:
        chair = await super().open(seat, system, history)
        if len(self.opened) > 1:
            return chair
        self.living.clear()
        return _StubbornChair(self, seat, chair.known)


class _StubbornChair(Chair):
    async def ask(self, _request: Request) -> AsyncGenerator[Event, None]:
        while True:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(10)
            yield Delta("old ")


def test_a_turn_is_never_fed_by_an_attempt_before_it(tmp_path: Path) -> None:
    agent = Stubborn(script({ONE: Say(("new ",) * 4, pause=10)}))
    spec = debate(seats=1, limits={**LIMITS, "turn_timeout": "55s", "attempts": 2})
    ran = carry_out(tmp_path / "run", plan_of(spec), agent)
    assert [(late.attempt, set(late.text.split())) for late in ran.of(Late)] == [(1, {"old"})]
    assert [replied.text for replied in ran.of(Replied)] == ["new new new new "]
    assert [text for _, text in ran.watch.deltas] == ["old "] * 5 + ["new "] * 4
    assert ran.state.settled[ONE].text == "new new new new"


def test_the_next_attempt_begins_in_a_session_of_its_own(tmp_path: Path) -> None:
    case = CASES["too long, and ends its reply regardless"]
    ran = run_case(tmp_path, case)
    assert len(ran.agent.opened) == 2
    assert [question.known for question in ran.agent.questions] == [(), ()]


def test_a_session_that_does_not_close_is_left_after_a_while(tmp_path: Path) -> None:
    bad = Say(hangs=True, deaf=True)
    agent = Agent(script({ONE: [bad, say("now")]}), closing=999.0)
    ran = carry_out(tmp_path / "run", plan_of(debate(seats=1, limits=LIMITS)), agent)
    assert ran.seconds == pytest.approx(20 + DRAIN + KILL + KILL)
    assert ran.state.settled[ONE].text == "now"


def test_the_pieces_that_come_late_are_shown_to_nobody(tmp_path: Path) -> None:
    ran = run_case(tmp_path, CASES["too long, and says a last word"])
    shown = [text for _, text in ran.watch.deltas]
    assert shown == ["word "] * 8 + ["now it is good" + GOOD_BLOCK]


GOOD_BLOCK = '\n\n```score\n{"score": 1}\n```\n'


# --- Rate limits --------------------------------------------------------------------------------


def limited(folder: Path, retry_after: float, **limits: Any) -> Ran:
    answers = [error("rate_limited", retry_after), say("now")]
    return carry_out(
        folder / "run", plan_of(debate(seats=1, limits=limits)), Agent(script({ONE: answers}))
    )


def test_a_wait_that_the_debate_has_no_time_for_is_a_failure(tmp_path: Path) -> None:
    ran = limited(tmp_path, 50, time="40s", attempts=1)
    assert [(f.outcome.value, f.counts) for f in ran.of(Failed)] == [("rate_limited", True)]
    assert ran.seconds == 0
    assert ran.result["outcome"] == "failed"


def test_a_closing_phase_waits_although_the_debate_has_no_time(tmp_path: Path) -> None:
    turns = {"close.r1.report.judge": [error("rate_limited", 50), say("so")]}
    spec = debate(limits={"time": "40s"}, closing=True)
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script(turns)))
    assert ran.result["text"] == "so"
    assert ran.seconds > 50


def test_waits_differ_by_seat_and_are_the_same_each_time(tmp_path: Path) -> None:
    assert limited(tmp_path / "a", 30).seconds == limited(tmp_path / "b", 30).seconds
    parts = [jitter("run", f"talk.r1.say.peer-{n}", 1) for n in range(99)]
    assert len(set(parts)) == 99
    assert all(0 <= part < JITTER for part in parts)
    assert jitter("run", "a", 1) != jitter("run", "a", 2) != jitter("other", "a", 2)


# --- Agents that take only so many at once ------------------------------------------------------


def test_an_agent_has_only_so_many_places(tmp_path: Path) -> None:
    agent = Agent(script({}, say("so", after=80)), at_once=2)
    ran = carry_out(
        tmp_path / "run", plan_of(debate(seats=6, limits=LIMITS | {"idle_timeout": 90})), agent
    )
    assert agent.most_busy == 2
    assert ran.of(Failed) == []  # 240 s, and none of them counts as more than 80
    assert ran.seconds == pytest.approx(240)


def test_a_wait_for_a_rate_limit_takes_no_place(tmp_path: Path) -> None:
    turns = {"talk.r1.say.peer-1": [error("rate_limited", 50), say("so")]}
    agent = Agent(script(turns, say("so", after=10)), at_once=1)
    ran = carry_out(tmp_path / "run", plan_of(debate(seats=3)), agent)
    assert ran.seconds < 60
    assert agent.turns()[0] == agent.turns()[-1] == "talk.r1.say.peer-1"


# --- Cut off from outside -----------------------------------------------------------------------


def test_an_abort_tells_every_agent_to_stop_at_once(tmp_path: Path) -> None:
    def watching(run: Any) -> Watch:
        def then(event: object) -> None:
            if isinstance(event, Settled):
                run.abort()

        return Watch(then=then)

    turns = {"talk.r1.say.peer-1": say("quick", after=1)}
    deaf = Say(("a",) * 99, pause=1, deaf=True, after_cancel=("b",))
    spec = debate(seats=3)
    agent = Agent(script(turns, deaf))
    ran = carry_out(tmp_path / "run", plan_of(spec), agent, watching)
    assert sorted(agent.cancelled) == ["talk.r1.say.peer-2", "talk.r1.say.peer-3"]
    assert ran.of(Late) == []
    assert ran.seconds == pytest.approx(1)
    assert {s.outcome.value for s in ran.state.settled.values()} == {"ok", "cancelled"}


def test_a_cancelled_attempt_that_fails_is_not_made_again(tmp_path: Path) -> None:
    """Some transports swallow the cancellation and say that the connection broke."""

    class Swallowing(Chair):
        async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
            self.agent.questions.append(Question(self.seat, request, ()))
            try:
                await asyncio.sleep(90)
            except asyncio.CancelledError:
                raise TransportError(Failure.CRASHED, "the connection broke") from None
            yield Delta("")

    class Opening(Agent):
        async def open(self, seat: str, _system: str, _history: Sequence[Exchange] = ()) -> Chair:
            return Swallowing(self, seat, [])

    agent = Opening(script({}))
    spec = debate(seats=1, limits={"time": "35s"})
    ran = carry_out(tmp_path / "run", plan_of(spec), agent)
    assert len(agent.questions) == 1
    assert ran.seconds == pytest.approx(35)
    assert ran.state.settled[ONE].outcome is TurnOutcome.CANCELLED


def test_the_end_of_the_debates_time_tells_an_agent_to_stop(tmp_path: Path) -> None:
    agent = Agent(script({}, Say(("a",) * 99, pause=10)))
    spec = debate(seats=1, limits={**LIMITS, "time": "35s"})
    ran = carry_out(tmp_path / "run", plan_of(spec), agent)
    assert agent.cancelled == [ONE]
    assert ran.seconds == pytest.approx(35)


def test_sessions_that_do_not_close_are_left_together(tmp_path: Path) -> None:
    agent = Agent(script({}), closing=999.0)
    ran = carry_out(tmp_path / "run", plan_of(debate(seats=5)), agent)
    assert ran.seconds == pytest.approx(KILL)


# --- A vote of a seat that failed ---------------------------------------------------------------

VOTES: list[dict[str, Any]] = [
    {"id": "pick", "speakers": ["peer"], "prompt": "Pick.", "returns": "choice",
     "options": ["tea", "coffee"]},
    {"id": "audit", "speakers": ["peer"], "prompt": "Audit.", "returns": "status"},
    {**TALK},
    {"id": "votes", "kind": "tally", "of": "pick"},
    {"id": "findings", "kind": "ledger", "of": "audit"},
]  # fmt: skip
FINDING = {"id": "F", "title": "t", "severity": "blocking", "state": "open", "evidence": ""}


def ballots(folder: Path, bad: Say, **limits: Any) -> Ran:
    def answer(request: Request, _asking: int) -> Say:
        _, _, step, seat = request.turn.split(".")
        if seat == "peer-3" and step == "say":
            return bad
        if step == "pick":
            return say("so", {"choice": {"choice": "tea", "reason": ""}})
        findings = [FINDING] if seat == "peer-3" else []
        return say("so", {"status": {"position": "agree", "findings": findings}})

    steps = [{**step, "sees": "nothing"} if "speakers" in step else step for step in VOTES]
    steps[3:] = [{**steps[3], "of": {"in": "pick"}}, steps[4]]
    first = {"id": "talk", "steps": steps[:3]}
    second = {"id": "closing", "always": True, "steps": [*steps[3:], {**CLOSE, "id": "end"}]}
    spec = debate(seats=3, roles={"judge": {}}, limits=limits, format=[first, second])
    return carry_out(folder / "run", plan_of(spec), Agent(answer))


def test_the_vote_of_a_dropped_seat_is_cleared(tmp_path: Path) -> None:
    ran = ballots(tmp_path, error("crashed"), strikes=2)
    tally, ledger = ran.result["tallies"]["votes"], ran.result["findings"]["findings"]
    assert tally["ballots"] == {"peer-1": "tea", "peer-2": "tea", "peer-3": "failed"}
    assert (tally["votes"], tally["voters"]) == (2, 3)
    assert ledger["blocking"] == []
    assert [drop["seat"] for drop in ran.result["degraded"]] == ["peer-3"]


def test_the_vote_of_a_seat_that_failed_once_stands(tmp_path: Path) -> None:
    ran = ballots(tmp_path, error("crashed"), strikes="none")
    assert ran.result["tallies"]["votes"]["votes"] == 3
    assert ran.result["findings"]["findings"]["blocking"] == ["F"]


@pytest.mark.parametrize(
    ("bad", "ballot"),
    [
        (error("crashed"), "failed"),
        (say("so"), "abstained"),
        (say("so", {"choice": {"choice": "water", "reason": ""}}), "invalid"),
        (say("so", {"choice": {"choice": "tea", "reason": ""}}), "tea"),
    ],
)
def test_ballots_without_a_vote_are_told_apart(tmp_path: Path, bad: Say, ballot: str) -> None:
    pick = {**VOTES[0], "sees": "nothing"}
    good = say("so", {"choice": {"choice": "coffee", "reason": ""}})
    spec = debate([pick, VOTES[3]], seats=2)
    agent = Agent(script({"talk.r1.pick.peer-1": bad}, good))
    ran = carry_out(tmp_path / "run", plan_of(spec), agent)
    assert ran.result["tallies"]["votes"]["ballots"] == {"peer-1": ballot, "peer-2": "coffee"}
    status = ballot if ballot != "tea" else "valid"
    assert ran.result["seats"][0]["blocks"] == {status: 1}


def test_a_ballot_that_was_not_cast_in_time_is_absent(tmp_path: Path) -> None:
    turns = {"talk.r1.pick.peer-1": say("so", after=90)}
    good = say("so", {"choice": {"choice": "coffee", "reason": ""}})
    votes = {"id": "closing", "always": True, "steps": [VOTES[3], {**CLOSE, "id": "end"}]}
    pick = {"id": "talk", "steps": [{**VOTES[0], "sees": "nothing"}]}
    spec = debate(roles={"judge": {}}, format=[pick, votes], limits={"time": 60})
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script(turns, good)))
    assert ran.result["tallies"]["votes"]["ballots"] == {"peer-1": "absent", "peer-2": "coffee"}


def test_a_request_of_each_purpose_has_its_name(tmp_path: Path) -> None:
    step = {**WORDS, "returns": "score"}
    answers = [say("too short"), say("long enough for it"), say("", {"score": {"score": 1}})]
    spec = debate([step], seats=1, blocks={"score": SCORE}, limits=LIMITS)
    ran = carry_out(tmp_path / "run", plan_of(spec), Agent(script({ONE: answers})))
    purposes = [replied.purpose for replied in ran.of(Replied)]
    assert purposes == [Purpose.REPLY, Purpose.REPAIR, Purpose.BLOCK]

"""One turn against a model of it: whatever an agent does, in whatever order.

The model is written from the documentation, not from the code. It says what is asked, what comes
of each attempt, how the turn is settled, and how long that takes in virtual time.
"""

from __future__ import annotations

import itertools
import math
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

from hypothesis import event, given, reject, settings
from hypothesis import strategies as st

from debatec.runtime.events import Asked, Dropped, Failed, Late, Settled
from debatec.transports.interface import End, Failure, Request, TransportError
from tests.support.agents import Agent, Say, fail, say
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Ran, carry_out, plan_of

ONE, TWO = "talk.r1.say.peer", "talk.r2.say.peer"
TOTAL = 100.0
"""Seconds an attempt may take, and the waits of a turn for rate limits."""
FIRST_WAIT = 2.0
"""Seconds of the first wait for a rate limit, at least; doubled with every wait."""
JITTER = 1.1
"""By what a wait may be lengthened, so that seats come back apart."""
DRAIN, KILL = 30.0, 5.0
"""Seconds an agent whose time is over has to end its reply, and then its session."""
LATE = 110.0
"""Seconds of a silence that is longer than any may be, yet not than anybody listens."""


LAST_WORDS = 'answer 99. {"score": 1}'
"""What an agent says after it was told to stop."""


class How(StrEnum):
    """What an agent does when it is asked."""

    VALID = "gives its block"
    LOOSE = "gives the block without a fence"
    PROSE = "gives prose only"
    WRONG = "gives a block that does not fit"
    QUOTED = "quotes the block of another"
    EMPTY = "says nothing"
    ENDLESS = "never comes to an end"
    CUT = "is cut short by its server"
    CRASH = "crashes"
    BREAK = "crashes in the middle of its reply"
    FAULT = "fails as no transport should"
    REFUSE = "refuses"
    LIMIT = "is asked too often"
    STALL = "falls silent in the middle of its reply"
    CHATTER = "talks on and on"
    LATE = "answers when it is too late"


GOOD = {How.VALID, How.LOOSE}
BAD = {How.WRONG, How.CUT}
FAILURES = {
    How.CRASH: "crashed",
    How.BREAK: "crashed",
    How.FAULT: "crashed",
    How.REFUSE: "refused",
    How.LIMIT: "rate_limited",
}


@dataclass(frozen=True)
class Act:
    """One thing that an agent does, after some seconds; with when to come back, if limited."""

    how: How
    after: float = 0.0
    retry_after: float | None = None

    def silences(self) -> Iterator[float]:
        """Seconds of silence before each sign of life."""
        match self.how:
            case How.STALL:
                return iter([self.after, math.inf])
            case How.CHATTER:
                return itertools.repeat(10.0)
            case How.LATE:
                return iter([LATE])
            case _:
                return iter([self.after])

    def say(self, number: int) -> Say:
        """The act as the answer to the request of some number."""
        text, after = f"answer {number}.", self.after
        crash = TransportError(Failure.CRASHED, "it broke")
        limit = TransportError(Failure.RATE_LIMITED, "slowly", self.retry_after)
        says = {
            How.VALID: say(text, {"score": {"score": 0.5}}, after),
            How.LOOSE: say(f'{text} {{"score": 0.5}}', after=after),
            How.PROSE: say(text, after=after),
            How.WRONG: say(text, {"score": {"score": 7}}, after),
            How.QUOTED: say(f'{text}\n> ```score\n> {{"score": 0.5}}\n> ```', after=after),
            How.EMPTY: say(" \n", after=after),
            How.ENDLESS: Say((text,), after, endless=True),
            How.CUT: Say((f'{text}\n```score\n{{"score": 0.',), after, end=End(cut=True)),
            How.CRASH: fail(crash, after),
            How.BREAK: fail(crash, after, text),
            How.FAULT: fail(ValueError("secret"), after),
            How.REFUSE: fail(TransportError(Failure.REFUSED, "no"), after),
            How.LIMIT: fail(limit, after),
            How.STALL: Say((text,), after, hangs=True, after_cancel=(LAST_WORDS,)),
            How.CHATTER: Say((text, *("word " * 30).split(" ")), 10.0),
            How.LATE: Say((text, LAST_WORDS), LATE, deaf=True),
        }
        return says[self.how]


@dataclass(frozen=True)
class Rules:
    """What the debate and the agent make of a turn's bounds; `asks` is 0 where no block is."""

    attempts: int
    asks: int
    strikes: int | None
    otherwise: str
    persistent: bool
    native: bool
    idle: float

    def spec(self) -> str:
        stand_ins = {"score": "1 / 4"}
        otherwise = stand_ins if self.otherwise == "stand-ins" else self.otherwise
        block = {**SCORE, "asks": max(self.asks, 1), "otherwise": otherwise}
        listen = {**TALK, "id": "listen", "speakers": ["other"], "sees": "nothing"}
        return debate(
            [{**TALK, "sees": "nothing", **({"returns": "score"} if self.asks else {})}, listen],
            seats=1,
            rounds=2,
            roles={"other": {}},
            peer={"session": "persistent" if self.persistent else "fresh"},
            blocks={"score": block} if self.asks else {},
            limits={
                "attempts": self.attempts,
                "strikes": self.strikes or "none",
                "turn_timeout": f"{TOTAL:g}s",
                "idle_timeout": f"{self.idle:g}s",
                "reply": 50,
            },
        )


@dataclass
class Model:
    """What the documentation says of a turn.

    `kept` are the requests that the seat remembers of it; what a session knew at each request
    stands in `known`; in `late` attempts something was said too late. A turn takes from `least`
    to `most` seconds.
    """

    rules: Rules
    acts: Sequence[Act]
    requests: list[tuple[int, str]] = field(default_factory=list)
    known: list[list[int]] = field(default_factory=list)
    failures: list[tuple[int, str, bool]] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    outcome: str = ""
    block: str = ""
    answer: int | None = None
    kept: list[int] = field(default_factory=list)
    strikes: int = 0
    least: float = 0.0
    most: float = 0.0
    _waits: int = 0
    _waited: tuple[float, float] = (0.0, 0.0)
    _clock: float = 0.0

    @property
    def is_dropped(self) -> bool:
        return self.rules.strikes is not None and self.strikes >= self.rules.strikes

    def take(self) -> None:
        """Take the turn."""
        while self.strikes < self.rules.attempts and not self.is_dropped:
            self.kept, self._clock = [], 0.0
            self.outcome = self._attempt()
            self.least += self._clock
            self.most += self._clock
            if self.outcome == "ok":
                return
            self._fail()
        self.kept, self.answer = [], None
        self.block = "failed" if self.rules.asks else "none"
        if self.rules.asks and self.rules.otherwise == "stand-ins":
            self.block = "stand_in"

    def _attempt(self) -> str:
        """Ask for the reply, and for its block alone as often as that is allowed."""
        failure = self._request("reply")
        if failure:
            return failure
        self.answer = len(self.requests) - 1
        if self._last.how is How.EMPTY:
            return "empty"
        if not self.rules.asks:
            self.block = "none"
            return "ok"
        read = [] if self.rules.native else [self._last.how]
        while not {*read} & GOOD and len(read) < self.rules.asks:
            failure = self._request("block")
            if failure:
                return failure
            read.append(self._last.how)
        missing = "invalid" if {*read} & BAD else "abstained"
        otherwise = {"abstain": missing, "stand-ins": "stand_in", "fail": ""}
        self.block = "valid" if {*read} & GOOD else otherwise[self.rules.otherwise]
        return "ok" if self.block else "invalid"

    @property
    def _last(self) -> Act:
        return act_of(self.acts, len(self.requests) - 1)

    def _request(self, purpose: str) -> str | None:
        """How a request fails, if it does: by what the agent does, or by its time."""
        self.requests.append((len(self.failures) + 1, purpose))
        self.known.append([*self.kept])
        for silence in self._last.silences():
            end = min(TOTAL, self._clock + self.rules.idle)
            if self._clock + silence >= end:
                self._see_off(end - self._clock)
                self._clock = end
                return "timeout" if end == TOTAL else "idle"
            self._clock += silence
        self.kept.append(len(self.requests) - 1)
        return FAILURES.get(self._last.how)

    def _see_off(self, listened: float) -> None:
        """Tell an agent that its time is over, and listen for a while, if only to note it."""
        self.most += DRAIN + KILL
        is_heard = self._last.how is How.LATE and listened + DRAIN > LATE
        if is_heard or self._last.how is How.STALL:
            self.late.append(len(self.failures) + 1)

    def _fail(self) -> None:
        is_free = self.outcome == "rate_limited" and self._waits_for(self._last)
        self.failures.append((len(self.failures) + 1, self.outcome, not is_free))
        self.strikes += not is_free

    def _waits_for(self, act: Act) -> bool:
        """Whether a rate limit is waited for: only while all waits fit in the time of a turn."""
        wait = max(math.ldexp(FIRST_WAIT, self._waits), act.retry_after or 0.0)
        least, most = self._waited[0] + wait, self._waited[1] + wait * JITTER
        self._waits += 1
        if least <= TOTAL < most:
            reject()  # it depends on the jitter
        if most <= TOTAL:
            self._waited = (least, most)
            self.least += wait
            self.most += wait * JITTER
        return most <= TOTAL


def act_of(acts: Sequence[Act], number: int) -> Act:
    """What the agent does at a request; once it has done all, it is good."""
    return acts[number] if number < len(acts) else Act(How.VALID)


def ran(rules: Rules, acts: Sequence[Act], folder: Path) -> Ran:
    """A run whose only troublesome turn is the first of a peer."""

    def answer(request: Request, asking: int) -> Say:
        if request.turn == ONE:
            return act_of(acts, asking).say(asking)
        return say("later.", {"score": {"score": 1}})

    agent = Agent(answer, native_blocks=rules.native)
    return carry_out(folder / "run", plan_of(rules.spec()), agent)


RULES = st.builds(
    Rules,
    attempts=st.integers(1, 4),
    asks=st.sampled_from([0, 1, 2, 2, 3]),
    strikes=st.none() | st.integers(1, 3),
    otherwise=st.sampled_from(["abstain", "fail", "stand-ins"]),
    persistent=st.booleans(),
    native=st.booleans(),
    # No sum of pauses comes to these, so that nothing happens at the same instant.
    idle=st.sampled_from([30.0, 60.0, 150.0]),
)
LIMITED = st.builds(
    Act,
    st.just(How.LIMIT),
    st.sampled_from([0.0, 3.0]),
    st.sampled_from([None, 0.0, 5.0, 40.0, 150.0, math.inf]),
)
ACTS = st.lists(
    st.builds(Act, st.sampled_from(How), st.sampled_from([0.0, 3.0, 17.0])) | LIMITED, max_size=12
)


@settings(max_examples=100)
@given(RULES, ACTS)
def test_a_turn_goes_as_the_model_says(rules: Rules, acts: list[Act]) -> None:
    model = Model(rules, acts)
    model.take()
    with tempfile.TemporaryDirectory() as folder:
        found = ran(rules, acts, Path(folder))
    event(f"{model.outcome}, block {model.block}")
    assert_asked(model, found)
    assert_settled(model, found)
    assert_remembered(model, found)
    assert model.least - 1e-6 <= found.seconds <= model.most + 1e-6


def assert_asked(model: Model, found: Ran) -> None:
    """Hold every request and every failed attempt against the model."""
    asked = [event for event in found.of(Asked) if event.turn == ONE]
    assert [(event.attempt, event.purpose.value) for event in asked] == model.requests
    questions = [question for question in found.agent.questions if question.request.turn == ONE]
    prompts = [question.request.prompt for question in questions]
    assert prompts == [event.prompt for event in asked]
    known = [[prompts.index(exchange.prompt) for exchange in q.known] for q in questions]
    first = [[prompts.index(prompts[number]) for number in numbers] for numbers in model.known]
    assert known == first
    failed = [event for event in found.of(Failed) if event.turn == ONE]
    assert [(f.attempt, f.outcome.value, f.counts) for f in failed] == model.failures
    assert not any("secret" in event.message for event in failed)
    assert [event.attempt for event in found.of(Late)] == model.late


def assert_settled(model: Model, found: Ran) -> None:
    """Hold what became of the turn, its block and its seat against the model."""
    [settled] = [event for event in found.of(Settled) if event.node == ONE]
    assert settled.outcome.value == model.outcome
    assert settled.block.value == model.block
    assert settled.attempt == (len(model.failures) + 1 if model.outcome == "ok" else 0)
    answers = [] if model.answer is None else [str(model.answer)]
    assert re.findall(r"answer ([0-9]+)\.", settled.text) == answers
    score = {"valid": Fraction(1, 2), "stand_in": Fraction(1, 4)}.get(model.block)
    assert settled.data == (None if score is None else {"score": score})
    assert found.state.is_valid(found.plan.graph.nodes[ONE]) == (
        model.outcome == "ok" and model.block in ("none", "valid", "stand_in")
    )
    assert [event.seat for event in found.of(Dropped)] == ["peer"] * model.is_dropped
    assert [drop["seat"] for drop in found.result["degraded"]] == ["peer"] * model.is_dropped


def assert_remembered(model: Model, found: Ran) -> None:
    """Hold what the seat knows at its next turn against the model."""
    questions = [question for question in found.agent.questions if question.request.turn == TWO]
    [settled] = [event for event in found.of(Settled) if event.node == TWO]
    assert settled.outcome.value == ("dropped" if model.is_dropped else "ok")
    assert bool(questions) != model.is_dropped
    prompts = [q.request.prompt for q in found.agent.questions if q.request.turn == ONE]
    kept = [prompts[number] for number in model.kept] if model.rules.persistent else []
    for question in questions[:1]:
        assert [exchange.prompt for exchange in question.known] == kept

"""Small debates of any shape, and agents that do the same whenever they are asked the same."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hypothesis import strategies as st

from debatec.graph.plan import Plan
from debatec.runtime.events import Purpose
from debatec.transports.interface import Failure, Request, TransportError
from tests.support.agents import Say, fail, say
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import plan_of

RULES: dict[str, tuple[str, str]] = {
    "second": ("", "round.number >= 2"),
    "end": ("", "round.last"),
    "early": ("", "count(say) >= 2"),
    "few": ("", "live(peer) < 2"),
    "high": ("score", "any(say, it.score > 0.8)"),
    "calm": ("status", "not book.blocking"),
    "stuck": ("status", "book.open and book.open == before(book.open)"),
    "passed": ("tally", "verdict.winner == 'accept'"),
    "refused": ("tally", "streak(verdict.winner == 'object') >= 2"),
}
"""Stop rules: what a debate must have for them, and their conditions."""
BY_TURN = {"early", "high"}
"""Those that are read after every turn."""
OUTCOMES = [
    None,
    "consensus",
    "consensus",
    "consensus",
    "decided",
    "no_consensus",
    "hung",
    "failed",
]


@dataclass(frozen=True)
class Shape:
    """What a debate is made of."""

    seats: int
    rounds: int
    order: str
    sees: str
    returns: str | None
    otherwise: str | Mapping[str, str]
    passes: str | None
    tally: bool
    aside: bool
    closing: bool
    stop: tuple[tuple[str, str | None], ...]
    quorum: int | None
    attempts: int
    strikes: int | str
    time: int | None
    session: str

    @property
    def rules(self) -> list[dict[str, Any]]:
        """The stop rules that this debate can have."""
        has = {"", self.returns, "tally" if self.tally else ""}
        named = {id: outcome for id, outcome in self.stop if RULES[id][0] in has}
        return [
            {
                "id": id,
                "when": RULES[id][1],
                "check": "turn" if id in BY_TURN else "round",
                **({"outcome": outcome} if outcome else {}),
            }
            for id, outcome in named.items()
        ]

    def plan(self) -> Plan:
        say_step = {
            **TALK,
            "order": self.order,
            "sees": self.sees,
            **({"returns": self.returns} if self.returns else {}),
            **({"quorum": min(self.quorum, self.seats)} if self.quorum else {}),
        }
        ballot = {"id": "ballot", "speakers": ["peer"], "sees": "say", "prompt": "Vote."}
        verdict = {"id": "verdict", "kind": "tally", "of": "ballot"}
        steps: list[Mapping[str, Any]] = [say_step]
        if self.returns == "status":
            steps.append({"id": "book", "kind": "ledger", "of": "say"})
        if self.tally:
            passes = {"pass": self.passes} if self.passes else {}
            steps += [{**ballot, "returns": "vote"}, {**verdict, **passes}]
        if self.aside:
            steps.append({**TALK, "id": "think", "speakers": ["thinker"], "sees": "nothing"})
        score = {"score": {**SCORE, "otherwise": self.otherwise}}
        return plan_of(
            debate(
                steps,
                seats=self.seats,
                rounds=self.rounds,
                stop=self.rules,
                closing=self.closing,
                roles={"thinker": {}} if self.aside else {},
                peer={"session": self.session},
                blocks=score if self.returns == "score" else {},
                limits={
                    "attempts": self.attempts,
                    "strikes": self.strikes,
                    "turn_timeout": "100s",
                    "idle_timeout": "30s",
                    **({"time": self.time} if self.time else {}),
                },
            )
        )


SHAPES = st.builds(
    Shape,
    seats=st.sampled_from([1, 2, 2, 3, 3, 10]),
    rounds=st.integers(1, 3),
    order=st.sampled_from(["parallel", "sequential"]),
    sees=st.sampled_from(["others", "nothing"]),
    returns=st.sampled_from([None, "status", "score"]),
    otherwise=st.sampled_from(["abstain", "fail", {"score": "1 / 3"}]),
    passes=st.sampled_from([None, "majority", "unanimous"]),
    tally=st.booleans(),
    aside=st.booleans(),
    closing=st.booleans(),
    stop=st.lists(st.tuples(st.sampled_from([*RULES]), st.sampled_from(OUTCOMES)), max_size=3).map(
        tuple
    ),
    quorum=st.none() | st.integers(1, 3),
    attempts=st.integers(1, 3),
    strikes=st.sampled_from(["none", 1, 2, 3]),
    time=st.sampled_from([None, None, 20]),
    session=st.sampled_from(["persistent", "fresh"]),
)


# --- Agents -----------------------------------------------------------------------------------


class How(StrEnum):
    """What an agent does when it is asked."""

    AGREE = "agrees"
    OBJECT = "objects"
    PROSE = "gives no block"
    EMPTY = "says nothing"
    CRASH = "crashes"
    REFUSE = "refuses"
    LIMIT = "is asked too often"
    STALL = "falls silent"


FAILING = {How.CRASH: Failure.CRASHED, How.REFUSE: Failure.REFUSED, How.LIMIT: Failure.RATE_LIMITED}
FINDING = {"id": "F", "title": "it leaks", "severity": "blocking", "state": "open"}
AGREED: dict[str, dict[str, Any]] = {
    "score": {"score": 0.9},
    "status": {"position": "agree", "findings": []},
    "ballot": {"vote": "accept", "objections": []},
}
OBJECTED: dict[str, dict[str, Any]] = {
    "score": {"score": 0.1},
    "status": {"position": "disagree", "findings": [FINDING]},
    "ballot": {"vote": "object", "objections": ["it leaks"]},
}
ACTS = st.lists(
    st.tuples(st.sampled_from(How), st.sampled_from([0.0, 1.0, 5.0])), min_size=1, max_size=9
)


@dataclass(frozen=True)
class Cast:
    """The agents of all seats, who do the same whenever they are asked the same."""

    shape: Shape
    acts: Sequence[tuple[How, float]]

    def answer(self, request: Request, purpose: Purpose) -> Say:
        text = f"{purpose} {request.attempt} of {request.turn}"
        how, after = self.acts[zlib.crc32(text.encode()) % len(self.acts)]
        step = request.turn.split(".")[2]
        name = {"say": self.shape.returns, "ballot": "ballot"}.get(step)
        if how in FAILING:
            return fail(TransportError(FAILING[how], "it broke"), after, text)
        if how is How.EMPTY:
            return say("", after=after)
        if how is How.STALL:
            return Say((text,), after, hangs=True)
        if name is None or how is How.PROSE:
            return say(text, after=after)
        fields = (AGREED if how is How.AGREE else OBJECTED)[name]
        return say(text, {"vote" if name == "ballot" else name: fields}, after)

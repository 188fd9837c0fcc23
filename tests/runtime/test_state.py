"""Whatever happens, a run ends, in bounds, with a result that its journal tells."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from debatec.runtime.events import Asked, Failed, Purpose, Settled, TurnOutcome
from debatec.runtime.run import Run
from debatec.transports.interface import Failure, Request, TransportError
from tests.support.agents import Agent, Say, fail, say
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Watch, carry_out, finish, lasting, plan_of

RATE = {"id": "rate", "speakers": ["judge"], "sees": "say", "prompt": "R.", "returns": "score"}
BALLOT = {"id": "ballot", "speakers": ["peer"], "sees": "rate", "prompt": "B.", "returns": "vote"}
LIMITS = {"attempts": 2, "turn_timeout": 50, "idle_timeout": 20}
SPECS = [
    debate(
        [
            {**TALK, "returns": "status", "order": order, "sees": "everything"},
            {"id": "book", "kind": "ledger", "of": "say"},
            RATE,
            BALLOT,
            {"id": "verdict", "kind": "tally", "of": "ballot"},
        ],
        seats=3,
        rounds=2,
        roles={"judge": {"session": "fresh"}},
        blocks={"score": {**SCORE, "otherwise": otherwise}},
        stop=[{"id": "good", "when": "rate.score > 0.9", "outcome": "consensus"}],
        phases=[{"id": "end", "always": True, "steps": [{**TALK, "id": "close"}]}],
        limits={**LIMITS, "strikes": strikes, "time": time},
    )
    for order, otherwise, strikes, time in [
        ("parallel", "abstain", 3, "5m"),
        ("sequential", "fail", "none", "2m"),
        ("parallel", {"score": "1 / 3"}, 1, "1h"),
    ]
]  # fmt: skip
BLOCKS = [
    {"status": {"position": "agree", "findings": []}},
    {"score": {"score": 0.95}},
    {"vote": {"vote": "object", "objections": ["x"]}},
    None,
]
FAILURES = [TransportError(failure, "no") for failure in Failure]
REPLIES: st.SearchStrategy[Say] = st.one_of(
    st.builds(say, st.text(max_size=5), st.sampled_from(BLOCKS), st.sampled_from([0, 1, 30, 60])),
    st.builds(fail, st.sampled_from([*FAILURES, ValueError("x")]), st.sampled_from([0, 15])),
    st.sampled_from([Say(hangs=True), Say(("a",) * 30, pause=3), Say(endless=True)]),
)
MOST_SECONDS = 3 * 3600
MOST_ASKS = 3


class Unsteady:
    """Gives drawn replies in the order in which it is asked, over and over."""

    def __init__(self, replies: list[Say]) -> None:
        self._replies = replies

    def __call__(self, request: Request, asking: int) -> Say:
        key = sum(request.turn.encode()) + 7 * asking + request.attempt
        return self._replies[key % len(self._replies)]


def bounded(events: list[Any]) -> bool:
    """Whether no turn was asked more often than its bounds allow."""
    replies = Counter(e.turn for e in events if isinstance(e, Asked) and e.purpose is Purpose.REPLY)
    blocks = Counter((e.turn, e.attempt) for e in events if isinstance(e, Asked))
    waits = Counter(e.turn for e in events if isinstance(e, Failed) and not e.counts)
    return all(number <= 2 + waits[turn] for turn, number in replies.items()) and all(
        number <= 1 + MOST_ASKS for number in blocks.values()
    )


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(SPECS),
    st.lists(REPLIES, min_size=1, max_size=12),
    st.booleans(),
    st.none() | st.integers(1, 30),
)
def test_every_run_ends_in_bounds_with_a_result(
    tmp_path_factory: pytest.TempPathFactory,
    spec: str,
    replies: list[Say],
    native: bool,
    abort: int | None,
) -> None:
    def watching(run: Run) -> Watch:
        watch = Watch()
        watch.then = lambda _event: run.abort() if len(watch.events) == abort else None
        return watch

    folder = tmp_path_factory.mktemp("any")
    agent = Agent(Unsteady(replies), native_blocks=native)
    ran = carry_out(folder / "run", plan_of(spec), agent, watching)
    assert ran.seconds < MOST_SECONDS
    assert bounded(ran.watch.events)
    settled = [event.node for event in ran.of(Settled)]
    assert len(settled) == len(set(settled))
    if ran.result["degraded"]:
        assert ran.result["outcome"] != "consensus"
    said = any(
        state.outcome is TurnOutcome.OK and ran.plan.graph.nodes[id].seat
        for id, state in ran.state.settled.items()
    )
    if ran.result["status"] == "done":
        assert said
        assert ran.result["phases"][-1]["phase"] == "end"
    again = finish(Run.take_up(ran.folder), Agent(Unsteady(replies)))
    assert lasting(again.result) == lasting(ran.result)

"""Where a run stands, as `state.json` tells it to people and programs that look on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from debatec.graph.graph import Kind
from debatec.graph.plan import Plan
from debatec.runtime.attempts import Attempt, Attempts
from debatec.runtime.events import UNASKED, Settled, TurnOutcome
from debatec.runtime.journal import Line
from debatec.runtime.result import degraded, latest
from debatec.runtime.state import State
from debatec.spec.model import Ledger

FORMAT = "urn:debatec:schema:state:v1"


@dataclass(frozen=True, slots=True)
class Position:
    """How far a journal had been read, in lines, and the last of them."""

    lines: int
    last: Line | None


def standing(plan: Plan, state: State, attempts: Attempts, position: Position) -> dict[str, Any]:
    """The state of a run as JSON values."""
    result = state.finished.result if state.finished else None
    last = position.last
    return {
        "schema": FORMAT,
        "plan": plan.digest,
        "lines": position.lines,
        "at": last.at if last else None,
        "elapsed": last.elapsed if last else 0,
        "status": _status(state, attempts),
        "waitingFor": None,
        "waitingReason": None,
        **_round(plan, attempts),
        "result": result["outcome"] if result else None,
        "stopReason": result["reason"] if result else None,
        "seats": _seats(plan, state, attempts),
        "attempts": [_attempt(attempt) for attempt in attempts],
        "degraded": degraded(plan, state),
        "deadlocks": list(_deadlocks(plan, state)),
        "warnings": list(state.warnings),
        "findings": latest(plan, state, Ledger),
    }


def _status(state: State, attempts: Attempts) -> str:
    if state.finished:
        return str(state.finished.result["status"])
    return "debating" if any(True for _ in attempts) else "starting"


def _round(plan: Plan, attempts: Attempts) -> dict[str, Any]:
    """The furthest round that was begun."""
    turns = [plan.graph.nodes[attempt.turn] for attempt in attempts]
    if not turns:
        return {"phase": None, "round": 0, "rounds": 0}
    turn = max(turns, key=lambda turn: turn.index)
    return {"phase": turn.phase, "round": turn.round, "rounds": plan.graph.rounds[turn.phase]}


def _seats(plan: Plan, state: State, attempts: Attempts) -> dict[str, Any]:
    made: dict[str, list[Attempt]] = {seat: [] for seat in plan.graph.seats}
    for attempt in attempts:
        made[plan.graph.nodes[attempt.turn].seat].append(attempt)
    over: dict[str, list[Settled]] = {seat: [] for seat in plan.graph.seats}
    for id, settled in state.settled.items():
        if plan.graph.nodes[id].kind is Kind.TURN and settled.outcome not in UNASKED:
            over[plan.graph.nodes[id].seat].append(settled)
    return {seat: _seat(state, seat, over[seat], made[seat]) for seat in plan.graph.seats}


def _seat(state: State, seat: str, over: list[Settled], made: list[Attempt]) -> dict[str, Any]:
    answered = [settled.outcome is TurnOutcome.OK for settled in over]
    faults = [attempt.message for attempt in made if attempt.outcome not in (None, TurnOutcome.OK)]
    agents = [attempt.agent for attempt in made if attempt.agent]
    return {
        "ok": seat not in state.dropped and answered[-1:] != [False],
        "live": seat not in state.dropped,
        "transport": agents[-1] if agents else None,
        "lastError": faults[-1] if faults else None,
        "failedTurns": answered.count(False),
        "nativeSessionId": None,
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "turn": attempt.turn,
        "attempt": attempt.number,
        "transport": attempt.agent,
        "begun": attempt.begun,
        "duration": attempt.seconds,
        "outcome": attempt.outcome,
        "message": attempt.message or None,
    }


def _deadlocks(plan: Plan, state: State) -> Iterator[dict[str, Any]]:
    """Rounds after which the same findings blocked as after the round before."""
    for phase, step in plan.spec.steps():
        if isinstance(step, Ledger):
            done = [node for node in plan.graph.of_step(step.id) if state.has_reply(node)]
            for before, node in pairwise(done):
                blocking = _blocking(state.settled[node.id])
                if blocking and blocking == _blocking(state.settled[before.id]):
                    yield {"phase": phase.id, "round": node.round, "step": step.id,
                           "blocking": blocking}  # fmt: skip


def _blocking(ledger: Settled) -> list[str]:
    return sorted(cast("list[str]", (ledger.data or {}).get("blocking", [])))

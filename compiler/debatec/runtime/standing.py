"""Where a run stands, as `state.json` tells it to people and programs that look on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Kind
from debatec.graph.plan import Plan
from debatec.runtime.attempts import Attempt, Attempts
from debatec.runtime.events import UNASKED, Settled, TurnOutcome
from debatec.runtime.result import deadlocks, degraded, latest, reused, warnings
from debatec.runtime.state import State
from debatec.spec.model import Ledger

FORMAT = "urn:debatec:schema:state:v1"


@frozen
class Position:
    """How far a journal had been read, in lines, and when the last of them was written."""

    lines: int = 0
    at: str | None = None
    elapsed: float = 0


def standing(plan: Plan, state: State, attempts: Attempts, position: Position) -> dict[str, Any]:
    """The state of a run as JSON values."""
    result = state.finished.result if state.finished else None
    return {
        "schema": FORMAT,
        "plan": plan.digest,
        "lines": position.lines,
        "at": position.at,
        "elapsed": position.elapsed,
        "status": _status(state, attempts),
        "waitingFor": None,
        "waitingReason": None,
        **_round(plan, attempts),
        "result": result["outcome"] if result else None,
        "stopReason": result["reason"] if result else None,
        "seats": _seats(plan, state, attempts),
        "attempts": [_attempt(attempt) for attempt in attempts],
        "reused": reused(plan, state),
        "degraded": degraded(plan, state),
        "deadlocks": list(_deadlocks(plan, state)),
        "warnings": warnings(plan, state),
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
        "reused": attempt.reused,
    }


def _deadlocks(plan: Plan, state: State) -> Iterator[dict[str, Any]]:
    """The deadlocks of the result, under the names that they have here."""
    for found in deadlocks(plan, state):
        place = {key: found[key] for key in ("phase", "round")}
        yield {**place, "step": found["ledger"], "blocking": found["findings"]}

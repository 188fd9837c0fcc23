"""The result of a run: outcome, reason, product, and what stands behind it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.graph.seats import Seat
from debatec.runtime.counts import Spent
from debatec.runtime.events import BlockStatus, TurnOutcome
from debatec.runtime.outcome import ending_of, last_of, outcome_of, phase_ends
from debatec.runtime.parsed import value_of
from debatec.runtime.state import State
from debatec.runtime.undecided import undecided
from debatec.runtime.view import View
from debatec.source import exactjson
from debatec.spec.model import Ledger, Outcome, Speak, Tally

FORMAT = "urn:debatec:schema:result:v1"
STATUS = {Outcome.ABORTED: "aborted", Outcome.FAILED: "failed"}


def result_of(plan: Plan, state: State, run: str, elapsed: float) -> dict[str, Any]:
    """The result as JSON values, as they are read back; every ending has one."""
    result: dict[str, Any] = exactjson.loads(exactjson.dumps(_values(plan, state, run, elapsed)))
    return result


def _values(plan: Plan, state: State, run: str, elapsed: float) -> dict[str, Any]:
    decision = _decision(plan, state, elapsed)
    outcome = outcome_of(plan, state, decision)
    product = product_of(plan, state)
    turns = list(plan.graph.turns())
    asked = [turn for turn in turns if _was_asked(state, turn)]
    return {
        "schema": FORMAT,
        "run": run,
        "debate": plan.spec.name,
        "version": plan.spec.version,
        "plan": plan.digest,
        "status": STATUS.get(outcome, "done"),
        "outcome": outcome,
        "reason": ending_of(plan, state).reason,
        "message": (state.ended.message or None) if state.ended else None,
        "text": state.settled[product.id].text if product else None,
        "text_from": product.id if product else None,
        "decision": decision,
        "undecided": _undecided(plan, state, decision),
        "phases": [_phase(end) for end in phase_ends(plan, state)],
        "tallies": latest(plan, state, Tally),
        "findings": latest(plan, state, Ledger),
        "deadlocks": deadlocks(plan, state),
        "objections": _objections(plan, state),
        "degraded": degraded(plan, state),
        "missing": [
            {"turn": turn.id, "seat": turn.seat, "lacks": state.settled[turn.id].missing}
            for turn in asked
            if state.settled[turn.id].missing
        ],
        "warnings": warnings(plan, state),
        "seats": _seats(plan, state),
        "turns": {"asked": len(asked), "answered": sum(map(state.has_reply, asked))},
        "reused": reused(plan, state),
        "tokens": _tokens(state.total),
        "cost": state.total.cost,
        "seconds": round(elapsed, 3),
    }


def product_of(plan: Plan, state: State) -> Node | None:
    """The last reply of the step that `result.text` names, or of the last speak step."""
    speaking = [step.id for _, step in plan.spec.steps() if isinstance(step, Speak)]
    named = plan.spec.result.text
    for step in [str(named)] if named else reversed(speaking):
        valid = (n for n in reversed(plan.graph.of_step(step)) if state.is_valid(n))
        if last := next(valid, None):
            return last
    return None


def _decision(plan: Plan, state: State, elapsed: float) -> Any:
    if plan.spec.result.decision is None:
        return None
    phase, round = (state.rounds_run or [("", 1)])[-1]
    view = View(plan, state, phase, round, len(plan.graph.nodes), elapsed)
    return value_of(plan.spec.result.decision, view)


def _undecided(plan: Plan, state: State, decision: Any) -> str | None:
    """Why a decision that the spec declares has no value."""
    declared = plan.spec.result.decision
    return undecided(plan, state, declared) if declared and decision is None else None


def _phase(end: Any) -> dict[str, Any]:
    return {
        "phase": end.phase,
        "rounds": end.rounds,
        "of": end.of,
        "reason": end.reason,
        "held": end.held,
    }


def latest(plan: Plan, state: State, kind: type) -> dict[str, Any]:
    """What each tally or ledger counted last."""
    steps = (step.id for _, step in plan.spec.steps() if isinstance(step, kind))
    last = {step: last_of(plan, state, step) for step in steps}
    return {step: state.settled[node.id].data for step, node in last.items() if node}


def deadlocks(plan: Plan, state: State) -> list[dict[str, Any]]:
    """Rounds after which the same findings blocked as after the round before."""
    found: list[dict[str, Any]] = []
    for phase, step in plan.spec.steps():
        taken = [n for n in plan.graph.of_step(step.id) if state.has_reply(n)]
        for before, now in pairwise(taken if isinstance(step, Ledger) else ()):
            blocking = (state.settled[now.id].data or {})["blocking"]
            if blocking and blocking == (state.settled[before.id].data or {})["blocking"]:
                place = {"ledger": step.id, "phase": phase.id, "round": now.round}
                found.append({**place, "findings": blocking})
    return found


def warnings(plan: Plan, state: State) -> list[str]:
    """What of the run is not as the spec asks for; each reply that was scrubbed once."""
    nodes = plan.graph.nodes
    heard = (ids for turn, ids in state.scrubbed.items() if state.counts(nodes[turn]))
    turns = sorted({nodes[id] for ids in heard for id in ids}, key=lambda turn: turn.index)
    return state.warnings + [
        f"the reply of {turn.seat} in {turn.step}, round {turn.round} named its author; "
        "it was scrubbed"
        for turn in turns
    ]


def reused(plan: Plan, state: State) -> dict[str, Any] | None:
    """How many of the turns that were answered were taken over; None where none could be."""
    if not state.reuses:
        return None
    answered = [turn.id for turn in plan.graph.turns() if state.has_reply(turn)]
    taken = sum(turn in state.reused for turn in answered)
    return {"run": state.reuses, "turns": taken, "of": len(answered)}


def degraded(plan: Plan, state: State) -> list[dict[str, str]]:
    """The seats that were dropped, and why."""
    dropped = state.dropped
    return [{"seat": s, "message": dropped[s]} for s in plan.graph.seats if s in dropped]


def _objections(plan: Plan, state: State) -> list[dict[str, Any]]:
    """What voters objected to in the last ballot."""
    ballots = [
        step.id
        for _, step in plan.spec.steps()
        if isinstance(step, Speak) and step.returns == "vote"
    ]
    nodes = [n for step in ballots for n in plan.graph.of_step(step) if _was_asked(state, n)]
    last = [n for n in nodes if (n.phase, n.round) == (nodes[-1].phase, nodes[-1].round)]
    found = [(node.seat, state.settled[node.id].data or {}) for node in last]
    return [
        {"seat": seat, "objections": data.get("objections", [])}
        for seat, data in found
        if data.get("vote") == "object"
    ]


def _seats(plan: Plan, state: State) -> list[dict[str, Any]]:
    asked: dict[str, list[Node]] = {seat: [] for seat in plan.graph.seats}
    for turn in plan.graph.turns():
        if _was_asked(state, turn):
            asked[turn.seat].append(turn)
    return [_seat(plan, state, seat, asked[seat.name]) for seat in plan.graph.seats.values()]


def _seat(plan: Plan, state: State, seat: Seat, asked: list[Node]) -> dict[str, Any]:
    models = {model for turn in asked for model in state.models.get(turn.id, ())}
    spent = state.spent.get(seat.name, Spent())
    failures = [failure for turn in asked for failure in state.failures.get(turn.id, [])]
    return {
        "seat": seat.name,
        "role": seat.role,
        "agent": plan.cast.get(seat.name),
        "models": sorted(models),
        "turns": {"asked": len(asked), "answered": sum(map(state.has_reply, asked))},
        "failures": dict(sorted(Counter(failure.outcome.value for failure in failures).items())),
        "blocks": _blocks(state, asked),
        "dropped": state.dropped.get(seat.name),
        "tokens": _tokens(spent),
        "cost": spent.cost,
    }


def _was_asked(state: State, turn: Node) -> bool:
    """Whether a seat was asked in a turn that counts."""
    unasked = (TurnOutcome.DROPPED, TurnOutcome.SKIPPED)
    return state.counts(turn) and state.settled[turn.id].outcome not in unasked


def _tokens(spent: Spent) -> dict[str, Any]:
    return {"input": spent.input, "output": spent.output, "estimated": spent.estimated}


def _blocks(state: State, turns: list[Node]) -> dict[str, int]:
    """How many blocks a seat was asked for, by what became of them."""
    found = [state.settled[turn.id].block for turn in turns]
    return dict(sorted(Counter(b.value for b in found if b is not BlockStatus.NONE).items()))

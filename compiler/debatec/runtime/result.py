"""The result of a run: outcome, reason, product, and what stands behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from debatec.graph.analysis import estimated_tokens
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.graph.seats import Seat
from debatec.runtime.events import BlockStatus, Replied, TurnOutcome
from debatec.runtime.outcome import outcome_of, phase_ends, reason_of
from debatec.runtime.parsed import value_of
from debatec.runtime.state import State
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
    asked = [turn for turn in turns if turn.id in state.settled and not _unasked(state, turn)]
    return {
        "schema": FORMAT,
        "run": run,
        "debate": plan.spec.name,
        "version": plan.spec.version,
        "plan": plan.digest,
        "status": STATUS.get(outcome, "done"),
        "outcome": outcome,
        "reason": reason_of(plan, state),
        "message": state.ended.message if state.ended else None,
        "text": state.settled[product.id].text if product else None,
        "text_from": product.id if product else None,
        "decision": decision,
        "phases": [_phase(end) for end in phase_ends(plan, state)],
        "tallies": _program_steps(plan, state, Tally),
        "findings": _program_steps(plan, state, Ledger),
        "objections": _objections(plan, state),
        "missing": [
            {"turn": turn.id, "seat": turn.seat, "lacks": state.settled[turn.id].missing}
            for turn in asked
            if state.settled[turn.id].missing
        ],
        "degraded": [
            {"seat": seat, "message": state.dropped[seat]}
            for seat in plan.graph.seats
            if seat in state.dropped
        ],
        "warnings": state.warnings,
        "seats": _seats(plan, state),
        "turns": {"asked": len(asked), "answered": sum(map(state.has_reply, asked))},
        "tokens": _tokens(r for turn in turns for r in state.replies.get(turn.id, [])),
        "cost": _cost(r for turn in turns for r in state.replies.get(turn.id, [])),
        "seconds": round(elapsed, 3),
    }


def product_of(plan: Plan, state: State) -> Node | None:
    """The last reply of the step that `result.text` names, or of the last speak step."""
    speaking = [step.id for _, step in plan.spec.steps() if isinstance(step, Speak)]
    named = plan.spec.result.text
    steps = [str(named)] if named else list(reversed(speaking))
    for step in steps:
        valid = [n for n in plan.graph.of_step(step) if state.is_valid(n)]
        if valid:
            return valid[-1]
    return None


def _decision(plan: Plan, state: State, elapsed: float) -> Any:
    if plan.spec.result.decision is None:
        return None
    phase, round = (state.rounds_run or [("", 1)])[-1]
    view = View(plan, state, phase, round, len(plan.graph.nodes), elapsed)
    return value_of(plan.spec.result.decision, view)


def _phase(end: Any) -> dict[str, Any]:
    return {
        "phase": end.phase,
        "rounds": end.rounds,
        "of": end.of,
        "reason": end.reason,
        "held": end.held,
    }


def _program_steps(plan: Plan, state: State, kind: type) -> dict[str, Any]:
    """What each tally or ledger counted last."""
    found: dict[str, Any] = {}
    for _, step in plan.spec.steps():
        if isinstance(step, kind):
            done = [n for n in plan.graph.of_step(step.id) if n.id in state.settled]
            if done:
                found[step.id] = state.settled[done[-1].id].data
    return found


def _objections(plan: Plan, state: State) -> list[dict[str, Any]]:
    """What voters objected to in the last ballot."""
    ballots = [
        step.id
        for _, step in plan.spec.steps()
        if isinstance(step, Speak) and step.returns == "vote"
    ]
    nodes = [n for step in ballots for n in plan.graph.of_step(step) if n.id in state.settled]
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
        if turn.id in state.settled and not _unasked(state, turn):
            asked[turn.seat].append(turn)
    return [_seat(plan, state, seat, asked[seat.name]) for seat in plan.graph.seats.values()]


def _seat(plan: Plan, state: State, seat: Seat, asked: list[Node]) -> dict[str, Any]:
    replies = [reply for turn in asked for reply in state.replies.get(turn.id, [])]
    failures = [failure for turn in asked for failure in state.failures.get(turn.id, [])]
    return {
        "seat": seat.name,
        "role": seat.role,
        "agent": plan.cast.get(seat.name),
        "models": sorted({reply.model for reply in replies if reply.model}),
        "turns": {"asked": len(asked), "answered": sum(map(state.has_reply, asked))},
        "failures": dict(sorted(Counter(failure.outcome.value for failure in failures).items())),
        "blocks": _blocks(state, asked),
        "dropped": state.dropped.get(seat.name),
        "tokens": _tokens(replies),
        "cost": _cost(replies),
    }


def _unasked(state: State, turn: Node) -> bool:
    """Whether a turn was settled without its seat being asked."""
    return state.settled[turn.id].outcome is TurnOutcome.DROPPED


def _blocks(state: State, turns: list[Node]) -> dict[str, int]:
    """How many blocks a seat was asked for, by what became of them."""
    found = [state.settled[turn.id].block for turn in turns]
    return dict(sorted(Counter(b.value for b in found if b is not BlockStatus.NONE).items()))


def _cost(replies: Iterable[Replied]) -> Decimal | None:
    """The cost of all replies whose agents have a price; None where none has."""
    known = [reply.cost for reply in replies if reply.cost is not None]
    return sum(known, Decimal(0)) if known else None


def _tokens(replies: Any) -> dict[str, Any]:
    """Tokens as the servers counted them, else characters ÷ 4; `estimated` says which."""
    found: list[Replied] = list(replies)
    return {
        "input": sum(reply.input_tokens or 0 for reply in found),
        "output": sum(output_tokens(reply) for reply in found),
        "estimated": any(reply.output_tokens is None for reply in found),
    }


def output_tokens(reply: Replied) -> int:
    """Tokens of a reply, estimated as characters ÷ 4 where the server did not count them."""
    return estimated_tokens(reply.text) if reply.output_tokens is None else reply.output_tokens

"""The files of a run's rounds: what was said and sent in a turn, and what a round came to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.archive import Exchange
from debatec.runtime.events import Gated
from debatec.runtime.gate import below_quorum, is_silent, rules_in
from debatec.runtime.state import State

FORMAT = "urn:debatec:schema:summary:v1"
AGAIN = "\n\n<!-- debatec: asked again, for the block alone -->\n\n"
"""Stands between the prompts, and between the replies, of a turn that was asked again."""


def prompt_text(said: Iterable[Exchange]) -> str:
    """Exactly what was sent in an attempt."""
    return AGAIN.join([exchange.prompt for exchange in said])


def reply_text(said: Iterable[Exchange]) -> str:
    """Exactly what was answered in an attempt."""
    return AGAIN.join([exchange.reply for exchange in said])


def summary(plan: Plan, state: State, phase: str, round: int) -> dict[str, Any]:
    """What a round came to, as JSON values."""
    *nodes, gate = plan.graph.of_round(phase, round)
    over = [node for node in nodes if node.id in state.settled]
    gated = state.gates.get(gate.id)
    return {
        "schema": FORMAT,
        "phase": phase,
        "round": round,
        "rounds": plan.graph.rounds[phase],
        "turns": [_turn(state, node) for node in over if node.kind is Kind.TURN],
        "counts": {n.step: data for n in over if (data := _counted(state, n)) is not None},
        "rules": _rules(plan, phase, gated),
        "verdict": _verdict(plan, state, gate, gated),
    }


def _counted(state: State, node: Node) -> Any:
    """What a program step counted; None where it was passed over, and for turns."""
    return None if node.kind is Kind.TURN else state.settled[node.id].data


def _turn(state: State, node: Node) -> dict[str, Any]:
    settled = state.settled[node.id]
    return {
        "turn": node.id,
        "step": node.step,
        "seat": node.seat,
        "outcome": settled.outcome,
        "block": settled.block,
        "data": settled.data,
        "message": settled.message or None,
    }


def _rules(plan: Plan, phase: str, gated: Gated | None) -> list[dict[str, Any]]:
    """Each stop rule, whether it held and whether it fired; null where it was not read."""
    return [
        {
            "rule": rule.id,
            "outcome": rule.outcome,
            "held": rule.id in gated.held if gated else None,
            "fired": rule.id == gated.fired if gated else None,
        }
        for rule in rules_in(plan, phase)
    ]


def _verdict(plan: Plan, state: State, gate: Node, gated: Gated | None) -> str:
    turns = [n for n in plan.graph.of_round(gate.phase, gate.round) if n.kind is Kind.TURN]
    if gated is None or is_silent(state, gate):
        return "cut"
    if any(below_quorum(plan, state, turn) for turn in turns):
        return "cut"
    if gated.fired:
        return "stop"
    return "last" if gate.round == plan.graph.rounds[gate.phase] else "next"

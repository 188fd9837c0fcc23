"""How a run ended: the reason of each phase and of the whole, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Gated, Settled
from debatec.runtime.gate import below_quorum, is_silent
from debatec.runtime.state import State
from debatec.spec.model import Ledger, Outcome, Phase, Rule, Tally

SUCCESSES = frozenset({Outcome.CONSENSUS, Outcome.DECIDED})


@dataclass(frozen=True, slots=True)
class PhaseEnd:
    """How far a phase came and why it ended; `held` are all rules that held then."""

    phase: str
    rounds: int
    of: int
    reason: str
    held: tuple[str, ...]


def phase_ends(plan: Plan, state: State) -> list[PhaseEnd]:
    """The end of every phase that was begun, in order."""
    ends = [_phase_end(plan, state, phase) for phase in plan.spec.phases]
    return [end for end in ends if end]


def _phase_end(plan: Plan, state: State, phase: Phase) -> PhaseEnd | None:
    rounds = [number for id, number in state.rounds_run if id == phase.id]
    if not rounds:
        return None
    cap, last = plan.graph.rounds[phase.id], max(rounds)
    gate = plan.graph.of_round(phase.id, last)[-1]
    gated = state.gates.get(gate.id)
    reason = _reason(plan, state, phase, gate, gated)
    return PhaseEnd(phase.id, last, cap, reason, gated.held if gated else ())


def _reason(plan: Plan, state: State, phase: Phase, gate: Node, gated: Gated | None) -> str:
    if phase.id in state.ends:
        return state.ends[phase.id].reason
    if gated and gated.fired:
        return gated.fired
    # That a closing phase is left early is no event of its own.
    if is_silent(plan, state, gate):
        return "silence"
    if any(below_quorum(plan, state, turn) for turn in plan.graph.of_round(phase.id, gate.round)):
        return "quorum"
    return "rounds" if phase.stop and gate.round == plan.graph.rounds[phase.id] else "completed"


def reason_of(plan: Plan, state: State) -> str:
    """Why the debate ended: a stop rule, the cap of rounds, or a built-in reason."""
    if state.ended:
        return state.ended.reason
    if not state.has_replies():
        return "failed"
    closing = {phase.id for phase in plan.spec.phases if phase.always}
    ends = phase_ends(plan, state)
    debate = [end for end in ends if end.phase not in closing] or ends
    return debate[-1].reason if debate else "completed"


def outcome_of(plan: Plan, state: State, decision: Any) -> Outcome:
    """The outcome of a run, by the rules of the language."""
    if state.ended and state.ended.reason == "aborted":
        return Outcome.ABORTED
    if not state.has_replies():
        return Outcome.FAILED
    outcome = _undissented(plan, state, decision)
    if outcome in SUCCESSES and has_dissent(plan, state):
        return Outcome.DECIDED_WITH_DISSENT
    if outcome is Outcome.CONSENSUS and state.dropped:
        return Outcome.DECIDED
    return outcome


def _undissented(plan: Plan, state: State, decision: Any) -> Outcome:
    named = [rule.outcome for rule in _fired(plan, state) if rule.outcome]
    if named:
        return named[-1]
    if plan.spec.result.decision is not None:
        return Outcome.NO_CONSENSUS if decision is None else Outcome.DECIDED
    if state.ended or _misses_success(plan, state):
        return Outcome.NO_CONSENSUS
    return Outcome.DECIDED


def _fired(plan: Plan, state: State) -> list[Rule]:
    """The rules that ended a phase, in the order in which they fired."""
    rules: dict[tuple[str, str], Rule] = {
        (phase.id, rule.id): rule for phase in plan.spec.phases for rule in phase.stop
    }
    gates = sorted(state.gates.items(), key=lambda item: plan.graph.nodes[item[0]].index)
    fired = [(gated.phase, gated.fired) for _, gated in gates]
    return [rules[phase, rule] for phase, rule in fired if rule]


def _misses_success(plan: Plan, state: State) -> bool:
    """Whether some rule names a success and none of those held."""
    named = {(p.id, r.id) for p in plan.spec.phases for r in p.stop if r.outcome in SUCCESSES}
    held = {(gated.phase, rule) for gated in state.gates.values() for rule in gated.held}
    return bool(named) and not named & held


def has_dissent(plan: Plan, state: State) -> bool:
    """Whether the last tally has a minority or an objection, or a finding still blocks."""
    tally, ledger = _last(plan, state, Tally), _last(plan, state, Ledger)
    against = bool(tally and (tally["minority"] or tally["counts"].get("object")))
    return against or bool(ledger and ledger["blocking"])


def _last(plan: Plan, state: State, kind: type) -> Any:
    names = {step.id for _, step in plan.spec.steps() if isinstance(step, kind)}
    done: list[Settled] = [
        state.settled[node.id]
        for node in plan.graph
        if node.step in names and node.id in state.settled
    ]
    return done[-1].data if done else None

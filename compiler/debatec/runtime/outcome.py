"""How a run ended: the reason of each phase and of the whole, and the outcome."""

from __future__ import annotations

from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Gated
from debatec.runtime.gate import rule_of
from debatec.runtime.state import State
from debatec.spec.model import SUCCESSES, Ledger, Outcome, Phase, Rule, Tally
from debatec.spec.names import BUILT_IN_REASONS


@frozen
class PhaseEnd:
    """How far a phase came and why it ended; `held` are all rules that held then."""

    phase: str
    rounds: int
    of: int
    reason: str
    held: tuple[str, ...]


SKIPPED = "skipped"
"""Reason of a phase that did not take place."""


def phase_ends(plan: Plan, state: State) -> list[PhaseEnd]:
    """The end of every phase that was begun or skipped, in order."""
    ends = [_phase_end(plan, state, phase) for phase in plan.spec.phases]
    return [end for end in ends if end]


def _phase_end(plan: Plan, state: State, phase: Phase) -> PhaseEnd | None:
    last, cap = state.furthest[phase.id], plan.graph.rounds[phase.id]
    if phase.id in state.skipped:
        return PhaseEnd(phase.id, 0, cap, SKIPPED, ())
    if not last:
        return None
    gated = _last_gated(plan, state, phase, last)
    reason = _reason(state, phase, gated, last == cap)
    return PhaseEnd(phase.id, last, cap, reason, gated.held if gated else ())


def _last_gated(plan: Plan, state: State, phase: Phase, round: int) -> Gated | None:
    """The last reading of stop rules in a round."""
    nodes = reversed(plan.graph.of_round(phase.id, round))
    return next((state.gates[node.id] for node in nodes if node.id in state.gates), None)


def _reason(state: State, phase: Phase, gated: Gated | None, is_cap: bool) -> str:
    if phase.id in state.ends:
        return state.ends[phase.id].reason
    if gated and gated.fired:
        return gated.fired
    return "rounds" if phase.stop and is_cap else "completed"


@frozen
class Ending:
    """Why the debate ended, and the phase and round in which that fell."""

    reason: str
    phase: str
    round: int


def ending_of(plan: Plan, state: State) -> Ending:
    """Why the debate ended: a stop rule, the cap of rounds, or a built-in reason.

    The rule that names the outcome goes before how later phases came to their end.
    """
    if state.ended:
        return Ending(state.ended.reason, state.ended.phase, state.ended.round)
    closing = {phase.id for phase in plan.spec.phases if phase.always}
    ends = [end for end in phase_ends(plan, state) if end.rounds]
    debate = [end for end in ends if end.phase not in closing] or ends
    last = debate[-1] if debate else PhaseEnd("", 0, 0, "completed", ())
    if not state.has_replies():
        return Ending("failed", last.phase, last.rounds)
    if named := _naming(plan, state):
        gated, rule = named[-1]
        return Ending(str(rule.id), gated.phase, gated.round)
    return Ending(last.reason, last.phase, last.rounds)


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
    named = _naming(plan, state)
    if named and named[-1][1].outcome:
        return named[-1][1].outcome
    if plan.spec.result.decision is not None:
        return Outcome.NO_CONSENSUS if decision is None else Outcome.DECIDED
    if is_cut_short(state) or _misses_success(plan, state):
        return Outcome.NO_CONSENSUS
    return Outcome.DECIDED


def is_cut_short(state: State) -> bool:
    """Whether the debate was ended by something else than a rule of its spec."""
    return state.ended is not None and state.ended.reason in BUILT_IN_REASONS


def _naming(plan: Plan, state: State) -> list[tuple[Gated, Rule]]:
    """The rules that fired and name an outcome, each with its reading."""
    return [(gated, rule) for gated, rule in _fired(plan, state) if rule.outcome]


def _fired(plan: Plan, state: State) -> list[tuple[Gated, Rule]]:
    """The rules that ended a phase or the debate, in the order of the document."""
    gates = sorted(state.gates.items(), key=lambda item: plan.graph.nodes[item[0]].index)
    fired = ((gated, gated.fired) for _, gated in gates if gated.fired)
    return [(gated, rule_of(plan, gated.phase, id)) for gated, id in fired]


def _misses_success(plan: Plan, state: State) -> bool:
    """Whether some rule names a success and none of those held."""
    named = {
        (phase.id, rule.id)
        for phase in plan.spec.phases
        for rule in plan.spec.rules_of(phase)
        if rule.outcome in SUCCESSES
    }
    held = {(gated.phase, rule) for gated in state.gates.values() for rule in gated.held}
    return bool(named) and not named & held


def has_dissent(plan: Plan, state: State) -> bool:
    """Whether somebody was outvoted or objects, or a finding still blocks.

    The last tally of the debate counts, and the last one of its closing phases.
    """
    tallies = [_last(plan, state, Tally, always=always) for always in (False, True)]
    against = any(each and (each["minority"] or each["counts"].get("object")) for each in tallies)
    ledgers = [_last(plan, state, Ledger, always=always) for always in (False, True)]
    ledger = ledgers[1] or ledgers[0]
    return against or bool(ledger and ledger["blocking"])


def _last(plan: Plan, state: State, kind: type, *, always: bool) -> Any:
    """What the last tally or ledger of the closing phases, or of all others, came to."""
    steps = [
        step.id
        for phase, step in plan.spec.steps()
        if isinstance(step, kind) and phase.always is always
    ]
    done = [node for step in steps if (node := last_of(plan, state, step))]
    last = max(done, key=lambda node: node.index, default=None)
    return state.settled[last.id].data if last else None


def last_of(plan: Plan, state: State, step: str) -> Node | None:
    """The node at which a step was last replied to, or a tally or ledger last taken."""
    return next((n for n in reversed(plan.graph.of_step(step)) if state.has_reply(n)), None)

"""The stop rules of a phase, and whether a round was silent or a step short of its quorum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Gated
from debatec.runtime.limits import measure
from debatec.runtime.parsed import value_of
from debatec.runtime.state import Reading, State
from debatec.runtime.view import View
from debatec.spec.model import Check, Rule
from debatec.template.values import holds


def read_round(plan: Plan, state: State, gate: Node, elapsed: float) -> Gated:
    """The stop rules at the end of a round, in order: the first that holds is the one that fires.

    None fires in a silent round: that ends the debate for a reason of its own.
    """
    rules = rules_in(plan, gate.phase)
    if not rules:
        return Gated(gate.phase, gate.round, (), None)
    measured = measure(plan, state, elapsed)
    rounds = _view(plan, state, gate, measured, state.rounds_read(gate.phase))
    turns = _view(plan, state, gate, measured, state.turns_read_until(gate))
    views = {Check.ROUND: rounds, Check.TURN: turns}
    held = tuple(str(rule.id) for rule in rules if holds(value_of(rule.when, views[rule.check])))
    fired = held[0] if held and not is_silent(state, gate) else None
    return Gated(gate.phase, gate.round, held, fired, measured=measured)


def read_turn(plan: Plan, state: State, turn: Node, elapsed: float) -> Gated:
    """The rules that are read after every turn, after one of them."""
    measured = measure(plan, state, elapsed)
    history = state.turns_read(turn.phase)
    view = _view(plan, state, turn, measured, history, turn.index + 1)
    rules = turn_rules(plan, turn.phase)
    held = tuple(str(rule.id) for rule in rules if holds(value_of(rule.when, view)))
    fired = held[0] if held else None
    return Gated(turn.phase, turn.round, held, fired, turn.id, measured)


def rules_in(plan: Plan, phase: str) -> tuple[Rule, ...]:
    """The stop rules in force in a phase, in the order in which they are read."""
    found = plan.spec.phase(phase)
    return plan.spec.rules_of(found) if found else ()


def turn_rules(plan: Plan, phase: str) -> tuple[Rule, ...]:
    """Those of them that are read after every turn as well."""
    return tuple(rule for rule in rules_in(plan, phase) if rule.check is Check.TURN)


def rule_of(plan: Plan, phase: str, id: str) -> Rule:
    """The rule that fired in a phase under some id; that of the phase goes before the debate's."""
    return next(rule for rule in rules_in(plan, phase) if rule.id == id)


def ends_debate(plan: Plan, phase: str, id: str) -> bool:
    """Whether a rule that fired in a phase is one of the whole debate."""
    rule = rule_of(plan, phase, id)
    return any(rule is other for other in plan.spec.stop)


def _view(
    plan: Plan,
    state: State,
    node: Node,
    measured: Mapping[str, Any],
    history: Sequence[Reading],
    upto: int | None = None,
) -> View:
    before = node.index if upto is None else upto
    view = View(plan, state, node.phase, node.round, before, measured["elapsed"])
    return replace(view, measured=measured, history=history, past=len(history))


def is_silent(state: State, gate: Node) -> bool:
    """Whether seats were to speak in a round and not one replied."""
    count = state.count_round(gate.phase, gate.round)
    return count.speakers > 0 and not count.replied


def below_quorum(plan: Plan, state: State, turn: Node) -> str | None:
    """What to say when a step is over with fewer valid replies than its quorum.

    Only seats that were to speak are counted; where there were none there is no quorum.
    """
    quorum = plan.bounds.quorum.get(turn.step)
    if turn.kind is not Kind.TURN or quorum is None:
        return None
    count, turns = state.count(turn.step, turn.round), plan.graph.of_place(turn.step, turn.round)
    if count.settled < len(turns) or count.valid >= quorum or not count.speakers:
        return None
    short = (
        f"{count.valid} of {count.speakers} seats gave a valid reply in '{turn.step}', "
        f"the quorum is {quorum}"
    )
    causes = [state.settled[node.id].message for node in turns if not state.is_valid(node)]
    return "; ".join([short, *(f"the last: {cause}" for cause in causes[-1:] if cause)])

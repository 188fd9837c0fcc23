"""What is read at the end of a round: the stop rules, and whether anybody spoke."""

from __future__ import annotations

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Gated
from debatec.runtime.parsed import value_of
from debatec.runtime.state import State
from debatec.runtime.view import View
from debatec.spec.model import Speak
from debatec.template.values import holds


def read_gate(plan: Plan, state: State, gate: Node, elapsed: float) -> Gated:
    """The stop rules of a round, in order: the first that holds is the one that fires.

    None fires in a silent round: that ends the debate for a reason of its own.
    """
    phase = plan.spec.phase(gate.phase)
    assert phase is not None
    view = View(plan, state, gate.phase, gate.round, gate.index, elapsed)
    held = tuple(str(rule.id) for rule in phase.stop if holds(value_of(rule.when, view)))
    fired = held[0] if held and not is_silent(plan, state, gate) else None
    return Gated(gate.phase, gate.round, held, fired)


def is_silent(plan: Plan, state: State, gate: Node) -> bool:
    """Whether a round had turns and not one reply."""
    turns = [n for n in plan.graph.of_round(gate.phase, gate.round) if n.kind is Kind.TURN]
    return bool(turns) and not any(map(state.has_reply, turns))


def below_quorum(plan: Plan, state: State, turn: Node) -> str | None:
    """What to say when a step is over with fewer valid replies than its quorum."""
    step = plan.spec.step(turn.step)
    if not isinstance(step, Speak) or not step.quorum:
        return None
    turns = [
        node
        for node in plan.graph.of_round(turn.phase, turn.round)
        if node.kind is Kind.TURN and node.step == turn.step
    ]
    if any(node.id not in state.settled for node in turns):
        return None
    valid, quorum = sum(map(state.is_valid, turns)), plan.bounds.quorum[turn.step]
    if valid >= quorum:
        return None
    short = (
        f"{valid} of {len(turns)} seats gave a valid reply in '{turn.step}', the quorum is {quorum}"
    )
    causes = [state.settled[node.id].message for node in turns if not state.is_valid(node)]
    return "; ".join([short, *(f"the last: {cause}" for cause in causes[-1:] if cause)])

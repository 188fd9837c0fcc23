"""Why a run has no decision: what became of the steps that its expression reads."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.graph.plan import Plan
from debatec.runtime.events import TurnOutcome
from debatec.runtime.outcome import last_of
from debatec.runtime.parsed import expression
from debatec.runtime.state import State
from debatec.source.nodes import Scalar
from debatec.spec.model import Phase, Step, Tally

NO_VALUE = "what it reads has no value"


def undecided(plan: Plan, state: State, decision: Scalar) -> str:
    """In words, why an expression that came out as absent did so."""
    parsed = expression(decision)
    read = parsed.names | parsed.steps if parsed else frozenset()
    found = [
        lack
        for phase, step in plan.spec.steps()
        if step.id in read
        for lack in _lacks(plan, state, phase, step)
    ]
    return "; ".join(found) or NO_VALUE


def _lacks(plan: Plan, state: State, phase: Phase, step: Step) -> Iterator[str]:
    """What is missing of a step; nothing where it has all that it can have."""
    nodes = plan.graph.of_step(step.id)
    if any(state.is_valid(node) for node in nodes):
        yield from _votes(plan, state, step)
        return
    settled = [state.settled[node.id] for node in nodes if state.counts(node)]
    skipped = [each for each in settled if each.outcome is TurnOutcome.SKIPPED]
    if phase.id in state.skipped:
        yield f"'{phase.id}' was left out"
    elif not settled:
        yield f"step '{step.id}' was not reached"
    elif len(skipped) == len(settled):
        yield f"step '{step.id}' was left out ({skipped[-1].message})"
    else:
        yield f"nobody gave a valid reply in step '{step.id}'"


def _votes(plan: Plan, state: State, step: Step) -> Iterator[str]:
    """That the last count of a tally has no winner."""
    last = last_of(plan, state, step.id) if isinstance(step, Tally) else None
    data = state.settled[last.id].data if last else None
    if data and data["tie"]:
        yield f"'{step.id}' is tied"
    elif data and not data["winner"]:
        yield f"'{step.id}' has no winner"

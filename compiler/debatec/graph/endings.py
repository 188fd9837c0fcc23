"""Why a debate ends, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.graph.plan import Plan
from debatec.spec.model import Phase, Rule, Speak


def endings(plan: Plan) -> list[str]:
    """Everything that ends a phase or the debate, phase by phase, then what holds for all."""
    found = [line for phase in plan.spec.phases for line in _of_phase(plan, phase)]
    return [*found, *_of_debate(plan)]


def _of_phase(plan: Plan, phase: Phase) -> Iterator[str]:
    if phase.always:
        yield (
            f"'{phase.id}' runs however the debate ended, but for an abort or a debate "
            "without a reply."
        )
    rounds = plan.bounds.rounds[phase.id]
    yield f"'{phase.id}' ends after {counted(rounds, 'round')} at most (rounds)."
    for rule in phase.stop:
        yield f"'{phase.id}' ends after a round in which '{rule.id}' holds{_outcome(rule)}."
    for step in phase.steps:
        if isinstance(step, Speak) and step.id in plan.bounds.quorum:
            yield _quorum(step.id, plan.bounds.quorum[step.id])


def _quorum(step: str, replies: int) -> str:
    if replies == 1:
        return f"A round of '{step}' without a valid reply ends the debate (quorum)."
    return f"Fewer than {replies:,} valid replies in a round of '{step}' end the debate (quorum)."


def _outcome(rule: Rule) -> str:
    return f": outcome {rule.outcome}" if rule.outcome else ""


def _of_debate(plan: Plan) -> Iterator[str]:
    yield "A round without a reply ends the debate (silence)."
    if plan.bounds.time is not None:
        closing = any(phase.always for phase in plan.spec.phases)
        still = "; closing phases still run" if closing else ""
        yield f"After {duration(int(plan.bounds.time))} the debate ends (time){still}."
    if plan.bounds.strikes is None:
        yield "No seat is dropped for failed attempts."
    else:
        yield f"A seat is dropped after {counted(plan.bounds.strikes, 'failed attempt')}."


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as `1 round` or `2 rounds`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def duration(seconds: int) -> str:
    """Seconds as people say them, such as `1 h 30 min` or `45 s`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "h"), (minutes, "min"), (rest, "s")]
    return " ".join(f"{number:,} {unit}" for number, unit in parts if number) or "0 s"

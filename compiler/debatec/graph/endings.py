"""Why a debate ends, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from debatec.graph.bounds import Bounds
from debatec.graph.plan import Plan
from debatec.graph.reads import is_gated
from debatec.spec.model import Check, Phase, Rule, Speak


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
    untold = ", which the seats are not told" if plan.bounds.hidden[phase.id] else ""
    yield f"'{phase.id}' ends after {counted(rounds, 'round')} at most (rounds){untold}."
    if is_gated(phase):
        yield f"'{phase.id}' is left out where its condition does not hold."
    for rule in phase.stop:
        yield f"'{phase.id}' ends after {_reading(rule)} '{rule.id}' holds{_outcome(rule)}."
    for step in phase.steps:
        if is_gated(step):
            yield f"'{step.id}' is left out of a round where its condition does not hold."
        if isinstance(step, Speak) and step.id in plan.bounds.quorum:
            yield _quorum(step.id, plan.bounds.quorum[step.id])


def _quorum(step: str, replies: int) -> str:
    if replies == 1:
        return f"A round of '{step}' without a valid reply ends the debate (quorum)."
    return f"Fewer than {replies:,} valid replies in a round of '{step}' end the debate (quorum)."


def _outcome(rule: Rule) -> str:
    return f": outcome {rule.outcome}" if rule.outcome else ""


def _reading(rule: Rule) -> str:
    return "a turn or round after which" if rule.check is Check.TURN else "a round in which"


def _of_debate(plan: Plan) -> Iterator[str]:
    closing = any(phase.always for phase in plan.spec.phases)
    still = "; closing phases still run" if closing else ""
    for rule in plan.spec.stop:
        yield f"The debate ends after {_reading(rule)} '{rule.id}' holds{_outcome(rule)}{still}."
    yield "A round without a reply ends the debate (silence)."
    for limit, reason in _limits(plan.bounds):
        yield f"After {limit} the debate ends ({reason}){still}."
    if plan.bounds.context is not None:
        size = counted(plan.bounds.context, "token")
        yield f"A session of more than {size} ends the debate (context){still}."
    if plan.bounds.strikes is None:
        yield "No seat is dropped for failed attempts."
    else:
        yield f"A seat is dropped after {counted(plan.bounds.strikes, 'failed attempt')}."


def cuts(plan: Plan, names: Iterable[str]) -> str:
    """Limits of the debate as people say them, such as `10 min (time) or 4,000 tokens (tokens)`."""
    sizes = {reason: limit for limit, reason in _limits(plan.bounds)}
    return " or ".join(f"{sizes[name]} ({name})" for name in names)


def _limits(bounds: Bounds) -> Iterator[tuple[str, str]]:
    """What the whole debate may take, with the reason of the end when it is spent."""
    if bounds.time is not None:
        yield duration(int(bounds.time)), "time"
    if bounds.tokens is not None:
        yield counted(bounds.tokens, "token"), "tokens"
    if bounds.cost is not None:
        yield f"a cost of {float(bounds.cost):,g}", "cost"


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as `1 round` or `2 rounds`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def duration(seconds: int) -> str:
    """Seconds as people say them, such as `1 h 30 min` or `45 s`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "h"), (minutes, "min"), (rest, "s")]
    return " ".join(f"{number:,} {unit}" for number, unit in parts if number) or "0 s"

"""Many runs of one debate, and what came of each."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.frozen import frozen
from debatec.graph.plan import Plan
from debatec.runtime.events import Asked
from debatec.simulation.actor import Actors
from debatec.simulation.behavior import Behaviors
from debatec.testing.playing import Played, play


@frozen
class Ending:
    """What came of a run.

    ``rounds`` are those of all phases but the closing ones, ``calls`` all requests; ``seconds`` is
    the time that the replies would have taken.
    """

    reason: str
    outcome: str
    degraded: bool
    rounds: int
    calls: int
    tokens: int
    seconds: float


def simulate(plan: Plan, behaviors: Behaviors, runs: int, seed: int) -> Iterator[Ending]:
    """The endings of some runs, one after the other; the same for the same seed."""
    for number in range(runs):
        yield ending_of(play(plan, Actors(plan, behaviors, f"{seed}:{number}")))


def ending_of(played: Played) -> Ending:
    """What came of a run that is over."""
    result = played.result
    closing = {phase.id for phase in played.plan.spec.phases if phase.always}
    return Ending(
        result["reason"],
        result["outcome"],
        bool(result["degraded"]),
        sum(phase["rounds"] for phase in result["phases"] if phase["phase"] not in closing),
        sum(isinstance(event, Asked) for event in played.events),
        result["tokens"]["input"] + result["tokens"]["output"],
        played.seconds,
    )

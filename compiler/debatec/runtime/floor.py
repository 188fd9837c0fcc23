"""What every turn of a run needs, and how a turn is settled that got no reply."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.events import UNASKED, BlockStatus, Event, Settled, TurnOutcome
from debatec.runtime.forms import Form, form_of
from debatec.runtime.prompting import Prompter
from debatec.runtime.reuse import Reuse
from debatec.runtime.sessions import Sessions
from debatec.runtime.standins import stand_ins
from debatec.runtime.state import State
from debatec.spec.model import Fallback


@frozen
class Floor:
    """What every turn of a run needs: the plan, the state, and who writes things down.

    ``now`` is the running time in seconds, ``run`` the name of the run, ``reuse`` what may be taken
    over from another one.
    """

    plan: Plan
    state: State
    prompter: Prompter
    sessions: Sessions
    record: Callable[[Event], None]
    delta: Callable[[Node, str], None]
    now: Callable[[], float]
    run: str = ""
    reuse: Reuse | None = None

    def form(self, node: Node) -> Form | None:
        """The block a turn is asked for, the same in all rounds; None where it returns none."""
        forms, key = self.plan.once(_forms), (node.step, node.seat)
        if key not in forms:
            forms[key] = form_of(self.plan, node)
        return forms[key]

    def patience(self, seat: str) -> tuple[float, float]:
        """Seconds that a turn of a seat may take, and that it may be silent."""
        return self.plan.once(_patience)[seat]

    def time_left(self, node: Node) -> float:
        """Seconds that the debate leaves a turn; closing phases have all they need."""
        limit, phase = self.plan.bounds.time, self.plan.spec.phase(node.phase)
        if limit is None or (phase and phase.always):
            return math.inf
        return float(limit) - self.now()

    def unanswered(self, node: Node, outcome: TurnOutcome, message: str = "") -> Settled:
        """A turn without a reply: its block is absent or failed, or has its stand-ins."""
        form = self.form(node)
        if form is None:
            return Settled(node.id, outcome, message=message)
        if form.block.otherwise is not Fallback.STAND_INS:
            block = BlockStatus.ABSENT if outcome in UNASKED else BlockStatus.FAILED
            return Settled(node.id, outcome, block=block, message=message)
        data = self.stand_ins(node, form)
        return Settled(node.id, outcome, "", data, BlockStatus.STAND_IN, message=message)

    def stand_ins(self, node: Node, form: Form) -> dict[str, Any]:
        return stand_ins(self.plan, self.state, node, form.block, self.now())


def _forms(_plan: Plan) -> dict[tuple[str, str], Form | None]:
    """The blocks that turns of a plan were asked for, by step and seat."""
    return {}


def _patience(plan: Plan) -> dict[str, tuple[float, float]]:
    """Seconds that a turn of each seat may take, and that it may be silent."""
    bounds = plan.bounds
    idle = float(bounds.idle_timeout)
    seats = plan.graph.seats.items()
    return {name: (float(bounds.roles[seat.role].turn_timeout), idle) for name, seat in seats}

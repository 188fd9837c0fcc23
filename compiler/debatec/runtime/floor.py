"""What every turn of a run needs, and how a turn is settled that got no reply."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.events import UNASKED, BlockStatus, Event, Settled, TurnOutcome
from debatec.runtime.forms import Form, form_of
from debatec.runtime.prompting import Prompter
from debatec.runtime.sessions import Sessions
from debatec.runtime.standins import stand_ins
from debatec.runtime.state import State
from debatec.spec.model import Fallback


@dataclass(frozen=True, slots=True)
class Floor:
    """What every turn of a run needs: the plan, the state, and who writes things down.

    ``now`` is the running time in seconds, ``run`` the name of the run.
    """

    plan: Plan
    state: State
    prompter: Prompter
    sessions: Sessions
    record: Callable[[Event], None]
    delta: Callable[[Node, str], None]
    now: Callable[[], float]
    run: str = ""

    def time_left(self, node: Node) -> float:
        """Seconds that the debate leaves a turn; closing phases have all they need."""
        limit, phase = self.plan.bounds.time, self.plan.spec.phase(node.phase)
        if limit is None or (phase and phase.always):
            return math.inf
        return float(limit) - self.now()

    def unanswered(self, node: Node, outcome: TurnOutcome, message: str = "") -> Settled:
        """A turn without a reply: its block is absent or failed, or has its stand-ins."""
        form = form_of(self.plan, node)
        if form is None:
            return Settled(node.id, outcome, message=message)
        if form.block.otherwise is not Fallback.STAND_INS:
            block = BlockStatus.ABSENT if outcome in UNASKED else BlockStatus.FAILED
            return Settled(node.id, outcome, block=block, message=message)
        data = self.stand_ins(node, form)
        return Settled(node.id, outcome, "", data, BlockStatus.STAND_IN, message=message)

    def stand_ins(self, node: Node, form: Form) -> dict[str, Any]:
        return stand_ins(self.plan, self.state, node, form.block, self.now())

"""A debate played in memory, on a virtual clock."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Event
from debatec.runtime.interpreter import Interpreter
from debatec.runtime.seating import Trace
from debatec.runtime.state import State
from debatec.runtime.virtual import run_virtual
from debatec.testing.script import AGENT
from debatec.transports.replay import Answers, ReplayTransport

RUN = "test"


@frozen
class Played:
    """A run that is over: its state, every event, and the seconds that it would have taken."""

    plan: Plan
    state: State
    events: Sequence[Event]
    seconds: float

    @property
    def result(self) -> Mapping[str, Any]:
        assert self.state.finished is not None, "every run ends with a result"
        return self.state.finished.result


def play(plan: Plan, answers: Answers, trace: Trace | None = None) -> Played:
    """Carry a debate out with scripted answers; nothing is written to a file."""
    state, events = State(plan.graph), list[Event]()
    transport = ReplayTransport(AGENT, answers)

    def record(event: Event) -> None:
        events.append(event)
        state.apply(event)

    async def carry_out() -> float:
        loop = asyncio.get_running_loop()
        seats = dict.fromkeys(plan.graph.seats, transport)
        interpreter = Interpreter(plan, state, seats, record, loop.time, _unheard, RUN, trace)
        await interpreter.run()
        return loop.time()

    return Played(plan, state, events, run_virtual(carry_out()))


def _unheard(_node: Node, _text: str) -> None:
    """Pieces of replies are of no use here."""

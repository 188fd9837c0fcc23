"""The job as debatec does it: compiled once, run over an agent of this process, journaled."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from debatec.check.pipeline import compile_source
from debatec.graph.plan import Plan, make_plan
from debatec.runtime.events import Event
from debatec.runtime.run import Clock, Run
from debatec.runtime.state import State
from debatec.source.diagnostic import has_errors
from debatec.source.text import Source
from debatec.transports.interface import Delta, End, Exchange, Request
from debatec.transports.interface import Event as Piece
from tools.bench.jobs import (
    AGENTS,
    PANEL_ROUNDS,
    PANEL_SEATS,
    REPLY,
    Roundtable,
    Runner,
    neighbours,
)

_TURN = (
    "Round {{ round.number }} of {{ round.total }}. The question: which belongs first?\n"
    "{{ heard }}\nIt is your turn, {{ seat.title }}."
)


class Agent:
    """A transport whose every reply is the same, after the seconds that ``delay`` gives."""

    name = "bench"
    native_blocks = False
    samples: frozenset[str] = frozenset()
    at_once = None
    price = None

    def __init__(self, delay: Callable[[str], float]) -> None:
        self.delay = delay

    async def open(self, seat: str, system: str, history: Sequence[Exchange] = ()) -> Chair:
        del seat, system, history
        return Chair(self)

    async def close(self) -> None:
        """Nothing to release."""


class Chair:
    """A session that remembers nothing."""

    native_id = None

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    async def ask(self, request: Request) -> AsyncGenerator[Piece, None]:
        await asyncio.sleep(self._agent.delay(request.turn))
        # A text of its own, as one that came over a wire would be: it counts as memory.
        yield Delta("".join((REPLY[:1], REPLY[1:])))
        yield End(100, 500)

    def cancel(self) -> None:
        """Nothing to stop."""

    async def close(self) -> None:
        """Nothing to release."""


class Silent:
    """Follows a run and says nothing."""

    def event(self, event: Event, state: State) -> None:
        """Nothing to say."""

    def delta(self, node: object, text: str) -> None:
        """Nothing to say."""


def plan_of(spec: Mapping[str, Any]) -> Plan:
    """The plan of a spec that has no faults."""
    found = compile_source(Source("bench.debate.yaml", json.dumps(spec)))
    assert not has_errors(found.diagnostics), found.diagnostics
    assert found.root is not None
    return make_plan(found.root, {})


def roundtable(rounds: int, window: str | int = "all") -> dict[str, Any]:
    """The spec of the job; a smaller window hears less of what was said."""
    say = {"id": "say", "speakers": "agent", "order": "sequential", "prompt": _TURN}
    sees = {"who": "everyone", "window": window}
    return {
        "debate": "v1",
        "name": "bench",
        "roles": {"agent": {"seats": AGENTS}, "editor": {}},
        "format": [
            {"id": "table", "rounds": rounds, "steps": [{**say, "sees": sees}]},
            {
                "id": "closing",
                "steps": [{"id": "summary", "speakers": "editor", "sees": sees, "prompt": _TURN}],
            },
        ],
    }


def panel(ring: bool) -> dict[str, Any]:
    """Seats that speak at once and hear all others of the round before, or two neighbours."""
    said = {"in": "say", "window": 1}
    names = [f"seat_{number}" for number in range(1, PANEL_SEATS + 1)]
    step = {"id": "say", "speakers": "peer", "prompt": "Speak.", "sees": {"who": "others", **said}}
    ring_steps = [
        {
            "id": f"say_{n}",
            "speakers": name,
            "prompt": "Speak.",
            "sees": [{"who": names[other - 1], "window": 1} for other in neighbours(n)],
        }
        for n, name in enumerate(names, 1)
    ]
    return {
        "debate": "v1",
        "name": "bench",
        "roles": {name: {} for name in names} if ring else {"peer": {"seats": PANEL_SEATS}},
        "format": [{"id": "talk", "rounds": PANEL_ROUNDS, "steps": ring_steps if ring else [step]}],
    }


def runner(folder: Path, files: bool) -> Runner:
    """Debates in run folders of their own below a folder, each plan made once.

    Without ``files`` each writes one log, as the floor does.
    """
    plans: dict[int, Plan] = {}
    numbers = iter(range(10**9))

    async def run(job: Roundtable) -> None:
        if job.rounds not in plans:
            plans[job.rounds] = plan_of(roundtable(job.rounds))
        at, plan = folder / str(next(numbers)), plans[job.rounds]
        await carry_out(at, plan, lambda _turn: job.delay, files)

    return run


def clock() -> Clock:
    """The time of a run, the time of day standing still."""
    return Clock(time.monotonic, lambda: "2026-01-01T00:00:00.000+00:00")


async def carry_out(
    folder: Path, plan: Plan, delay: Callable[[str], float], files: bool = True
) -> None:
    """One run from its folder to its result."""
    transports = dict.fromkeys(plan.graph.seats, Agent(delay))
    with Run.begin(folder, plan, files) as run:
        result = await run.carry_out(transports, clock(), Silent())
    assert result["turns"]["answered"] == result["turns"]["asked"] > 0, result

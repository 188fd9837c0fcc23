"""Runs a plan: asks, writes down what happened, and looks at what is ready next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Ended, Event, Finished, Gated, Settled, TurnOutcome
from debatec.runtime.gate import below_quorum, is_silent, read_gate
from debatec.runtime.programs import settle
from debatec.runtime.prompting import Prompter
from debatec.runtime.result import result_of
from debatec.runtime.sessions import Sessions
from debatec.runtime.state import State
from debatec.runtime.turn import Floor, Turn
from debatec.transports.interface import Transport

AT_ONCE = 8
"""Turns that are asked at the same time."""


class Interpreter:
    """One run of one plan, from wherever its state stands to its result.

    ``record`` writes an event down and applies it to ``state``; ``elapsed`` is the running time in
    seconds; ``delta`` is told each piece of a reply as it comes.
    """

    def __init__(
        self,
        plan: Plan,
        state: State,
        transports: Mapping[str, Transport],
        record: Callable[[Event], None],
        elapsed: Callable[[], float],
        delta: Callable[[Node, str], None],
        run: str,
    ) -> None:
        self._plan = plan
        self._state = state
        self._record = record
        self._elapsed = elapsed
        self._run_name = run
        self._prompter = Prompter(plan, state)
        self._sessions = Sessions(plan, state, transports)
        self._floor = Floor(plan, state, self._prompter, self._sessions, record, delta, elapsed)
        self._always = {phase.id for phase in plan.spec.phases if phase.always}
        self._left: dict[str, int] = {}
        self._waiting = {node.id: len(node.sources) for node in plan.graph}
        self._ready: list[tuple[int, str]] = []
        self._tasks: dict[asyncio.Task[Settled], Node] = {}
        self._seats = asyncio.Semaphore(AT_ONCE)
        self._aborted = asyncio.Event()

    def abort(self) -> None:
        """End the run as soon as what is in flight is cancelled."""
        self._aborted.set()

    async def run(self) -> None:
        """Run to the result; the journal's failure is the only one that escapes."""
        try:
            for node in self._plan.graph:
                if not node.sources:
                    heappush(self._ready, (node.index, node.id))
            self._advance()
            while self._tasks:
                await self._wait()
                self._advance()
        finally:
            await self._stop(list(self._tasks))
            await self._sessions.close()

    def _advance(self) -> None:
        """Start or settle everything whose sources are settled."""
        while self._ready:
            node = self._plan.graph.nodes[heappop(self._ready)[1]]
            if self._is_settled(node) or self._is_skipped(node) or self._begin(node):
                self._release(node)

    def _release(self, node: Node) -> None:
        for id in self._plan.graph.waiting_for(node.id):
            self._waiting[id] -= 1
            if not self._waiting[id]:
                heappush(self._ready, (self._plan.graph.nodes[id].index, id))

    def _is_settled(self, node: Node) -> bool:
        if node.kind is Kind.GATE and node.id in self._state.gates:
            self._leave(self._state.gates[node.id])
            return True
        if node.id not in self._state.settled:
            return False
        self._check_quorum(node)
        return True

    def _is_skipped(self, node: Node) -> bool:
        """Whether the debate has ended, or left the node's phase, before the node."""
        if node.kind is Kind.EMIT:
            return False
        if node.round > self._left.get(node.phase, node.round):
            return True
        ended = self._state.ended
        if node.phase not in self._always:
            return ended is not None
        return (ended is not None and ended.reason == "aborted") or not self._state.has_replies()

    def _begin(self, node: Node) -> bool:
        """Start a node; returns whether it is settled at once."""
        match node.kind:
            case Kind.TURN:
                return self._begin_turn(node)
            case Kind.GATE:
                self._read_gate(node)
            case Kind.EMIT:
                result = result_of(self._plan, self._state, self._run_name, self._elapsed())
                self._record(Finished(result))
            case _:
                self._record(settle(self._plan, self._state, self._prompter, node))
        return True

    def _begin_turn(self, node: Node) -> bool:
        if node.seat in self._state.dropped:
            reason = self._state.dropped[node.seat]
            self._settle(node, Settled(node.id, TurnOutcome.DROPPED, message=reason))
            return True
        self._tasks[asyncio.create_task(self._take(node), name=node.id)] = node
        return False

    async def _take(self, node: Node) -> Settled:
        async with self._seats:
            return await Turn(self._floor, node).take()

    def _settle(self, node: Node, settled: Settled) -> None:
        self._record(settled)
        self._check_quorum(node)

    def _check_quorum(self, node: Node) -> None:
        short = below_quorum(self._plan, self._state, node)
        if short:
            self._end("quorum", node, short)

    def _end(self, reason: str, node: Node, message: str) -> None:
        """End the debate; a closing phase is only left."""
        if node.phase in self._always and reason != "aborted":
            self._left[node.phase] = min(node.round, self._left.get(node.phase, node.round))
        elif self._state.ended is None:
            self._record(Ended(reason, node.phase, node.round, message))

    def _read_gate(self, gate: Node) -> None:
        if is_silent(self._plan, self._state, gate):
            self._end("silence", gate, f"nobody replied in round {gate.round} of '{gate.phase}'")
        gated = read_gate(self._plan, self._state, gate, self._elapsed())
        self._record(gated)
        self._leave(gated)

    def _leave(self, gated: Gated) -> None:
        if gated.fired:
            self._left[gated.phase] = gated.round

    async def _wait(self) -> None:
        """Wait until a turn is over, the time is up, or the run is aborted."""
        aborted = asyncio.create_task(self._aborted.wait())
        try:
            done, _ = await asyncio.wait(
                {*self._tasks, aborted},
                timeout=self._time_left(),
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            aborted.cancel()
        if aborted in done:
            await self._abort()
        elif not done:
            await self._time_out()
        else:
            self._collect([task for task in self._tasks if task in done])

    def _time_left(self) -> float | None:
        limit = self._plan.bounds.time
        if limit is None or not self._cut_by_time():
            return None
        return max(0.0, float(limit) - self._elapsed())

    def _cut_by_time(self) -> list[asyncio.Task[Settled]]:
        if self._state.ended:
            return []
        return [task for task, node in self._tasks.items() if node.phase not in self._always]

    async def _abort(self) -> None:
        node = min(self._tasks.values(), key=lambda node: node.index)
        self._end("aborted", node, "stopped by the user")
        await self._cancel(list(self._tasks))

    async def _time_out(self) -> None:
        tasks = self._cut_by_time()
        node = min((self._tasks[task] for task in tasks), key=lambda node: node.index)
        limit = float(self._plan.bounds.time or 0)
        self._end("time", node, f"the debate took longer than {limit:g} s")
        await self._cancel(tasks)

    async def _cancel(self, tasks: list[asyncio.Task[Settled]]) -> None:
        """Cancel turns and settle them; their sessions may know half of them, so they go too."""
        await self._stop(tasks)
        for task in tasks:
            await self._sessions.forget(self._tasks[task].seat)
        self._collect(tasks)

    async def _stop(self, tasks: list[asyncio.Task[Settled]]) -> None:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _collect(self, done: Iterable[asyncio.Task[Settled]]) -> None:
        """Settle the turns that are over, in seat order."""
        for task in sorted(done, key=lambda task: self._tasks[task].index):
            node = self._tasks.pop(task)
            settled = Settled(node.id, TurnOutcome.CANCELLED) if task.cancelled() else task.result()
            self._settle(node, settled)
            self._release(node)

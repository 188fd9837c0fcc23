"""Runs a plan: asks, writes down what happened, and looks at what is ready next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Ended, Event, Finished, Gated, Settled, TurnOutcome, Warned
from debatec.runtime.floor import Floor
from debatec.runtime.gate import below_quorum, is_silent, read_gate
from debatec.runtime.programs import settle
from debatec.runtime.prompting import Prompter
from debatec.runtime.result import result_of
from debatec.runtime.sampling import untold
from debatec.runtime.sessions import Sessions
from debatec.runtime.state import State
from debatec.runtime.turn import Turn
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
        self._name = run
        self._transports = transports
        self._sessions = Sessions(plan, state, transports)
        prompter = Prompter(plan, state)
        self._floor = Floor(plan, state, prompter, self._sessions, record, delta, elapsed, run)
        self._always = {phase.id for phase in plan.spec.phases if phase.always}
        self._left: dict[str, int] = {}
        self._waiting = {node.id: len(node.sources) for node in plan.graph}
        self._ready: list[tuple[int, str]] = []
        self._queue: list[tuple[int, str]] = []
        self._tasks: dict[asyncio.Task[Settled], Node] = {}
        self._aborted = asyncio.Event()

    def abort(self) -> None:
        """End the run as soon as what is in flight is cancelled."""
        self._aborted.set()

    async def run(self) -> None:
        """Run to the result; the journal's failure is the only one that escapes."""
        aborted = asyncio.create_task(self._aborted.wait())
        try:
            self._warn()
            for node in self._plan.graph:
                if not node.sources:
                    heappush(self._ready, (node.index, node.id))
            self._heed_abort()
            self._advance()
            while self._tasks:
                await self._wait(aborted)
                self._heed_abort()
                await self._cut()
                self._advance()
        finally:
            aborted.cancel()
            await self._stop(list(self._tasks))
            await self._sessions.close()

    def _warn(self) -> None:
        """Say what the agents cannot be told, before any of them is asked."""
        for message in untold(self._plan, self._transports):
            if message not in self._state.warnings:
                self._record(Warned(message))

    def _advance(self) -> None:
        """Start or settle everything whose sources are settled, in the order of the document."""
        while True:
            if self._ready:
                self._reach(self._plan.graph.nodes[heappop(self._ready)[1]])
            elif self._queue and len(self._tasks) < AT_ONCE:
                self._start(self._plan.graph.nodes[heappop(self._queue)[1]])
            else:
                return

    def _reach(self, node: Node) -> None:
        """Take up a node whose sources are settled."""
        if self._is_settled(node):
            self._release(node)
        elif self._is_skipped(node):
            self._skip(node)
        elif node.kind is Kind.TURN:
            heappush(self._queue, (node.index, node.id))
        else:
            self._settle_at_once(node)
            self._release(node)

    def _release(self, node: Node) -> None:
        for id in self._plan.graph.waiting_for(node.id):
            self._waiting[id] -= 1
            if not self._waiting[id]:
                heappush(self._ready, (self._plan.graph.nodes[id].index, id))

    def _is_settled(self, node: Node) -> bool:
        if node.kind is Kind.GATE and node.id in self._state.gates:
            self._pass(node, self._state.gates[node.id])
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

    def _skip(self, node: Node) -> None:
        """Go past a node; a turn that was asked already is written down as cut off."""
        if node.kind is Kind.TURN and self._state.was_asked(node.id):
            self._record(self._floor.unanswered(node, TurnOutcome.CANCELLED))
        self._release(node)

    def _start(self, node: Node) -> None:
        """Begin a turn, unless the debate has ended while it waited."""
        if self._is_skipped(node):
            self._skip(node)
        elif node.seat in self._state.dropped and node.id not in self._state.failures:
            reason = self._state.dropped[node.seat]
            self._settle(node, self._floor.unanswered(node, TurnOutcome.DROPPED, reason))
        else:
            task = asyncio.create_task(Turn(self._floor, node).take(), name=node.id)
            self._tasks[task] = node

    def _settle_at_once(self, node: Node) -> None:
        """Settle what no agent is asked for."""
        match node.kind:
            case Kind.GATE:
                gated = read_gate(self._plan, self._state, node, self._elapsed())
                self._record(gated)
                self._pass(node, gated)
            case Kind.EMIT:
                result = result_of(self._plan, self._state, self._name, self._elapsed())
                self._record(Finished(result))
            case _:
                self._record(settle(self._plan, self._state, self._floor.prompter, node))

    def _settle(self, node: Node, settled: Settled) -> None:
        self._record(settled)
        self._check_quorum(node)
        self._release(node)

    def _check_quorum(self, node: Node) -> None:
        short = below_quorum(self._plan, self._state, node)
        if short:
            self._end("quorum", node, short)

    def _end(self, reason: str, node: Node, message: str) -> None:
        """End the debate; a closing phase is only left, unless the user wants it to end."""
        if reason != "aborted" and node.phase in self._always:
            self._left[node.phase] = min(node.round, self._left.get(node.phase, node.round))
        elif reason == "aborted" or self._state.ended is None:
            self._record(Ended(reason, node.phase, node.round, message))

    def _pass(self, gate: Node, gated: Gated) -> None:
        """Leave the phase after a round, or the debate, where it is to end there."""
        if gated.fired:
            self._left[gated.phase] = gated.round
        if is_silent(self._plan, self._state, gate):
            self._end("silence", gate, f"nobody replied in round {gate.round} of '{gate.phase}'")

    async def _wait(self, aborted: asyncio.Task[Any]) -> None:
        """Wait until a turn is over, the time is up, or the run is aborted; settle what is over."""
        done, _ = await asyncio.wait(
            {*self._tasks, aborted},
            timeout=self._time_left(),
            return_when=asyncio.FIRST_COMPLETED,
        )
        if not done:
            limit = float(self._plan.bounds.time or 0)
            self._end("time", self._first(), f"the debate took longer than {limit:g} s")
        self._collect([task for task in self._tasks if task in done])

    def _heed_abort(self) -> None:
        if self._aborted.is_set():
            self._end("aborted", self._first(), "stopped by the user")

    def _first(self) -> Node:
        """The first node of the document that is in flight or comes next."""
        ready = [self._plan.graph.nodes[id] for _, id in self._ready]
        return min([*self._tasks.values(), *ready], key=lambda node: node.index)

    def _time_left(self) -> float | None:
        """Seconds until the debate is cut off; None where nothing in flight would be."""
        limit = self._plan.bounds.time
        if limit is None or not any(map(self._is_bounded, self._tasks.values())):
            return None
        return max(0.0, float(limit) - self._elapsed())

    def _is_bounded(self, node: Node) -> bool:
        return self._state.ended is None and node.phase not in self._always

    async def _cut(self) -> None:
        """Cancel the turns in flight that the end of the debate cuts off, and settle them."""
        tasks = [task for task, node in self._tasks.items() if self._is_skipped(node)]
        await self._stop(tasks)
        # A session may know half of the turn, so it goes too.
        await asyncio.gather(*(self._sessions.forget(self._tasks[task].seat) for task in tasks))
        self._collect(tasks)

    async def _stop(self, tasks: list[asyncio.Task[Settled]]) -> None:
        for task in tasks:
            task.cancel()
            self._sessions.stop(self._tasks[task].seat)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _collect(self, done: Iterable[asyncio.Task[Settled]]) -> None:
        """Settle the turns that are over, in seat order."""
        for task in sorted(done, key=lambda task: self._tasks[task].index):
            node = self._tasks.pop(task)
            if task.cancelled():
                self._skip(node)
            else:
                self._settle(node, task.result())

"""Runs a plan: asks, writes down what happened, and looks at what is ready next.

Turns start as soon as what they hear is there, whatever round they are of; yet what comes out is
what would come out if everything happened in the order of the document. So an end that is found
only when later turns have begun takes those back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from heapq import heappop, heappush

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.decisions import Decisions
from debatec.runtime.ends import ABORTED, Ends
from debatec.runtime.events import Event, Finished, Settled, TurnOutcome, Warned
from debatec.runtime.floor import Floor
from debatec.runtime.limits import Limits
from debatec.runtime.past import Past
from debatec.runtime.programs import settle
from debatec.runtime.prompting import Prompter
from debatec.runtime.result import result_of
from debatec.runtime.reuse import Reuse
from debatec.runtime.sampling import untold
from debatec.runtime.seating import Trace
from debatec.runtime.sessions import Sessions
from debatec.runtime.state import State
from debatec.runtime.timer import Timer
from debatec.runtime.turn import Turn
from debatec.transports.interface import Transport


class Interpreter:
    """One run of one plan, from wherever its state stands to its result.

    ``record`` writes an event down and applies it to ``state``; ``elapsed`` is the running time in
    seconds; ``delta`` is told each piece of a reply as it comes, ``trace`` each text of the spec
    that a prompt is written from. Replies of the run ``reuse`` are taken over where exactly the
    same is asked.
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
        trace: Trace | None = None,
        reuse: Past | None = None,
    ) -> None:
        self._plan = plan
        self._state = state
        self._record = record
        self._elapsed = elapsed
        self._name = run
        self._transports = transports
        self._sessions = Sessions(plan, state, transports)
        prompter = Prompter(plan, state, trace)
        recalled = Reuse(reuse, plan, state) if reuse else None
        self._floor = Floor(
            plan, state, prompter, self._sessions, record, delta, elapsed, run, recalled
        )
        self._decisions = Decisions(self._floor)
        self._ends = Ends(self._floor)
        self._nodes = plan.graph.order
        self._limits = Limits(plan, state)
        self._waiting = list(plan.graph.waits)
        self._ready: list[int] = []
        self._queue: list[int] = []
        self._furthest = len(self._nodes) if state.settled else -1
        self._tasks: dict[int, asyncio.Task[Settled]] = {}
        self._over: set[int] = set()
        self._bell = asyncio.Event()
        self._aborted = False

    def abort(self) -> None:
        """End the run as soon as what is in flight is cancelled."""
        self._aborted = True
        self._bell.set()

    async def run(self) -> None:
        """Run to the result; the journal's failure is the only one that escapes."""
        self._ready = [index for index, waits in enumerate(self._waiting) if not waits]
        timer = Timer(self._bell.set)
        try:
            self._warn()
            while self._ready or self._queue or self._tasks:
                self._heed_abort()
                self._settle_ready()
                self._heed_limits()
                if not await self._cut() and not self._fill():
                    self._set(timer)
                    await self._bell.wait()
                    self._bell.clear()
                    self._collect()
        finally:
            timer.cancel()
            await self._cancel(list(self._tasks))
            await self._sessions.close()

    def _warn(self) -> None:
        """Say what the agents cannot be told, before any of them is asked."""
        for message in untold(self._plan, self._transports):
            if message not in self._state.warnings:
                self._record(Warned(message))

    def _settle_ready(self) -> None:
        """Take up what has its sources settled, in the order of the document, up to an end."""
        while self._ready and not self._ends.is_news:
            self._reach(self._nodes[heappop(self._ready)])

    def _reach(self, node: Node) -> None:
        if self._is_settled(node):
            self._release(node)
        elif self._ends.is_skipped(node) or self._decisions.phase_is_skipped(node):
            self._skip(node)
        elif reason := self._decisions.against(node):
            self._settle(node, Settled(node.id, TurnOutcome.SKIPPED, message=reason))
        elif node.kind is Kind.TURN:
            heappush(self._queue, node.index)
        else:
            self._settle_at_once(node)

    def _release(self, node: Node) -> None:
        waiting = self._waiting
        for index in self._plan.graph.waiting_for(node.id):
            waiting[index] -= 1
            if not waiting[index]:
                heappush(self._ready, index)

    def _is_settled(self, node: Node) -> bool:
        """Whether a run that is taken up again has come past a node; ends are looked for anew."""
        if node.kind is Kind.GATE and node.id in self._state.gates:
            self._ends.at_gate(node)
            return True
        if node.id not in self._state.settled:
            return False
        self._ends.at(node)
        return True

    def _skip(self, node: Node) -> None:
        """Go past a node; a turn that was asked already is written down as cut off."""
        if node.kind is Kind.TURN and self._state.was_asked(node.id):
            self._record(self._cut_off(node))
        self._release(node)

    def _cut_off(self, node: Node) -> Settled:
        if self._ends.is_behind(node):
            return Settled(node.id, TurnOutcome.CANCELLED)
        return self._floor.unanswered(node, TurnOutcome.CANCELLED)

    def _settle_at_once(self, node: Node) -> None:
        """Settle what no agent is asked for."""
        match node.kind:
            case Kind.GATE:
                self._ends.at_gate(node)
                self._release(node)
            case Kind.EMIT:
                result = result_of(self._plan, self._state, self._name, self._elapsed())
                self._record(Finished(result))
            case _:
                self._settle(node, settle(self._plan, self._state, self._floor.prompter, node))

    def _settle(self, node: Node, settled: Settled) -> None:
        self._record(settled)
        self._furthest = max(self._furthest, node.index)
        self._ends.at(node)
        self._release(node)

    def _fill(self) -> bool:
        """Begin turns, as many as may be asked at once; whether more can be done at once."""
        while self._queue and len(self._tasks) < self._limits.at_once and not self._ready:
            self._start(self._nodes[heappop(self._queue)])
        return bool(self._ready) or not self._tasks

    def _start(self, node: Node) -> None:
        """Begin a turn, unless the debate has ended while it waited."""
        if self._ends.is_skipped(node):
            self._skip(node)
        elif node.seat in self._state.dropped and node.id not in self._state.failures:
            reason = self._state.dropped[node.seat]
            self._settle(node, self._floor.unanswered(node, TurnOutcome.DROPPED, reason))
        else:
            self._tasks[node.index] = asyncio.create_task(self._take(node), name=node.id)

    async def _take(self, node: Node) -> Settled:
        try:
            return await Turn(self._floor, node).take()
        finally:
            self._over.add(node.index)
            self._bell.set()

    def _collect(self) -> None:
        """Settle the turns that are over, in the order of the document."""
        over, self._over = sorted(self._over), set()
        for index in over:
            node, task = self._nodes[index], self._tasks.pop(index)
            if task.cancelled() or self._ends.is_behind(node):
                self._skip(node)
            else:
                self._settle(node, task.result())

    def _heed_abort(self) -> None:
        ended = self._state.ended
        if self._aborted and not (ended and ended.reason == ABORTED):
            self._ends.now(ABORTED, self._next(), "stopped by the user")

    def _heed_limits(self) -> None:
        """End the debate where it is over a limit and would go on."""
        if not self._limits.are_set or not (self._queue or self._tasks):
            return
        over = self._limits.overrun(self._elapsed())
        if over:
            first = self._next()
            if self._ends.is_bounded(first) and not self._ends.is_skipped(first):
                self._ends.now(over[0], first, over[1])

    def _next(self) -> Node:
        """The first node of the document that is in flight or comes next."""
        return self._nodes[min([*self._tasks, *self._queue[:1], *self._ready[:1]])]

    def _set(self, timer: Timer) -> None:
        """Have the bell ring when the time of the debate is up, where it cuts off anything."""
        if self._limits.time is not None and self._ends.is_bounded(self._next()):
            timer.set(self._limits.time - self._elapsed())

    async def _cut(self) -> bool:
        """Cut off what lies behind the ends that were found; whether any were."""
        if not self._ends.is_news:
            return False
        index = self._ends.news()
        await self._cancel([i for i in self._tasks if self._ends.is_skipped(self._nodes[i])])
        for node in self._nodes[index + 1 : self._furthest + 1]:
            if self._ends.is_behind(node) and self._counts(node):
                self._record(Settled(node.id, TurnOutcome.CANCELLED))
                await self._sessions.forget(node.seat)
        self._collect()
        return True

    def _counts(self, node: Node) -> bool:
        settled = self._state.settled.get(node.id)
        return settled is not None and settled.outcome is not TurnOutcome.CANCELLED

    async def _cancel(self, indices: list[int]) -> None:
        """Cancel turns in flight; a session may know half of one, so it goes too."""
        tasks, seats = [], [self._nodes[index].seat for index in indices]
        for index, seat in zip(indices, seats, strict=True):
            tasks.append(self._tasks[index])
            tasks[-1].cancel()
            self._sessions.stop(seat)
        await asyncio.gather(*tasks, return_exceptions=True)
        self._over.update(indices)  # one that was never begun cannot say that it is over
        await asyncio.gather(*map(self._sessions.forget, seats))

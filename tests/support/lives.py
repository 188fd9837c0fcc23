"""Processes at a run, which go on only as far as they are let, and can be killed at any record."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from debatec.graph.plan import Plan
from debatec.runtime.events import (
    Asked,
    Ended,
    Event,
    Finished,
    Purpose,
    Replied,
    Settled,
    TurnOutcome,
)
from debatec.runtime.journal import NAME
from debatec.runtime.run import Clock, Run
from debatec.runtime.virtual import VirtualLoop
from debatec.transports.interface import Exchange, Request
from tests.support.agents import Agent, Say
from tests.support.runs import Watch

AT_ONCE = 8
"""Turns that are asked at the same time, by the language."""


@dataclass
class Past:
    """What happened in a run, as far as its journal still tells, and what follows from that."""

    plan: Plan
    events: list[Event] = field(default_factory=list)
    settled: dict[str, Settled] = field(default_factory=dict)
    purposes: dict[str, Purpose] = field(default_factory=dict)
    is_aborted: bool = False
    is_finished: bool = False
    _prompts: dict[str, str] = field(default_factory=dict)
    _said: dict[tuple[str, int], list[Exchange]] = field(default_factory=dict)

    def take(self, happened: Event) -> None:
        self.events.append(happened)
        match happened:
            case Asked():
                self.purposes[happened.turn] = happened.purpose
                self._prompts[happened.turn] = happened.prompt
            case Replied():
                exchange = Exchange(self._prompts[happened.turn], happened.text)
                self._said.setdefault((happened.turn, happened.attempt), []).append(exchange)
            case Settled():
                self.settled[happened.node] = happened
            case Ended():
                self.is_aborted |= happened.reason == "aborted"
            case Finished():
                self.is_finished = True

    def known(self, request: Request) -> list[Exchange]:
        """What the session of a request has to know: what was kept, and this attempt so far."""
        seat = self.plan.graph.nodes[request.turn].seat
        role = self.plan.spec.roles[self.plan.graph.seats[seat].role]
        before = [*self._kept(seat)] if role.session == "persistent" else []
        return [*before, *self._said.get((request.turn, request.attempt), ())]

    def _kept(self, seat: str) -> Iterator[Exchange]:
        for turn in self.plan.graph.turns():
            settled = self.settled.get(turn.id)
            if turn.seat == seat and settled and settled.outcome is TurnOutcome.OK:
                yield from self._said[turn.id, settled.attempt]


@dataclass(frozen=True)
class Disk:
    """The journal at some instant: its bytes, how many of them were synced, and its records."""

    journal: bytes
    synced: int
    records: int

    @property
    def unsynced(self) -> int:
        return len(self.journal) - self.synced


class Life:
    """A process at a run: what it does stops when it is not let go on."""

    def __init__(
        self, run: Run, past: Past, answer: Callable[[Request, Purpose], Say], synced: int = 0
    ) -> None:
        self.run = run
        self.past = past
        self.faults: list[str] = []
        self.agent = Agent(self._answered)
        self._answer = answer
        self._flying: dict[str, str] = {}
        self._aborted_at: float | None = None
        self._synced = synced
        self._stop_at = 0
        self._is_dead = False
        self._runner = asyncio.Runner(loop_factory=VirtualLoop)
        self._patch = mock.patch.object(os, "fsync", self._sync)
        self._patch.start()
        self.disk = self._disk()
        self._loop = self._runner.get_loop()
        self._task = self._loop.create_task(self._live())
        self._task.add_done_callback(self._pause)

    @property
    def is_over(self) -> bool:
        return self._task.done()

    @property
    def result(self) -> Mapping[str, Any]:
        assert self.run.state.finished
        return self.run.state.finished.result

    def go_on(self, records: int | None) -> None:
        """Go on until there are some more records, or to the end."""
        if self.is_over:
            return
        self._stop_at = len(self.past.events) + records if records else -1
        self._loop.run_forever()
        if self._task.done():
            self._task.result()
            self.disk = self._disk()

    def abort(self) -> None:
        self._aborted_at = self._loop.time()
        self.run.abort()

    def die(self) -> None:
        """Stop for good; what happens from now on happened never."""
        self.past = Past(self.past.plan)
        self._is_dead = True
        self._task.cancel()
        self._runner.close()
        self._patch.stop()
        self.run.close()

    async def _live(self) -> None:
        agents = dict.fromkeys(self.run.plan.graph.seats, self.agent)
        loop = asyncio.get_running_loop()
        watch = Watch(then=self._see)
        await self.run.carry_out(agents, Clock(loop.time, lambda: "2026-01-01T00:00:00Z"), watch)

    def _pause(self, _task: object = None) -> None:
        if not self._is_dead:
            self._loop.stop()

    def _see(self, happened: Event) -> None:
        if isinstance(happened, Settled):
            before = self.past.settled.get(happened.node)
            is_taken_back = happened == Settled(happened.node, TurnOutcome.CANCELLED)
            self._forbid(bool(before) and not is_taken_back, f"{happened} after {before}")
            self._flying.pop(happened.node, None)
        if isinstance(happened, Asked):
            node = self.past.plan.graph.nodes[happened.turn]
            others = [turn for turn, seat in self._flying.items() if seat == node.seat]
            self._forbid(others not in ([], [node.id]), f"{node.seat} takes {others}, {node.id}")
            self._flying[node.id] = node.seat
            self._forbid(len(self._flying) > AT_ONCE, f"{len(self._flying)} turns at once")
        self.past.take(happened)
        if len(self.past.events) == self._stop_at:
            self.disk = self._disk()
            self._pause()

    def _answered(self, request: Request, _asking: int) -> Say:
        past, turn = self.past, request.turn
        self._forbid(turn in past.settled, f"{turn} was asked though it was settled")
        self._forbid(past.is_aborted or self._is_past_abort(), f"{turn} was asked after an abort")
        self._forbid(past.is_finished, f"{turn} was asked after the end")
        known = [*self.agent.questions[-1].known]
        self._forbid(bool(past.events) and known != past.known(request), f"{turn} knew {known}")
        return self._answer(request, past.purposes.get(turn, Purpose.REPLY))

    def _is_past_abort(self) -> bool:
        """Whether it was told to abort: what was begun at that very instant may still go out."""
        return self._aborted_at is not None and self._loop.time() > self._aborted_at

    def _forbid(self, is_so: bool, fault: str) -> None:
        if is_so:
            self.faults.append(fault)

    def _sync(self, descriptor: int) -> None:
        path = self.run.folder / NAME
        if os.fstat(descriptor).st_ino == path.stat().st_ino:
            self._synced = path.stat().st_size

    def _disk(self) -> Disk:
        journal = (self.run.folder / NAME).read_bytes()
        return Disk(journal, self._synced, len(self.past.events))

"""An agent in this process that answers, fails and dawdles as a test says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from debatec.transports.interface import Delta, End, Event, Exchange, Price, Request


@dataclass(frozen=True)
class Say:
    """One answer: its pieces, each after a pause in seconds, then a failure or the end."""

    pieces: tuple[str, ...] = ()
    pause: float = 0.0
    fail: BaseException | None = None
    hangs: bool = False
    endless: bool = False
    end: End = field(default_factory=End)
    deaf: bool = False
    """Whether it goes on after it was told to stop."""
    after_cancel: tuple[str, ...] = ()
    """What it still says, at its pause, once it was told to stop."""


def say(text: str, block: Mapping[str, Any] | None = None, after: float = 0.0) -> Say:
    """A reply of one piece; ``block`` is a block's name with its fields."""
    for name, fields in (block or {}).items():
        text = f"{text}\n\n```{name}\n{json.dumps(fields, default=float)}\n```\n"
    return Say((text,), after)


def fail(error: BaseException, after: float = 0.0, said: str = "") -> Say:
    """A request that fails, perhaps in the middle of its reply."""
    return Say((said,) if said or after else (), after, fail=error)


Script: TypeAlias = Callable[[Request, int], Say]
"""The answer to a request, given how often its turn was asked before."""


def script(turns: Mapping[str, Say | Sequence[Say]], otherwise: Say | None = None) -> Script:
    """Answers by turn id in the order of asking, of which the last repeats."""

    def answer(request: Request, asking: int) -> Say:
        answers = turns.get(request.turn, otherwise or say(f"said in {request.turn}"))
        return answers if isinstance(answers, Say) else answers[min(asking, len(answers) - 1)]

    return answer


@dataclass(frozen=True)
class Question:
    """A request as an agent got it, with its seat and the exchanges its session knew then."""

    seat: str
    request: Request
    known: tuple[Exchange, ...]


@dataclass
class Agent:
    """A transport that follows a script and remembers what it was asked."""

    answer: Script
    native_blocks: bool = False
    name: str = "scripted"
    questions: list[Question] = field(default_factory=list)
    opened: list[tuple[str, str, tuple[Exchange, ...]]] = field(default_factory=list)
    living: set[int] = field(default_factory=set)
    busy: int = 0
    most_busy: int = 0
    open_error: BaseException | None = None
    opening: float = 0.0
    """Seconds that opening a session takes."""
    closing: float = 0.0
    """Seconds that closing one takes."""
    samples: frozenset[str] = frozenset()
    at_once: int | None = None
    price: Price | None = None
    cancelled: list[str] = field(default_factory=list)
    """Ids of turns that were told to stop."""

    async def open(self, seat: str, system: str, history: Sequence[Exchange] = ()) -> Chair:
        if self.open_error:
            raise self.open_error
        if self.opening:
            await asyncio.sleep(self.opening)
        self.opened.append((seat, system, tuple(history)))
        chair = Chair(self, seat, list(history))
        self.living.add(id(chair))
        return chair

    async def close(self) -> None:
        """Nothing to release."""

    def prompts(self, turn: str) -> list[str]:
        """What was asked for a turn, request by request."""
        return [q.request.prompt for q in self.questions if q.request.turn == turn]

    def turns(self) -> list[str]:
        """Ids of the turns asked, in the order of the requests."""
        return [question.request.turn for question in self.questions]


@dataclass(eq=False)
class Chair:
    """A session of a scripted agent."""

    agent: Agent
    seat: str
    known: list[Exchange]
    native_id: str | None = None
    turn: str | None = None
    stopped: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        agent = self.agent
        asking = sum(question.request.turn == request.turn for question in agent.questions)
        agent.questions.append(Question(self.seat, request, tuple(self.known)))
        self.turn = request.turn
        self.stopped.clear()
        agent.busy += 1
        agent.most_busy = max(agent.most_busy, agent.busy)
        try:
            reply = agent.answer(request, asking)
            async for delta in _pieces(reply, self.stopped):
                yield delta
            if self.stopped.is_set() and not reply.deaf:
                return
            self.known.append(Exchange(request.prompt, "".join(reply.pieces)))
            yield reply.end
        finally:
            agent.busy -= 1
            self.turn = None

    def cancel(self) -> None:
        if self.turn:
            self.agent.cancelled.append(self.turn)
        self.stopped.set()

    async def close(self) -> None:
        self.agent.living.discard(id(self))
        if self.agent.closing:
            await asyncio.sleep(self.agent.closing)


async def _pieces(reply: Say, stopped: asyncio.Event) -> AsyncGenerator[Delta, None]:
    unheard = asyncio.Event() if reply.deaf else stopped
    for piece in reply.pieces:
        if await _is_stopped(unheard, reply.pause):
            break
        yield Delta(piece)
    while reply.endless and not unheard.is_set():
        yield Delta("and so on ")
    if reply.hangs:
        await unheard.wait()
    for piece in reply.after_cancel if unheard.is_set() else ():
        await asyncio.sleep(reply.pause)
        yield Delta(piece)
    if reply.fail and not unheard.is_set():
        raise reply.fail


async def _is_stopped(stopped: asyncio.Event, seconds: float) -> bool:
    """Wait so long, or until an agent is told to stop."""
    if not seconds:
        await asyncio.sleep(0)
    else:
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), seconds)
    return stopped.is_set()

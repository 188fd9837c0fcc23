"""The sessions of a run: one a seat, opened when it is first asked, rebuilt when it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.guard import guarded, let_go, stop
from debatec.runtime.sampling import samplings, told
from debatec.runtime.seating import Seating
from debatec.runtime.state import State
from debatec.spec.model import SessionKind
from debatec.transports.interface import Exchange, Sampling, Session, Transport

_ANYWHERE = nullcontext()


class Sessions:
    """Opens and closes the sessions of the seats; each is used by one turn at a time."""

    def __init__(self, plan: Plan, state: State, transports: Mapping[str, Transport]) -> None:
        self._plan = plan
        self._state = state
        self._transports = transports
        self._seating = plan.once(Seating)
        self._open: dict[str, Session] = {}
        self._held: dict[str, int] = {}
        self._sampling = {
            seat: told(sampling, transports[seat])
            for seat, sampling in plan.once(samplings).items()
        }
        bounded = {id(one): one.at_once for one in transports.values() if one.at_once}
        self._places = {key: asyncio.Semaphore(most) for key, most in bounded.items()}

    def transport(self, seat: str) -> Transport:
        return self._transports[seat]

    def sampling(self, seat: str) -> Sampling | None:
        """What a seat's agent is told of sampling."""
        return self._sampling[seat]

    def place(self, seat: str) -> AbstractAsyncContextManager[None]:
        """A place with a seat's agent, which may take only so many attempts at the same time."""
        return self._places.get(id(self._transports[seat]), _ANYWHERE)

    def held(self, seat: str) -> int:
        """Characters that a seat's session knows, its system text among them; 0 without one."""
        return self._held.get(seat, 0)

    def heard(self, seat: str, exchange: Exchange) -> None:
        """Count what a seat's session has come to know."""
        if seat in self._open:
            self._held[seat] += _length(exchange)

    async def get(self, turn: Node, extra: Sequence[Exchange] = ()) -> Session:
        """The session of a turn's seat, with all it should remember.

        ``extra`` are exchanges of this very turn that a rebuilt session must know as well.

        Raises:
            TransportError: the agent cannot be reached.
        """
        if turn.seat not in self._open:
            seat = self._plan.graph.seats[turn.seat]
            history = [*self._history(turn), *extra]
            system = self._seating.system(seat.name)
            with guarded:
                session = await self._transports[turn.seat].open(seat.name, system, history)
            self._open[turn.seat] = session
            self._held[turn.seat] = len(system) + sum(map(_length, history))
        return self._open[turn.seat]

    def _history(self, turn: Node) -> list[Exchange]:
        return [
            Exchange(exchange.prompt, exchange.reply)
            for earlier in remembered(self._plan, turn)
            for exchange in self._state.kept(earlier.id)
        ]

    async def end_turn(self, turn: Node) -> None:
        """Let go of a session that is not to remember the turn."""
        role = self._plan.graph.seats[turn.seat].role
        if self._plan.spec.roles[role].session is SessionKind.FRESH:
            await self.forget(turn.seat)

    def stop(self, seat: str) -> None:
        """Tell a seat's agent to stop generating."""
        if seat in self._open:
            stop(self._open[seat])

    async def forget(self, seat: str) -> None:
        """Close a seat's session; the next turn gets a new one."""
        session = self._open.pop(seat, None)
        self._held.pop(seat, None)
        if session is not None:
            await let_go(session.close())

    async def close(self) -> None:
        """Close every session; the transports are their owner's to close."""
        await asyncio.gather(*map(self.forget, list(self._open)))


def remembered(plan: Plan, turn: Node) -> Sequence[Node]:
    """The turns that the session of a turn's seat remembers, as far as they went well."""
    role = plan.graph.seats[turn.seat].role
    if plan.spec.roles[role].session is SessionKind.FRESH:
        return ()
    return plan.graph.of_seat(turn.seat)


def _length(exchange: Exchange) -> int:
    return len(exchange.prompt) + len(exchange.reply)

"""The sessions of a run: one a seat, opened when it is first asked, rebuilt when it is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.guard import guarded, let_go
from debatec.runtime.seating import Seating
from debatec.runtime.state import State
from debatec.spec.model import SessionKind
from debatec.transports.interface import Exchange, Session, Transport


class Sessions:
    """Opens and closes the sessions of the seats; each is used by one turn at a time."""

    def __init__(self, plan: Plan, state: State, transports: Mapping[str, Transport]) -> None:
        self._plan = plan
        self._state = state
        self._transports = transports
        self._seating = Seating(plan)
        self._open: dict[str, Session] = {}

    def transport(self, seat: str) -> Transport:
        return self._transports[seat]

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
            with guarded():
                session = await self._transports[turn.seat].open(seat.name, system, history)
            self._open[turn.seat] = session
        return self._open[turn.seat]

    def _history(self, turn: Node) -> list[Exchange]:
        role = self._plan.graph.seats[turn.seat].role
        if self._plan.spec.roles[role].session is SessionKind.FRESH:
            return []
        return [
            Exchange(exchange.prompt, exchange.reply)
            for node in self._plan.graph
            if node.kind is Kind.TURN and node.seat == turn.seat
            for exchange in self._state.kept(node.id)
        ]

    async def end_turn(self, turn: Node) -> None:
        """Let go of a session that is not to remember the turn."""
        role = self._plan.graph.seats[turn.seat].role
        if self._plan.spec.roles[role].session is SessionKind.FRESH:
            await self.forget(turn.seat)

    async def forget(self, seat: str) -> None:
        """Close a seat's session; the next turn gets a new one."""
        session = self._open.pop(seat, None)
        if session is not None:
            await let_go(session.close())

    async def close(self) -> None:
        """Close every session; the transports are their owner's to close."""
        for seat in list(self._open):
            await self.forget(seat)

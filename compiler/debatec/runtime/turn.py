"""One turn: asked until it is answered well or its attempts are used up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hashlib import sha256

from debatec.graph.bounds import RoleBounds
from debatec.graph.graph import Node
from debatec.runtime.asking import Asking
from debatec.runtime.events import Dropped, Failed, Settled, TurnOutcome
from debatec.runtime.floor import Floor
from debatec.runtime.guard import AttemptFailed
from debatec.runtime.watchdog import Watchdog
from debatec.template.template import RenderError
from debatec.transports.interface import TransportError

FIRST_WAIT = 2.0
"""Seconds before a rate-limited request is made again, at least; doubled with every wait."""
JITTER = 0.1
"""The part of a wait by which it is lengthened, at most."""


class Turn:
    """Takes one turn of one seat to its end, from wherever it was left.

    Every failed attempt is made again in a session of its own, refused ones too: a policy decides
    anew, a token is renewed, and a key that is wrong is refused at once.
    """

    def __init__(self, floor: Floor, node: Node) -> None:
        self._floor = floor
        self._node = node
        self._form = floor.form(node)
        role = floor.plan.graph.seats[node.seat].role
        self._bounds: RoleBounds = floor.plan.bounds.roles[role]
        # What was waited before the run was killed counts too.
        limited = [f for f in self._failures if f.outcome is TurnOutcome.RATE_LIMITED]
        self._waited = sum(failure.waits for failure in limited)
        self._wait = FIRST_WAIT * 2 ** len(limited)
        # What an attempt got before the run was killed in the middle of it.
        exchanges = floor.state.exchanges.get(node.id, ())
        self._got = [said for said in exchanges if said.attempt == len(self._failures) + 1]

    @property
    def _failures(self) -> Sequence[Failed]:
        return self._floor.state.failures.get(self._node.id, ())

    async def take(self) -> Settled:
        """Ask until the turn is settled; only a cancellation escapes."""
        self._drop_if_out()
        while self._may_ask():
            attempt = len(self._failures) + 1
            try:
                return await self._attempt(attempt)
            except AttemptFailed as failure:
                if _is_cancelled():  # and its transport took that for a failure
                    raise asyncio.CancelledError from failure
                await self._after(attempt, failure)
        last = self._failures[-1]
        return self._floor.unanswered(self._node, last.outcome, last.message)

    def _may_ask(self) -> bool:
        used = self._floor.state.failed_attempts(self._node.id)
        return used < self._bounds.attempts and self._node.seat not in self._floor.state.dropped

    async def _attempt(self, attempt: int) -> Settled:
        """One attempt, its time counted from when the agent has a place for it."""
        floor, node = self._floor, self._node
        watchdog = Watchdog(*floor.patience(node.seat))
        try:
            async with floor.sessions.place(node.seat):
                with watchdog:
                    got, self._got = self._got, []
                    asking = Asking(floor, node, self._form, attempt, watchdog, got)
                    settled = await asking.settle()
        except TransportError as error:
            outcome = TurnOutcome(error.failure)
            raise AttemptFailed(outcome, str(error), error.retry_after) from error
        except RenderError as error:
            fault = f"the prompt cannot be written: {error}"
            raise AttemptFailed(TurnOutcome.INVALID, fault) from error
        await floor.sessions.end_turn(node)
        return settled

    async def _after(self, attempt: int, failure: AttemptFailed) -> None:
        """Write a failed attempt down, and wait where it was but a rate limit."""
        wait = self._wait_for(attempt, failure)
        message, counts, waits = str(failure), wait is None, wait or 0.0
        self._floor.record(Failed(self._node.id, attempt, failure.outcome, message, counts, waits))
        await self._floor.sessions.forget(self._node.seat)
        if wait is not None:
            self._waited += wait
            await asyncio.sleep(wait)
        self._drop_if_out()

    def _wait_for(self, attempt: int, failure: AttemptFailed) -> float | None:
        """Seconds to wait for a rate limit, while the waits fit in the turn's and debate's time."""
        if failure.outcome is not TurnOutcome.RATE_LIMITED:
            return None
        wait = max(self._wait, failure.retry_after or 0.0)
        wait *= 1 + jitter(self._floor.run, self._node.id, attempt)
        self._wait *= 2
        left = float(self._bounds.turn_timeout) - self._waited
        return wait if wait <= min(left, self._floor.time_left(self._node)) else None

    def _drop_if_out(self) -> None:
        floor, seat, strikes = self._floor, self._node.seat, self._floor.plan.bounds.strikes
        if not self._failures or strikes is None or seat in floor.state.dropped:
            return
        if floor.state.strikes.get(seat, 0) >= strikes:
            last = self._failures[-1].message
            floor.record(Dropped(seat, f"{strikes} attempts failed, the last: {last}"))


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def jitter(run: str, turn: str, attempt: int) -> float:
    """By what part a wait is lengthened, from 0 to ``JITTER``, so that seats come back apart.

    Drawn from a hash of where it is waited, so that the same run waits the same time.
    """
    digest = sha256(f"{run} {turn} {attempt}".encode()).digest()
    return JITTER * int.from_bytes(digest[:4]) / 2**32

"""The time of an attempt: when it is over, the agent is told to stop and given a while to do so."""

from __future__ import annotations

import asyncio
from types import TracebackType

from debatec.runtime.events import TurnOutcome
from debatec.runtime.guard import KILL, AttemptFailed, Cutoff, stop
from debatec.transports.interface import Session

DRAIN = 30.0
"""Seconds in which an agent that was told to stop may end its reply."""


class Watchdog:
    """Bounds the whole of an attempt and every silence in a reply, both in seconds.

    What is inside of it is cut off ``DRAIN`` seconds after its time is over, and where it does not
    let itself be cut off, once more after another ``KILL``. Then `AttemptFailed` is raised, however
    the attempt ended.

    Its timer is set anew only when it has gone off, so what comes in costs a look at the clock.
    ``has_given_up`` tells whether the agent has had its time to stop as well.
    """

    def __init__(self, total: float, idle: float) -> None:
        self._total = total
        self._idle = idle
        self._session: Session | None = None
        self._heard = 0.0
        self.failure: AttemptFailed | None = None
        self.has_given_up = False

    def __enter__(self) -> Watchdog:
        self._loop = asyncio.get_running_loop()
        self._begun = self._loop.time()
        self._cutoff = Cutoff()
        self._timer = self._loop.call_at(self._begun + min(self._total, self._idle), self._look)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        was_cut = self._cutoff.end()
        is_over = error is None or isinstance(error, Exception)
        if self.failure and (is_over or (was_cut and isinstance(error, asyncio.CancelledError))):
            raise self.failure from error

    def watch(self, session: Session) -> None:
        """A reply begins: from now on silence counts."""
        self._session = session
        self.heard()

    def heard(self) -> None:
        """Something came in."""
        self._heard = self._loop.time()

    def rest(self) -> None:
        """The reply is over: silence counts no more."""
        self._session = None

    def _look(self) -> None:
        now = self._loop.time()
        end, silent = self._begun + self._total, self._heard if self._session else now
        if now >= end:
            self._bark(TurnOutcome.TIMEOUT, f"no reply within {self._total:g} s")
        elif now >= silent + self._idle:
            self._bark(TurnOutcome.IDLE, f"nothing came for {self._idle:g} s")
        else:
            self._timer = self._loop.call_at(min(end, silent + self._idle), self._look)

    def _bark(self, outcome: TurnOutcome, message: str) -> None:
        self.failure = AttemptFailed(outcome, message)
        patience = 0.0
        if self._session:
            patience = DRAIN
            stop(self._session)
        self._timer = self._loop.call_later(patience, self._give_up)

    def _give_up(self) -> None:
        self.has_given_up = True
        self._cutoff.cut()
        self._timer = self._loop.call_later(KILL, self._cutoff.cut)

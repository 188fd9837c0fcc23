"""The time of an attempt: when it is over, the agent is told to stop and given a while to do so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from debatec.runtime.events import TurnOutcome
from debatec.runtime.guard import KILL, AttemptFailed, stop
from debatec.transports.interface import Session

DRAIN = 30.0
"""Seconds in which an agent that was told to stop may end its reply."""


class Watchdog:
    """Bounds the whole of an attempt and every silence in a reply, both in seconds.

    Its timer is set anew only when it has gone off, so what comes in costs a look at the clock.
    """

    def __init__(self, total: float, idle: float) -> None:
        self._total = total
        self._idle = idle
        self._session: Session | None = None
        self._heard = 0.0
        self.failure: AttemptFailed | None = None

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Watch an attempt: what is inside is cut off ``DRAIN`` seconds after its time is over.

        Where it does not let itself be cut off, it is so once more after another ``KILL``.

        Raises:
            AttemptFailed: the time was over, however the attempt ended then.
        """
        self._loop = asyncio.get_running_loop()
        self._begun = self._loop.time()
        try:
            async with asyncio.timeout(None) as self._kill, asyncio.timeout(None) as self._drain:
                self._sleep_until(self._begun + min(self._total, self._idle))
                yield
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if self.failure is None:
                raise
            raise self.failure from error
        finally:
            self._timer.cancel()
        if self.failure:
            raise self.failure

    @property
    def has_given_up(self) -> bool:
        """Whether the agent has had its time to stop as well."""
        return self._drain.expired()

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

    def _sleep_until(self, when: float) -> None:
        self._timer = self._loop.call_at(when, self._look)

    def _look(self) -> None:
        now = self._loop.time()
        end, silent = self._begun + self._total, self._heard if self._session else now
        if now >= end:
            self._bark(TurnOutcome.TIMEOUT, f"no reply within {self._total:g} s")
        elif now >= silent + self._idle:
            self._bark(TurnOutcome.IDLE, f"nothing came for {self._idle:g} s")
        else:
            self._sleep_until(min(end, silent + self._idle))

    def _bark(self, outcome: TurnOutcome, message: str) -> None:
        self.failure = AttemptFailed(outcome, message)
        patience = 0.0
        if self._session:
            patience = DRAIN
            stop(self._session)
        self._drain.reschedule(self._loop.time() + patience)
        self._kill.reschedule(self._loop.time() + patience + KILL)

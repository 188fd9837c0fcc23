"""Transports kept at arm's length: whatever one does ends a turn, never a run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from types import TracebackType

from debatec.runtime.events import TurnOutcome
from debatec.transports.interface import Failure, Session, TransportError

KILL = 5.0
"""Seconds that a transport has to let go of a reply or of a session."""


class AttemptFailed(Exception):
    """An attempt at a turn that ended badly, as its outcome says."""

    def __init__(
        self, outcome: TurnOutcome, message: str, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.retry_after = retry_after


class _Guarded:
    """Makes a TransportError of any exception that the interface of transports does not know."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, TransportError | AttemptFailed):
            raise foreign(error) from error


guarded = _Guarded()


class Cutoff:
    """Cancels what the current task does from here on, and takes these cancellations back.

    As `asyncio.timeout` does it, for a twentieth of the price where nothing is cut off.
    """

    def __init__(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._before = task.cancelling()
        self._cuts = 0

    def cut(self) -> None:
        self._cuts += 1
        self._task.cancel()

    def end(self) -> bool:
        """Take the cancellations back; whether there were any, and none from elsewhere."""
        cuts, self._cuts = self._cuts, 0
        for _ in range(cuts):
            self._task.uncancel()
        return cuts > 0 and self._task.cancelling() <= self._before


def foreign(error: Exception) -> TransportError:
    """An exception that no transport may raise, as the failure that it is."""
    return TransportError(Failure.CRASHED, f"the transport failed: {type(error).__name__}")


def stop(session: Session) -> None:
    """Tell an agent to stop generating; how that fails does not matter."""
    with suppress(Exception):
        session.cancel()


async def let_go(closing: Awaitable[object]) -> None:
    """Wait until something of a transport is closed, for a while; how it fails does not matter."""
    cutoff = Cutoff()
    timer = asyncio.get_running_loop().call_later(KILL, cutoff.cut)
    try:
        await closing
    except asyncio.CancelledError:
        if not cutoff.end():
            raise
    except Exception:
        return
    finally:
        timer.cancel()
        cutoff.end()

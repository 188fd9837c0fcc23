"""Transports kept at arm's length: whatever one does ends a turn, never a run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress

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


@contextmanager
def guarded() -> Iterator[None]:
    """Make a TransportError of any exception that the interface of transports does not know."""
    try:
        yield
    except (TransportError, AttemptFailed):
        raise
    except Exception as error:
        raise foreign(error) from error


def foreign(error: Exception) -> TransportError:
    """An exception that no transport may raise, as the failure that it is."""
    return TransportError(Failure.CRASHED, f"the transport failed: {type(error).__name__}")


def stop(session: Session) -> None:
    """Tell an agent to stop generating; how that fails does not matter."""
    with suppress(Exception):
        session.cancel()


async def let_go(closing: Awaitable[object]) -> None:
    """Wait until something of a transport is closed, for a while; how it fails does not matter."""
    with suppress(Exception):
        async with asyncio.timeout(KILL):
            await closing

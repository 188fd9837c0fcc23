"""Reading one reply as it comes in, within its bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

from debatec.runtime.events import TurnOutcome
from debatec.transports.interface import End, Failure, Request, Session, TransportError

MOST_CHARACTERS = 8
"""Characters a token may have before a reply counts as longer than its limit."""


class AttemptFailed(Exception):
    """An attempt at a turn that ended badly, as its outcome says."""

    def __init__(
        self, outcome: TurnOutcome, message: str, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Streamed:
    """A reply and how it ended; `lost` where the session does not remember it."""

    text: str
    end: End
    lost: bool = False


async def stream(
    session: Session, request: Request, idle_timeout: float, delta: Callable[[str], None]
) -> Streamed:
    """Read a reply to its end, or cut it where it is longer than it may be.

    Raises:
        AttemptFailed: nothing came for ``idle_timeout`` seconds.
        TransportError: the request failed.
    """
    pieces: list[str] = []
    room = request.max_tokens * MOST_CHARACTERS
    async with aclosing(session.ask(request)) as events:
        while room >= 0:
            try:
                async with asyncio.timeout(idle_timeout):
                    event = await anext(events)
            except TimeoutError as error:
                silence = f"nothing came for {idle_timeout:g} s"
                raise AttemptFailed(TurnOutcome.IDLE, silence) from error
            except StopAsyncIteration as error:
                raise TransportError(Failure.CRASHED, "the reply broke off") from error
            except TransportError:
                raise
            except Exception as error:  # a transport is a plug-in: its faults end a turn, no run
                fault = f"the transport failed: {type(error).__name__}"
                raise TransportError(Failure.CRASHED, fault) from error
            if isinstance(event, End):
                return Streamed(_whole(pieces), event)
            pieces.append(event.text)
            room -= len(event.text)
            delta(event.text)
    return Streamed(_whole(pieces), End(cut=True), lost=True)


def _whole(pieces: list[str]) -> str:
    """The text without what UTF-8 cannot hold: a model may send half a surrogate pair."""
    return "".join(pieces).encode("utf-8", "replace").decode()

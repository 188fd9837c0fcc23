"""Reading one reply as it comes in, within its bounds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

from debatec.runtime.events import TurnOutcome
from debatec.runtime.guard import AttemptFailed, guarded, let_go
from debatec.transports.interface import (
    MOST_PER_TOKEN,
    Delta,
    End,
    Event,
    Failure,
    Request,
    Session,
    TransportError,
)


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
    room = request.max_tokens * MOST_PER_TOKEN
    with guarded():
        events = session.ask(request)
        aiter(events)  # what is no stream fails here
    try:
        while room >= 0:
            event = await _next(events, idle_timeout)
            if isinstance(event, End):
                return Streamed(_whole(pieces), event)
            if not event.text:
                await asyncio.sleep(0)  # else a stream of nothings would never meet a time-out
                continue
            pieces.append(event.text[:room])
            room -= len(event.text)
            delta(pieces[-1])
    finally:
        await let_go(events.aclose())
    return Streamed(_whole(pieces), End(cut=True), lost=True)


async def _next(events: AsyncGenerator[Event, None], idle_timeout: float) -> Event:
    with guarded():
        try:
            async with asyncio.timeout(idle_timeout) as idle:
                event = await anext(events)
        except StopAsyncIteration as error:
            raise TransportError(Failure.CRASHED, "the reply broke off") from error
        except TimeoutError as error:
            if not idle.expired():
                raise
            silence = f"nothing came for {idle_timeout:g} s"
            raise AttemptFailed(TurnOutcome.IDLE, silence) from error
        if isinstance(event, Delta | End):
            return event
        raise TypeError(event)


def _whole(pieces: list[str]) -> str:
    """The text without what UTF-8 cannot hold: a model may send half a surrogate pair."""
    return "".join(pieces).encode("utf-8", "replace").decode()

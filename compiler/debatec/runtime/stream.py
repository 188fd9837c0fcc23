"""Reading one reply as it comes in, within its bounds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

from debatec.frozen import frozen
from debatec.runtime.guard import foreign, guarded, let_go, stop
from debatec.runtime.watchdog import Watchdog
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


@frozen
class Streamed:
    """A reply and how it ended; `lost` where the session does not remember it."""

    text: str
    end: End
    lost: bool = False


@frozen
class Ears:
    """Who is told what comes in: each piece of a reply, and at once all that came too late."""

    delta: Callable[[str], None]
    late: Callable[[str], None]


async def stream(session: Session, request: Request, watchdog: Watchdog, ears: Ears) -> Streamed:
    """Read a reply to its end, or cut it where it is longer than it may be.

    Once its time is over it is read on, but only to be told as late.

    Raises:
        AttemptFailed: its time was over.
        TransportError: the request failed.
    """
    reading = _Reading(session, request, watchdog, ears)
    with guarded:
        events = session.ask(request)
        aiter(events)  # what is no stream fails here
    watchdog.watch(session)
    try:
        streamed = await reading.read(events)
        if watchdog.failure:
            raise watchdog.failure
        return streamed
    finally:
        watchdog.rest()
        if reading.late:
            ears.late(_whole(reading.late))
        await let_go(events.aclose())


class _Reading:
    """What came of a reply so far; what came in time and what came late have the same room."""

    def __init__(self, session: Session, request: Request, watchdog: Watchdog, ears: Ears) -> None:
        self._session = session
        self._watchdog = watchdog
        self._ears = ears
        self._most = request.most_tokens * MOST_PER_TOKEN
        self._room = self._most
        self._pieces: list[str] = []
        self.late: list[str] = []

    async def read(self, events: AsyncGenerator[Event, None]) -> Streamed:
        while self._room >= 0 and not self._watchdog.has_given_up:
            try:
                event = await anext(events)
            except TransportError:
                raise
            except Exception as error:
                raise _broken(error) from error
            self._watchdog.heard()
            if isinstance(event, End):
                return Streamed(_whole(self._pieces), event)
            if not isinstance(event, Delta):
                raise foreign(TypeError(event))
            if event.text:
                self._take(event.text)
            else:
                await asyncio.sleep(0)  # else a stream of nothings would never meet a time-out
        stop(self._session)
        return Streamed(_whole(self._pieces), End(cut=True), lost=True)

    def _take(self, text: str) -> None:
        if self._watchdog.failure:
            if not self.late:
                self._room = self._most
            self.late.append(text[: self._room])
        else:
            self._pieces.append(text[: self._room])
            self._ears.delta(self._pieces[-1])
        self._room -= len(text)


def _broken(error: Exception) -> TransportError:
    """The failure of a reply that did not come to its end."""
    if isinstance(error, StopAsyncIteration):
        return TransportError(Failure.CRASHED, "the reply broke off")
    return foreign(error)


def _whole(pieces: list[str]) -> str:
    """The text without what UTF-8 cannot hold: a model may send half a surrogate pair."""
    text = "".join(pieces)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text

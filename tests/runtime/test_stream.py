"""Replies read from transports that keep to nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, cast

import pytest

from debatec.runtime.events import TurnOutcome
from debatec.runtime.guard import DRAIN, AttemptFailed
from debatec.runtime.stream import Streamed, stream
from debatec.runtime.virtual import run_virtual
from debatec.transports.interface import Delta, End, Request, Session, TransportError


class Odd:
    """A session whose replies a function makes."""

    native_id = None

    def __init__(self, reply: Callable[[], Any]) -> None:
        self._reply = reply

    def ask(self, _request: Request) -> Any:
        return self._reply()


def read(reply: Callable[[], Any], seconds: float = 100) -> Streamed:
    async def main() -> Streamed:
        session = cast(Session, Odd(reply))
        request = Request("a.r1.b", 1, "?", 10)
        async with asyncio.timeout(seconds):
            return await stream(session, request, 20, lambda _text: None)

    return run_virtual(main())


async def broken_off() -> AsyncGenerator[Any, None]:
    yield Delta("a")


async def foreign() -> AsyncGenerator[Any, None]:
    yield "no event"


async def own_time_out() -> AsyncGenerator[Any, None]:
    yield Delta("a")
    raise TimeoutError


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (broken_off, "the reply broke off"),
        (foreign, "the transport failed: TypeError"),
        (own_time_out, "the transport failed: TimeoutError"),
        (lambda: 1 / 0, "the transport failed: ZeroDivisionError"),
        (lambda: None, "the transport failed: TypeError"),
    ],
)
def test_a_fault_is_a_failed_request(reply: Callable[[], Any], message: str) -> None:
    with pytest.raises(TransportError, match=message):
        read(reply)


def test_a_long_reply_is_cut_to_its_room() -> None:
    async def long() -> AsyncGenerator[Any, None]:
        yield Delta("x" * 1000)
        yield Delta("y")

    assert read(long) == Streamed("x" * 80, End(cut=True), lost=True)


def test_a_reply_of_just_its_room_is_whole() -> None:
    async def full() -> AsyncGenerator[Any, None]:
        yield Delta("x" * 80)
        yield End(model="m")

    assert read(full) == Streamed("x" * 80, End(model="m"))


def test_a_stream_of_nothings_meets_its_time_out() -> None:
    async def nothings() -> AsyncGenerator[Any, None]:
        while True:
            yield Delta("")

    async def soon() -> None:
        loop = asyncio.get_running_loop()
        reading = asyncio.ensure_future(
            stream(cast(Session, Odd(nothings)), Request("a.r1.b", 1, "?", 10), 20, print)
        )
        loop.call_later(0.01, reading.cancel)
        with pytest.raises(asyncio.CancelledError):
            await reading

    asyncio.run(soon())


def test_a_generator_that_does_not_close_is_left_behind() -> None:
    async def clinging() -> AsyncGenerator[Any, None]:
        try:
            yield Delta("a")
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(10 * DRAIN)

    with pytest.raises((AttemptFailed, TransportError, TimeoutError)):
        read(clinging, seconds=1000)


def test_silence_is_told_from_a_failure() -> None:
    async def silent() -> AsyncGenerator[Any, None]:
        yield Delta("a")
        await asyncio.sleep(21)

    with pytest.raises(AttemptFailed, match="nothing came for 20 s") as caught:
        read(silent)
    assert caught.value.outcome is TurnOutcome.IDLE

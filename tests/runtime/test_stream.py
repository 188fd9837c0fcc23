"""Replies read from transports that keep to nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any, cast

import pytest

from debatec.runtime.events import TurnOutcome
from debatec.runtime.guard import KILL, AttemptFailed
from debatec.runtime.stream import Ears, Streamed, stream
from debatec.runtime.virtual import run_virtual
from debatec.runtime.watchdog import DRAIN, Watchdog
from debatec.transports.interface import Delta, End, Request, Session, TransportError


class Odd:
    """A session whose replies a function makes."""

    native_id = None

    def __init__(self, reply: Callable[[], Any], cancel: Callable[[], None] = lambda: None) -> None:
        self._reply = reply
        self.cancel = cancel

    def ask(self, _request: Request) -> Any:
        return self._reply()


async def reader(
    reply: Callable[[], Any],
    late: list[str],
    total: float = 100,
    cancel: Callable[[], None] = lambda: None,
) -> Streamed:
    """Read a reply that may be silent for 20 seconds and have 80 characters."""
    watchdog = Watchdog(total, 20)
    session = cast(Session, Odd(reply, cancel))
    with watchdog:
        ears = Ears(lambda _text: None, late.append)
        return await stream(session, Request("a.r1.b", 1, "?", 10), watchdog, ears)


def read(reply: Callable[[], Any], cancel: Callable[[], None] = lambda: None) -> Streamed:
    return run_virtual(reader(reply, [], cancel=cancel))


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
        while not stopped.is_set():
            yield Delta("")

    async def main() -> None:
        with pytest.raises(AttemptFailed, match=r"no reply within 0\.01 s"):
            await reader(nothings, [], total=0.01, cancel=stopped.set)

    stopped = asyncio.Event()
    asyncio.run(main())


def clock() -> float:
    return asyncio.get_running_loop().time()


def test_a_generator_that_does_not_close_is_left_behind() -> None:
    ended: list[float] = []

    async def clinging() -> AsyncGenerator[Any, None]:
        try:
            yield Delta("a")
            await asyncio.Event().wait()
        finally:
            ended.append(clock())
            await asyncio.sleep(1000)

    async def main() -> float:
        with pytest.raises(AttemptFailed):
            await reader(clinging, [])
        return clock()

    assert run_virtual(main()) == pytest.approx(20 + DRAIN + KILL)
    assert ended == [pytest.approx(20 + DRAIN)]


def test_silence_is_told_from_a_failure() -> None:
    async def silent() -> AsyncGenerator[Any, None]:
        yield Delta("a")
        await asyncio.sleep(21)

    with pytest.raises(AttemptFailed, match="nothing came for 20 s") as caught:
        read(silent)
    assert caught.value.outcome is TurnOutcome.IDLE


async def deaf() -> AsyncGenerator[Any, None]:
    """Goes on for ever, whatever it is told: even a cancelled wait is but a short one."""
    while True:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(10)
        yield Delta("x")


def test_an_agent_that_swallows_its_cancellation_is_read_no_longer() -> None:
    late: list[str] = []

    async def main() -> float:
        with pytest.raises(AttemptFailed, match="no reply within 55 s"):
            await reader(deaf, late, total=55)
        return clock()

    assert run_virtual(main()) <= 55 + DRAIN + 10
    assert late == ["xxxx"]


def test_what_comes_late_has_the_room_of_a_reply() -> None:
    async def flood() -> AsyncGenerator[Any, None]:
        yield Delta("in time")
        await asyncio.sleep(21)
        while True:
            yield Delta("y" * 50)

    late: list[str] = []
    with pytest.raises(AttemptFailed):
        run_virtual(reader(flood, late))
    assert late == ["y" * 80]


def test_a_cancel_that_fails_does_not_matter() -> None:
    def broken() -> None:
        raise RuntimeError

    async def silent() -> AsyncGenerator[Any, None]:
        await asyncio.sleep(30)
        yield End()

    with pytest.raises(AttemptFailed, match="nothing came for 20 s"):
        read(silent, cancel=broken)


def test_many_pieces_set_no_timer() -> None:
    timers: list[object] = []

    async def many() -> AsyncGenerator[Any, None]:
        for _ in range(70):
            await asyncio.sleep(0.001)
            yield Delta("x")
        yield End()

    async def main() -> None:
        loop = asyncio.get_running_loop()
        call_at = loop.call_at

        def counted(when: float, *args: Any, **options: Any) -> Any:
            timers.append(when)
            return call_at(when, *args, **options)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "call_at", counted)
            await reader(many, [])

    run_virtual(main())
    assert len([when for when in timers if cast(float, when) >= 1]) < 5

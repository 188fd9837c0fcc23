"""The bounds of an attempt where nothing is read."""

from __future__ import annotations

import asyncio

import pytest

from debatec.runtime.events import TurnOutcome
from debatec.runtime.guard import KILL, AttemptFailed
from debatec.runtime.virtual import run_virtual
from debatec.runtime.watchdog import Watchdog


async def attempt(seconds: float, swallows: bool = False) -> tuple[float, str]:
    """Wait within an attempt that may take 100 seconds; returns when it ended, and how."""
    loop, watchdog = asyncio.get_running_loop(), Watchdog(100, 20)
    try:
        with watchdog:
            try:
                await asyncio.sleep(seconds)
            finally:
                if swallows:
                    await asyncio.sleep(1000)
    except AttemptFailed as failure:
        return loop.time(), failure.outcome
    return loop.time(), "ok"


def test_without_a_reply_only_the_whole_is_bounded() -> None:
    assert run_virtual(attempt(99)) == (99, "ok")
    assert run_virtual(attempt(101)) == (100, TurnOutcome.TIMEOUT)


def test_what_clings_to_its_cancellation_is_cancelled_once_more() -> None:
    assert run_virtual(attempt(101, swallows=True)) == (100 + KILL, TurnOutcome.TIMEOUT)


def test_a_failure_in_time_is_told_as_it_is() -> None:
    async def main() -> None:
        with Watchdog(100, 20):
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        run_virtual(main())


def test_no_timer_outlives_the_attempt() -> None:
    async def main() -> float:
        with Watchdog(100, 20):
            await asyncio.sleep(1)
        await asyncio.sleep(500)
        return asyncio.get_running_loop().time()

    assert run_virtual(main()) == 501


def test_a_cancellation_from_outside_stays_one() -> None:
    async def main() -> bool:
        task = asyncio.create_task(attempt(50))
        await asyncio.sleep(5)
        task.cancel()
        await asyncio.wait({task})
        return task.cancelled()

    assert run_virtual(main())

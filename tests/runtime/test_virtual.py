"""Virtual time."""

from __future__ import annotations

import asyncio
import time

import pytest

from debatec.runtime.virtual import run_virtual


def test_hours_pass_at_once_and_in_order() -> None:
    woken: list[float] = []

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds)
        woken.append(asyncio.get_running_loop().time())

    async def main() -> None:
        await asyncio.gather(sleep(7200), sleep(1), sleep(60))

    begun = time.monotonic()
    run_virtual(main())
    assert woken == pytest.approx([1, 60, 7200])
    assert time.monotonic() - begun < 5


def test_waiting_for_what_never_comes_is_an_error() -> None:
    async def main() -> None:
        await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        run_virtual(main())

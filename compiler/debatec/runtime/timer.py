"""One timer of an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

LEAST = 0.001
"""Seconds that are waited at least, so that time has passed when it rings."""


class Timer:
    """Rings once after it is set; while it is set, setting it again changes nothing."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        if self._handle is None:
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(max(LEAST, seconds), self._over)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    def _over(self) -> None:
        self._handle = None
        self._ring()

"""The bounds of one evaluation."""

from __future__ import annotations


class Exhausted(Exception):
    """An evaluation went past one of its bounds; the message says which."""


class Budget:
    """Counts the steps of one evaluation; a text may be no longer than ``room`` characters."""

    def __init__(self, steps: int, room: int = 0) -> None:
        self._limit = steps
        self._left = steps
        self.room = room

    def spend(self, steps: int = 1) -> None:
        """Count steps; raises `Exhausted` when none are left."""
        self._left -= steps
        if self._left < 0:
            raise Exhausted(f"more than {self._limit} steps")

    def reserve(self, characters: int) -> None:
        """Count the making of a text; raises `Exhausted` when it would be too long."""
        if characters > self.room:
            raise Exhausted(f"a text longer than {self.room} characters")
        self.spend(characters // 256)

    def measure(self, value: object) -> None:
        """Count the handling of a value by its size."""
        if isinstance(value, str):
            self.spend(len(value) // 256)
        elif isinstance(value, list):
            self.spend(len(value))

"""The work that every engine is given, so that what is timed is the same.

A roundtable: three agents speak in turn, round after round, each hears all that was said before,
and one of them sums up. The model is a stand-in that answers at once, or after a while, with two
thousand characters.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

AGENTS = 3
REPLY = ("The cache belongs behind the ledger, and the ledger behind the queue. " * 40)[:2000]
TURN = 0.05
"""Seconds of a turn where many debates run at once."""
PANEL_SEATS = 8
PANEL_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Roundtable:
    """A debate of ``rounds``, each turn answered after ``delay`` seconds."""

    rounds: int = 3
    delay: float = 0.0

    @property
    def turns(self) -> int:
        return AGENTS * self.rounds + 1

    @property
    def ideal(self) -> float:
        """Seconds that the model alone takes."""
        return self.turns * self.delay


Runner = Callable[[Roundtable], Awaitable[None]]
"""Runs one debate of a prepared engine, from its start to its result."""


def turn_times(seed: int) -> Mapping[tuple[int, int], float]:
    """Seconds of each turn of a panel, by round and seat, from 0.2 to 1.0."""
    draw = random.Random(seed)
    return {
        (round, seat): draw.uniform(0.2, 1.0)
        for round in range(1, PANEL_ROUNDS + 1)
        for seat in range(1, PANEL_SEATS + 1)
    }


def neighbours(seat: int) -> tuple[int, int]:
    """The two seats that a seat of a ring hears."""
    return (seat - 2) % PANEL_SEATS + 1, seat % PANEL_SEATS + 1


def longest_path(times: Mapping[tuple[int, int], float], ring: bool) -> float:
    """Seconds of the slowest chain: each turn waits for all it hears in the round before."""
    ends: dict[tuple[int, int], float] = {}
    for round in range(1, PANEL_ROUNDS + 1):
        for seat in range(1, PANEL_SEATS + 1):
            heard = (*neighbours(seat), seat) if ring else range(1, PANEL_SEATS + 1)
            start = (
                max((ends[round - 1, other] for other in heard), default=0.0) if round > 1 else 0
            )
            ends[round, seat] = start + times[round, seat]
    return max(ends.values())

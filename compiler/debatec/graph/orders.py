"""The orders in which the seats of a step speak, settled with the plan."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from debatec.graph.seats import Seat
from debatec.spec.model import Order, Speak


def in_order(seats: Sequence[Seat], step: Speak, phase: str, round: int, seed: int) -> list[Seat]:
    """The seats of a step as they speak in a round.

    `rotate` starts one seat later each round. `random` is drawn from the seed, for each round
    anew; by a digest, so that it is the same on every machine and version of Python.
    """
    if step.order is Order.ROTATE and seats:
        first = (round - 1) % len(seats)
        return [*seats[first:], *seats[:first]]
    if step.order is Order.RANDOM:
        return sorted(seats, key=lambda seat: _drawn(seed, phase, round, step.id, seat.name))
    return list(seats)


def _drawn(*place: object) -> bytes:
    return sha256("\n".join(map(str, place)).encode()).digest()

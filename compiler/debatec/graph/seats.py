"""Chairs of the roles: who can take a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from debatec.spec.model import Speak, Spec, Step
from debatec.spec.values import Slot, literal


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair of a role; `number` counts from 1 within the role's `count` seats."""

    name: str
    role: str
    number: int
    count: int


def seats_of(spec: Spec, counts: Mapping[str, int]) -> dict[str, Seat]:
    """The chairs of every role that speaks, by first speaking and number, then the others."""
    roles: dict[str, None] = {}
    for _, step in spec.steps():
        if isinstance(step, Speak):
            roles.update(dict.fromkeys(spec.roles_of(step.speakers)))
    roles.update(dict.fromkeys(sorted(spec.roles)))
    seats = [seat for role in roles for seat in _chairs(role, counts[role])]
    return {seat.name: seat for seat in seats}


def _chairs(role: str, count: int) -> list[Seat]:
    names = seat_names(role, count)
    return [Seat(name, role, number, count) for number, name in enumerate(names, start=1)]


def seat_names(role: str, count: int) -> list[str]:
    """The names of the chairs of a role."""
    return [role] if count == 1 else [f"{role}-{number}" for number in range(1, count + 1)]


def certain_seats(spec: Spec, step: Step) -> int | None:
    """How many chairs a step has, where no input decides it; a program step is one author."""
    if not isinstance(step, Speak):
        return 1
    roles = [spec.roles[role] for role in spec.roles_of(step.speakers)]
    counts = [literal(role.seats, Slot.COUNT) for role in roles]
    numbers = [int(count) for count in counts if count is not None]
    return sum(numbers) if len(numbers) == len(counts) else None


def speakers_of(spec: Spec, seats: Mapping[str, Seat], step: Speak) -> list[Seat]:
    """The seats that take a turn in a step, in speaking order."""
    roles = spec.roles_of(step.speakers)
    firsts = [seats.get(role) or seats[f"{role}-1"] for role in roles]
    return [seats[name] for first in firsts for name in seat_names(first.role, first.count)]

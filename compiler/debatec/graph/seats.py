"""Chairs of the roles: who can take a turn."""

from __future__ import annotations

from collections.abc import Mapping

from debatec.frozen import frozen
from debatec.source.nodes import Scalar
from debatec.spec.model import Role, Speak, Spec, Step
from debatec.spec.values import Slot, ends, literal


@frozen
class Seat:
    """One chair of a role; `number` counts from 1 within the role's `count` seats."""

    name: str
    role: str
    number: int
    count: int


def speaking_roles(spec: Spec) -> list[str]:
    """All roles: by their first speaking, then those that never speak by name."""
    roles: dict[str, None] = {}
    for _, step in spec.steps():
        if isinstance(step, Speak):
            roles.update(dict.fromkeys(spec.roles_of(step.speakers)))
    return list(roles | dict.fromkeys(sorted(spec.roles)))


def seats_of(
    spec: Spec, counts: Mapping[str, int], most: Mapping[str, int] | None = None
) -> dict[str, Seat]:
    """The chairs of every role, by first speaking and number.

    ``most`` are the seats that a role could have, where that is more than it has.
    """
    limits = counts if most is None else most
    seats = [
        Seat(name, role, number, counts[role])
        for role in speaking_roles(spec)
        for number, name in enumerate(seat_names(role, counts[role], limits[role]), start=1)
    ]
    return {seat.name: seat for seat in seats}


def seat_names(role: str, count: int, most: int) -> list[str]:
    """The names of a role's seats: its own where it can have one at most, else numbered ones."""
    return [role] * count if most <= 1 else [f"{role}-{n}" for n in range(1, count + 1)]


def certain_seats(spec: Spec, step: Step) -> int | None:
    """How many chairs a step has, where no input or cast decides it; a program is one author."""
    if not isinstance(step, Speak):
        return 1
    counts = [literal(end, Slot.COUNT) for role in _roles(spec, step) for end in _ends(role)]
    numbers = [int(count) for count in counts if count is not None]
    is_certain = len(numbers) == len(counts) and numbers[::2] == numbers[1::2]
    return sum(numbers[::2]) if is_certain else None


def is_single(spec: Spec, step: Step) -> bool:
    """Whether a step has one author at most in a round, whatever the inputs and the cast."""
    if not isinstance(step, Speak):
        return True
    return sum(certain_most(role) or 2 for role in _roles(spec, step)) == 1


def certain_least(role: Role) -> int:
    """The fewest chairs that a role has, whatever the inputs and the cast."""
    count = literal(_ends(role)[0], Slot.COUNT)
    return int(count) if count is not None else int(ends(role.seats) is None)


def certain_most(role: Role) -> int | None:
    """The most chairs of a role, where no input decides it."""
    count = literal(_ends(role)[1], Slot.COUNT)
    return int(count) if count is not None else None


def _roles(spec: Spec, step: Speak) -> list[Role]:
    return [spec.roles[role] for role in spec.roles_of(step.speakers)]


def _ends(role: Role) -> tuple[Scalar, Scalar]:
    return ends(role.seats) or (role.seats, role.seats)


def speakers_of(spec: Spec, seats: Mapping[str, Seat], step: Speak) -> list[Seat]:
    """The seats of a step in the order of its list, however they take turns."""
    of_role: dict[str, list[Seat]] = {role: [] for role in spec.roles_of(step.speakers)}
    for seat in seats.values():
        if seat.role in of_role:
            of_role[seat.role].append(seat)
    return [seat for found in of_role.values() for seat in found]

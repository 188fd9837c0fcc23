"""How many seats speak in a step, as far as the plan settles it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from debatec.frozen import frozen
from debatec.graph.bind import fields_of
from debatec.graph.bounds import SeatBounds
from debatec.graph.reads import settled_where, who_speak
from debatec.graph.seats import Seat, seat_names
from debatec.source.nodes import Plain
from debatec.spec.model import Role, Speak, Spec
from debatec.spec.values import Slot, ends, literal

_MOST_ASKED = 1_000
_MOST_COUNTS = 50
"""Up to how many seats a condition is read, and for how many numbers of seats."""


@frozen
class Turnout:
    """The fewest and the most seats that speak in a step, whatever the cast.

    Where it is not ``settled``, a run decides which of the most speak.
    """

    least: int
    most: int
    settled: bool = True


def turnout_of(
    spec: Spec, step: Speak, bounds: Mapping[str, SeatBounds], inputs: Mapping[str, Plain]
) -> Turnout:
    """The turnout of a step, given the numbers of seats and inputs."""
    roles = {role: bounds[role] for role in spec.roles_of(step.speakers)}
    if step.where is None or step.where.value is True:
        return Turnout(sum(b.least for b in roles.values()), sum(b.most for b in roles.values()))
    where = settled_where(step, inputs)
    counts: dict[str, Iterable[int]] = {r: sorted({b.least, b.most}) for r, b in roles.items()}
    if where and "count" in fields_of(where, "seat"):
        counts = {role: range(b.least, b.most + 1) for role, b in roles.items()}
    if where is None or any(map(_is_long, roles.values(), counts.values())):
        return Turnout(0, sum(seats.most for seats in roles.values()), settled=False)
    found = [
        [
            len(who_speak(spec, step, _chairs(role, count, bounds[role].most), inputs))
            for count in of_role
        ]
        for role, of_role in counts.items()
    ]
    return Turnout(sum(map(min, found)), sum(map(max, found)))


def is_certain(role: Role) -> bool:
    """Whether no input decides how many seats a role may have."""
    counts = ends(role.seats) or (role.seats,)
    return all(literal(count, Slot.COUNT) is not None for count in counts)


def _is_long(bounds: SeatBounds, counts: Iterable[int]) -> bool:
    """Whether a condition would be read too often to settle who speaks."""
    return bounds.most > _MOST_ASKED or sum(1 for _ in counts) > _MOST_COUNTS


def _chairs(role: str, count: int, most: int) -> list[Seat]:
    """The seats of a role that has ``count`` of ``most``."""
    names = seat_names(role, count, most)
    return [Seat(name, role, number, count) for number, name in enumerate(names, start=1)]

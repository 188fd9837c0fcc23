"""From the operator's wish to the seats of a debate and who takes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from debatec.frozen import frozen
from debatec.graph.bounds import SeatBounds
from debatec.graph.seats import seat_names
from debatec.source.suggest import did_you_mean

_NUMBERED = re.compile(r"(.+)-([1-9][0-9]{0,5})\Z")
_MOST_SUGGESTED = 400


@frozen
class Wish:
    """Agents in speaking order, and agents for single roles and seats, by their names."""

    agents: Sequence[str] = ()
    named: Sequence[tuple[str, Sequence[str]]] = ()


@frozen
class Casting:
    """How many seats each role has, and the agent of every seat that has one."""

    counts: Mapping[str, int]
    agents: Mapping[str, str]


def cast(bounds: Mapping[str, SeatBounds], wish: Wish) -> tuple[Casting, list[str]]:
    """The cast that a wish comes to, and what is wrong with the wish, a line each.

    ``bounds`` are those of every role, in speaking order. A role that is named has as many seats
    as agents, within its bounds. Agents that are left when every seat there must be has one fill
    the ranges that are not named, in order. Where they run out they begin again.
    """
    caster = _Caster(bounds)
    for name, agents in wish.named:
        caster.name(name, list(agents))
    return caster.casting(list(wish.agents)), caster.faults


class _Caster:
    def __init__(self, bounds: Mapping[str, SeatBounds]) -> None:
        self._bounds = bounds
        self._roles: dict[str, list[str]] = {}
        self._seats: dict[tuple[str, int], str] = {}
        self._counts = {role: seats.least for role, seats in bounds.items()}
        self.faults: list[str] = []

    def name(self, name: str, agents: list[str]) -> None:
        """Give a role or a seat its agents."""
        seat = self._seat(name)
        fault = self._fault(name, seat, agents)
        if fault:
            self.faults.append(fault)
        elif name in self._bounds:
            self._roles[name] = agents
            self._grow(name, len(agents))
        elif seat:
            self._seats[seat] = agents[0]
            self._grow(*seat)

    def _fault(self, name: str, seat: tuple[str, int] | None, agents: list[str]) -> str | None:
        if name in self._roles or seat in self._seats:
            return f"'{name}' is cast twice"
        if name in self._bounds:
            return _too_many(name, self._bounds[name], len(agents))
        if seat is None:
            return f"there is no role or seat '{name}'{did_you_mean(name, [*self._names()])}"
        return _too_many(name, SeatBounds(1, 1), len(agents))

    def _seat(self, name: str) -> tuple[str, int] | None:
        """The role and number of a numbered seat that there can be."""
        match = _NUMBERED.match(name)
        role, number = (match[1], int(match[2])) if match else ("", 0)
        most = self._bounds[role].most if role in self._bounds else 0
        return (role, number) if 1 < most >= number else None

    def _grow(self, role: str, count: int) -> None:
        self._counts[role] = max(self._counts[role], count)

    def _names(self) -> Iterator[str]:
        """Names of roles, and of seats while they are few."""
        yield from self._bounds
        if sum(seats.most for seats in self._bounds.values()) <= _MOST_SUGGESTED:
            for role, seats in self._bounds.items():
                yield from seat_names(role, seats.most, seats.most)

    def casting(self, agents: list[str]) -> Casting:
        """The cast, with agents for the seats that are not named."""
        self._fill(len(agents) - sum(1 for _ in self._free()))
        cast = dict(self._named())
        free = [name for name, _, _ in self._free()]
        if agents:
            cast |= {name: agents[n % len(agents)] for n, name in enumerate(free)}
        if not any(self._counts.values()) and not self.faults:
            roles = " or ".join(f"'{role}'" for role in self._bounds)
            self.faults.append(f"the cast leaves no seat: name an agent for {roles}")
        return Casting(dict(self._counts), cast)

    def _fill(self, left: int) -> None:
        """Let ranges that are not named have the agents that are left."""
        for role, seats in self._bounds.items():
            if role not in self._roles and left > 0:
                more = min(left, seats.most - self._counts[role])
                self._counts[role] += more
                left -= more

    def _all(self) -> Iterator[tuple[str, str, int]]:
        """Every seat: its name, role and number."""
        for role, count in self._counts.items():
            names = seat_names(role, count, self._bounds[role].most)
            yield from ((name, role, number) for number, name in enumerate(names, start=1))

    def _free(self) -> Iterator[tuple[str, str, int]]:
        named = (self._roles, self._seats)
        return (s for s in self._all() if s[1] not in named[0] and s[1:] not in named[1])

    def _named(self) -> Iterable[tuple[str, str]]:
        for name, role, number in self._all():
            agents = self._roles.get(role, [])
            if (role, number) in self._seats:
                yield name, self._seats[role, number]
            elif agents:
                yield name, agents[(number - 1) % len(agents)]


def _too_many(name: str, seats: SeatBounds, agents: int) -> str | None:
    if not agents:
        return f"'{name}' is cast with no agent"
    if agents <= seats.most:
        return None
    most = "" if seats.least == seats.most else " at most"
    plural = "seat" if seats.most == 1 else "seats"
    return f"'{name}' has {seats.most:,} {plural}{most}, and {agents:,} agents are named for it"

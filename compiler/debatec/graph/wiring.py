"""Who hears whom, bundled: what a row says is gathered on a bus, and feeds lead to other rows.

Eight seats that hear each other are 56 arrows; here they are one bus and one feed. Cells of a row
that hear the same, each but itself, are fed together. Hearing inside a row is left to its order.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TypeAlias

from debatec.frozen import frozen
from debatec.graph.grid import Arrow, Cell, Grid, Row

_MOST_FEEDS = 3
"""Feeds of a row that are told apart; a row with more has one for all its cells."""

_Heard: TypeAlias = dict[str, set[int | None]]
"""The columns that a cell hears of each step."""


@frozen
class Bus:
    """What some columns say in a row, by the row's number; no columns for a program."""

    row: int
    columns: tuple[int, ...]


@frozen
class Feed:
    """What leads to some cells of a row: buses of the row above, of rows further up, and of the
    round before where that is drawn as the same rows.
    """

    row: int
    columns: tuple[int, ...]
    near: tuple[Bus, ...]
    far: tuple[Bus, ...]
    again: tuple[Bus, ...]


@dataclass(frozen=True)
class Wiring:
    """The rows of a grid, numbered over all its rounds, and their feeds."""

    grid: Grid

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        return tuple(row for rounds in self.grid.rounds for row in rounds.rows)

    @cached_property
    def feeds(self) -> tuple[Feed, ...]:
        """The feeds of all rows, in the order of the rows."""
        return tuple(feed for row, _ in enumerate(self.rows) for feed in self._feeds(row))

    def feeds_of(self, row: int) -> list[Feed]:
        """The feeds of one row."""
        return self._feeds_of.get(row, [])

    @cached_property
    def _feeds_of(self) -> Mapping[int, list[Feed]]:
        return {row: list(feeds) for row, feeds in groupby(self.feeds, key=lambda feed: feed.row)}

    def buses_of(self, row: int) -> list[Bus]:
        """The buses below one row."""
        return self._buses.get(row, [])

    @cached_property
    def _buses(self) -> Mapping[int, list[Bus]]:
        buses = (bus for feed in self.feeds for bus in (*feed.near, *feed.far, *feed.again))
        found: dict[int, list[Bus]] = {}
        for bus in sorted(set(buses), key=lambda bus: (bus.row, bus.columns)):
            if bus.columns:
                found.setdefault(bus.row, []).append(bus)
        return found

    def _row(self, cell: Cell) -> int:
        return self._numbers[cell.id]

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {cell.id: at for at, row in enumerate(self.rows) for cell in row.cells}

    @cached_property
    def _heard(self) -> Mapping[int, list[Arrow]]:
        """For each row, the arrows of hearing that lead to it."""
        found: dict[int, list[Arrow]] = {}
        for arrow in self.grid.arrows:
            if arrow.heard:
                found.setdefault(self._row(arrow.target), []).append(arrow)
        return found

    def _feeds(self, row: int) -> Iterator[Feed]:
        heard = self._heard.get(row, [])
        arrows = [arrow for arrow in heard if arrow.again or self._row(arrow.source) != row]
        for cells in self._groups(row, arrows):
            ids = {cell.id for cell in cells}
            buses = self._gathered(arrow for arrow in arrows if arrow.target.id in ids)
            yield Feed(
                row,
                _columns(cells),
                near=tuple(bus for bus, again in buses if not again and self._near(bus.row, row)),
                far=tuple(
                    bus for bus, again in buses if not again and not self._near(bus.row, row)
                ),
                again=tuple(bus for bus, again in buses if again),
            )

    def _gathered(self, arrows: Iterable[Arrow]) -> list[tuple[Bus, bool]]:
        """The buses that arrows start from, each with whether it is of the round before."""
        found: dict[tuple[int, bool], dict[str, Cell]] = {}
        for arrow in arrows:
            key = (self._row(arrow.source), arrow.again)
            found.setdefault(key, {})[arrow.source.id] = arrow.source
        return [(Bus(key[0], _columns(found[key].values())), key[1]) for key in sorted(found)]

    def _near(self, source: int, target: int) -> bool:
        """Whether a row lies right above another, in the same phase."""
        one, two = (self.rows[at].cells[0].nodes[0].phase for at in (source, target))
        return source == target - 1 and one == two

    def _groups(self, row: int, arrows: Sequence[Arrow]) -> list[list[Cell]]:
        """The cells that arrows lead to, those together that hear the same in all rounds."""
        heard: dict[str, _Heard] = {}
        for arrow in self._heard.get(row, []):
            steps = heard.setdefault(arrow.target.id, {})
            steps.setdefault(arrow.source.nodes[0].step, set()).add(arrow.source.column)
        fed = {arrow.target.id: arrow.target for arrow in arrows}
        groups: list[list[Cell]] = []
        for cell in fed.values():
            for group in groups:
                if self._alike(cell, group[0], heard):
                    group.append(cell)
                    break
            else:
                groups.append([cell])
        return groups if len(groups) <= _MOST_FEEDS else [list(fed.values())]

    def _alike(self, one: Cell, other: Cell, heard: Mapping[str, _Heard]) -> bool:
        """Whether two cells hear the same of every step, but for what they say themselves."""
        first, second = heard[one.id], heard[other.id]
        return first.keys() == second.keys() and all(
            first[step] == second[step]
            or first[step] | self._own(one, step) == second[step] | self._own(other, step)
            for step in first
        )

    def _own(self, cell: Cell, step: str) -> set[int | None]:
        """The column of a cell, if it takes part in a step."""
        return {cell.column} & self._speaking[step]

    @cached_property
    def _speaking(self) -> Mapping[str, set[int | None]]:
        """The columns that take part in each step."""
        found: dict[str, set[int | None]] = {}
        for row in self.rows:
            found.setdefault(row.step.id, set()).update(cell.column for cell in row.cells)
        return found


def _columns(cells: Iterable[Cell]) -> tuple[int, ...]:
    return tuple(sorted(cell.column for cell in cells if cell.column is not None))


def lanes(spans: Sequence[tuple[int, int]], most: int) -> list[int | None]:
    """A lane for each span so that no two in a lane touch, the shortest in the first lanes.

    None where that would take more than `most` lanes.
    """
    taken: list[list[tuple[int, int]]] = [[] for _ in range(most)]
    found: list[int | None] = [None] * len(spans)
    for at in sorted(range(len(spans)), key=lambda at: (spans[at][1] - spans[at][0], at)):
        for lane, others in enumerate(taken):
            place = bisect(others, spans[at])
            if all(not _touch(spans[at], other) for other in others[max(place - 1, 0) : place + 1]):
                others.insert(place, spans[at])
                found[at] = lane
                break
    return found


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]

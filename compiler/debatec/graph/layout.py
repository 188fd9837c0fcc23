"""Where the parts of a grid lie in an image: columns of seats, rows of steps, lanes of feeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap

from debatec.frozen import frozen
from debatec.graph.grid import Row
from debatec.graph.ink import room_for
from debatec.graph.labels import Labels
from debatec.graph.wiring import Bus, Feed, Wiring, lanes

TITLE, NAME, SMALL = 13, 12, 10
"""Sizes of fonts."""
LINE = 16
"""Height of a line of text."""
MARGIN = 16
CELL = 30
"""Height of a cell."""
GAP = 18
"""Between the cells of two columns."""

_WIRE = 7
"""Between parallel lines."""
_MOST_LANES = 24
_LABELS = (110, 232)
"""Least and most width of what stands left of the columns."""
_NAMES = (80, 150)
_NAMES_OF_MANY = (64, 110)
"""Least and most width of a cell, and where there are many columns."""
_MANY = 12
_NOTES = 3
"""Most lines of notes on a row."""
_LEAST = 460
"""Least width of an image."""
_HEAD = 92
"""Height of the title and the header."""


@frozen
class Block:
    """A part of the image from an upper to a lower edge."""

    top: int
    bottom: int


@frozen
class Heights:
    """The blocks of phases and of rounds, and the cells' upper edge in each row, in order."""

    phases: tuple[Block, ...]
    rounds: tuple[Block, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """The geometry of an image, in pixels from its upper left corner."""

    labels: Labels
    wiring: Wiring

    @cached_property
    def label(self) -> int:
        """The width of what stands left of the columns."""
        found = [0]
        for row in self.wiring.rows:
            found.append(room_for(row.step.id, NAME))
            found += [room_for(note, SMALL) for note in self.labels.notes(row)]
        return _within(max(found), _LABELS)

    @cached_property
    def cell(self) -> int:
        """The width of a cell."""
        rows = self.wiring.rows
        names = [f"{column.key} {column.name}" for column in self.labels.grid.columns]
        texts = [self.labels.cell(row, cell) for row in rows if row.speaks for cell in row.cells]
        widest = max(room_for(text, NAME) for text in (*names, *texts, ""))
        columns = len(self.labels.grid.columns)
        return _within(widest + 12, _NAMES if columns <= _MANY else _NAMES_OF_MANY)

    @cached_property
    def left(self) -> int:
        """The left edge of the first cell."""
        used = 1 + max(self._loops.values(), default=-1)
        return 2 * MARGIN + self.label + _WIRE * used + (GAP if used else 0)

    @cached_property
    def right(self) -> int:
        """The right edge of the last cell."""
        return self.left + len(self.labels.grid.columns) * (self.cell + GAP) - GAP

    @cached_property
    def wide(self) -> int:
        used = 1 + max(self._rails.values(), default=-1)
        needed = self.right + (GAP + _WIRE * (used - 1) if used else 0)
        heading = room_for(self.labels.heading(), TITLE + 1)
        legend = room_for(self.legend, SMALL + 1)
        return max(needed, MARGIN + heading, MARGIN + legend, _LEAST) + MARGIN

    @cached_property
    def clear(self) -> int:
        """How far to the right a text may run without crossing a rail."""
        return self.right + GAP - 4 if self._rails else self.wide - MARGIN

    @property
    def high(self) -> int:
        return self.heights.phases[-1].bottom + LINE * len(self.labels.result()) + 24

    @property
    def legend(self) -> str:
        """What marks and lines mean."""
        dashed = ["dashed: said in the round before"] if self._loops else []
        return "   ".join([*self.labels.marks(), *dashed])

    def notes(self, row: Row) -> list[str]:
        """The notes on a row, in lines that fit left of the columns."""
        room = int(self.label / room_for("x" * 100, SMALL) * 100)
        return [line for note in self.labels.notes(row) for line in wrap(note, room)][:_NOTES]

    def x(self, column: int) -> int:
        """The middle of a column."""
        return self.left + column * (self.cell + GAP) + self.cell // 2

    def top(self, row: int) -> int:
        """The upper edge of the cells of a row."""
        return self.heights.rows[row]

    def middle(self, row: int) -> int:
        return self.top(row) + CELL // 2

    def bottom(self, row: int) -> int:
        return self.top(row) + CELL

    def bus(self, bus: Bus) -> int:
        """The height of a bus: below its row, or in the middle of a program."""
        if not bus.columns:
            return self.middle(bus.row) + 5
        return self.bottom(bus.row) + _WIRE * (1 + self.wiring.buses_of(bus.row).index(bus))

    def feed(self, feed: Feed) -> int:
        """The height at which a feed comes in: above its row, or in the middle of a program."""
        if not feed.columns:
            return self.middle(feed.row) - 5
        return self.top(feed.row) - 5 - _WIRE * (1 + self.wiring.feeds_of(feed.row).index(feed))

    def rail(self, feed: Feed) -> int | None:
        """Where what a feed brings from further up runs down, right of the cells.

        None where there is none, or no room for it.
        """
        lane = self._rails.get(feed)
        return None if lane is None else self.right + GAP + _WIRE * lane

    def loop(self, feed: Feed) -> int | None:
        """Where what a feed brings from the round before runs up, left of the cells.

        None where there is none, or no room for it.
        """
        lane = self._loops.get(feed)
        return None if lane is None else self.left - GAP - _WIRE * lane

    @cached_property
    def _rails(self) -> Mapping[Feed, int]:
        return _in_lanes({feed: feed.far for feed in self.wiring.feeds if feed.far})

    @cached_property
    def _loops(self) -> Mapping[Feed, int]:
        return _in_lanes({feed: feed.again for feed in self.wiring.feeds if feed.again})

    @cached_property
    def heights(self) -> Heights:
        """Where everything lies from top to bottom."""
        phases: list[Block] = []
        rounds: list[Block] = []
        rows: list[int] = []
        y = _HEAD
        for phase in self.labels.grid.plan.spec.phases:
            start, y = y, y + LINE + 8
            for drawn in self.labels.grid.of_phase(phase):
                top, y = y, y + LINE
                for _ in drawn.rows:
                    rows.append(y + self._above(len(rows)))
                    y = rows[-1] + CELL + self._below(len(rows) - 1)
                rounds.append(Block(top, y))
            y += LINE * (1 + len(phase.stop)) + 12
            phases.append(Block(start, y))
            y += 12
        return Heights(tuple(phases), tuple(rounds), tuple(rows))

    def _above(self, row: int) -> int:
        """Room for what comes in above a row."""
        return 6 + _WIRE * (1 + len(self.wiring.feeds_of(row)))

    def _below(self, row: int) -> int:
        """Room for the buses below a row."""
        return 10 + _WIRE * len(self.wiring.buses_of(row))


def _in_lanes(buses: Mapping[Feed, Sequence[Bus]]) -> dict[Feed, int]:
    """The lane of each feed; those for which there is no room are left out."""
    spans = []
    for feed, sources in buses.items():
        # A bus lies below its row and a feed comes in above: two heights for each row.
        ends = [2 * feed.row, *(2 * bus.row + 1 for bus in sources)]
        spans.append((min(ends), max(ends)))
    found = zip(buses, lanes(spans, _MOST_LANES), strict=True)
    return {feed: lane for feed, lane in found if lane is not None}


def _within(number: int, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(number, bounds[1]))

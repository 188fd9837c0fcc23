"""The lines of an image: drops to buses, rails and loops along the cells, and feeds into rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from debatec.graph.ink import Ink
from debatec.graph.layout import Layout
from debatec.graph.wiring import Bus, Feed

_WIRE = "wire"
_AGAIN = "wire again"


@dataclass
class Tracks:
    """Paints feeds one by one; the buses they tap are as long as all of them need."""

    at: Layout
    ink: Ink
    taps: dict[Bus, list[int]] = field(default_factory=dict)

    def paint(self) -> None:
        """All lines between rows."""
        for feed in self.at.wiring.feeds:
            for bus in feed.near:
                self._near(bus, feed)
            rail, loop = self.at.rail(feed), self.at.loop(feed)
            if rail is not None:
                self._along(rail, feed.far, feed, _WIRE)
            if loop is not None:
                self._along(loop, feed.again, feed, _AGAIN)
        for bus, taps in self.taps.items():
            self._bus(bus, taps)

    def _near(self, bus: Bus, feed: Feed) -> None:
        """From a bus straight down into the row below it."""
        columns = feed.columns or bus.columns
        program = self.at.left + (self.at.right - self.at.left) // 2
        for x in [self.at.x(column) for column in columns] or [program]:
            start = self.at.bus(bus) if bus.columns else self.at.bottom(bus.row) - 3
            if feed.columns:
                self._tap(bus, x)
            else:
                start = self.at.bottom(bus.row) - (0 if bus.columns else 3)
            self._into(feed, x, start, _WIRE)

    def _along(self, x: int, buses: Sequence[Bus], feed: Feed, look: str) -> None:
        """From buses along a rail or a loop into a row."""
        end = self.at.feed(feed)
        heights = sorted({end, *(self.at.bus(bus) for bus in buses)})
        self.ink.line(look, (x, heights[0]), (x, heights[-1]))
        for bus in buses:
            self._tap(bus, x)
            if self.at.bus(bus) not in (heights[0], heights[-1]):
                self.ink.dot(x, self.at.bus(bus))
        way = 1 if x < self.at.left else -1
        if feed.columns:
            xs = [self.at.x(column) for column in feed.columns]
            self.ink.line(look, (x, end), (max(xs) if way > 0 else min(xs), end))
            for target in xs:
                self._into(feed, target, end, look)
        else:
            edge = self.at.left if way > 0 else self.at.right
            self.ink.line(look, (x, end), (edge, end))
            self.ink.tip(edge, end, way, 0)

    def _into(self, feed: Feed, x: int, start: int, look: str) -> None:
        end = self.at.top(feed.row) + (0 if feed.columns else 3)
        self.ink.line(look, (x, start), (x, end))
        self.ink.tip(x, end, 0, 1)

    def _tap(self, bus: Bus, x: int) -> None:
        self.taps.setdefault(bus, []).append(x)

    def _bus(self, bus: Bus, taps: Sequence[int]) -> None:
        y = self.at.bus(bus)
        if not bus.columns:
            if min(taps) < self.at.left:
                self.ink.line(_WIRE, (self.at.left, y), (min(taps), y))
            if max(taps) > self.at.right:
                self.ink.line(_WIRE, (self.at.right, y), (max(taps), y))
            return
        xs = [self.at.x(column) for column in bus.columns]
        ends = [*xs, *taps]
        self.ink.line(_WIRE, (min(ends), y), (max(ends), y))
        for x in xs:
            self.ink.line(_WIRE, (x, self.at.bottom(bus.row)), (x, y))

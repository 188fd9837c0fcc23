"""The lines of an image."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from debatec.graph.grid import grid
from debatec.graph.ink import Ink
from debatec.graph.labels import Labels
from debatec.graph.layout import Layout
from debatec.graph.tracks import Tracks
from debatec.graph.wiring import Wiring
from tests.graph.drawings import NAMES, planned

Point = tuple[int, int]


def painted(name: str) -> tuple[Layout, list[str]]:
    found = grid(planned(name))
    layout, ink = Layout(Labels(found), Wiring(found)), Ink()
    Tracks(layout, ink).paint()
    return layout, ink.elements


def points(element: str) -> list[Point]:
    return [(int(x), int(y)) for x, y in re.findall(r"(-?\d+) (-?\d+)", element)]


def lines(elements: list[str]) -> Iterator[tuple[Point, Point]]:
    for element in elements:
        if 'class="wire' in element:
            one, two = points(element)
            yield min(one, two), max(one, two)


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_that_is_fed_has_its_arrow(name: str) -> None:
    layout, elements = painted(name)
    tips = {points(element)[0] for element in elements if "Z" in element}
    for feed in layout.wiring.feeds:
        for column in feed.columns:
            assert (layout.x(column), layout.top(feed.row)) in tips


@pytest.mark.parametrize("name", NAMES)
def test_every_line_is_level_or_upright_and_meets_what_it_joins(name: str) -> None:
    layout, elements = painted(name)
    found = list(lines(elements))
    assert all(one[0] == two[0] or one[1] == two[1] for one, two in found)
    for feed in layout.wiring.feeds:
        rail = layout.rail(feed)
        if rail is None:
            continue
        for bus in feed.far:
            y = layout.bus(bus)
            assert any(one[1] == y == two[1] and two[0] >= rail for one, two in found)
            assert any(one[0] == rail == two[0] and one[1] <= y <= two[1] for one, two in found)

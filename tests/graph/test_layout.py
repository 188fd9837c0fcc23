"""Where the parts of an image lie."""

from __future__ import annotations

from itertools import pairwise

import pytest

from debatec.graph.grid import grid
from debatec.graph.labels import Labels
from debatec.graph.layout import Layout
from debatec.graph.wiring import Wiring
from tests.graph.drawings import NAMES, planned


@pytest.fixture(params=[False, True], ids=["folded", "full"])
def full(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(params=NAMES)
def layout(request: pytest.FixtureRequest, full: bool) -> Layout:
    found = grid(planned(request.param), full=full)
    return Layout(Labels(found), Wiring(found))


def test_blocks_and_rows_follow_one_another(layout: Layout) -> None:
    heights = layout.heights
    for blocks in (heights.phases, heights.rounds):
        assert all(block.top < block.bottom for block in blocks)
        assert all(one.bottom <= two.top for one, two in pairwise(blocks))
    numbers = range(len(heights.rows))
    assert all(layout.bottom(one) < layout.top(two) for one, two in pairwise(numbers))
    assert heights.phases[-1].bottom < layout.high


def test_lines_lie_between_rows(layout: Layout) -> None:
    """What is said in a row lies above all that comes into the next."""
    rows = len(layout.heights.rows)
    for row in range(rows):
        edges = [layout.bottom(row)]
        edges += [layout.bus(bus) for bus in layout.wiring.buses_of(row)]
        if row + 1 < rows:
            feeds = [feed for feed in layout.wiring.feeds_of(row + 1) if feed.columns]
            edges += sorted(layout.feed(feed) for feed in feeds)
            edges.append(layout.top(row + 1))
        assert all(one < two for one, two in pairwise(edges))


def test_rails_and_loops_keep_clear_of_cells_and_texts(layout: Layout) -> None:
    for feed in layout.wiring.feeds:
        rail, loop = layout.rail(feed), layout.loop(feed)
        assert (rail is None) == (not feed.far)
        assert (loop is None) == (not feed.again)
        assert rail is None or layout.right < rail < layout.wide
        assert loop is None or layout.label < loop < layout.left
        assert rail is None or layout.clear < rail

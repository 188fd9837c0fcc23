"""The drawing for the terminal."""

from __future__ import annotations

import pytest

from debatec.graph.text import WIDTH, draw
from tests.graph.drawings import NAMES, compare, planned


@pytest.mark.parametrize("name", NAMES)
def test_drawing(name: str) -> None:
    drawn = draw(planned(name))
    compare(drawn, f"{name}.txt")
    assert max(map(len, drawn.splitlines())) <= WIDTH


def test_in_full_every_round_is_drawn() -> None:
    drawn = draw(planned("pingpong"), full=True)
    assert [line for line in drawn.splitlines() if line.startswith("talk")] == [
        "talk, round 1",
        "talk, round 2",
        "talk, round 3",
    ]

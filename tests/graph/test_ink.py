"""The elements of images."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from debatec.graph.ink import Ink, cut, room_for
from tests.graph.drawings import HOSTILE


def test_wide_characters_take_twice_the_room() -> None:
    assert room_for("漢字", 10) == room_for("four", 10)
    assert room_for("e\u0301", 10) == room_for("e", 10)


@pytest.mark.parametrize("text", ["a name that is long", "漢字漢字漢字漢字", "e\u0301" * 20])
@pytest.mark.parametrize("room", [20, 50, 80])
def test_a_cut_text_fits(text: str, room: int) -> None:
    shown = cut(text, room, 10)
    assert room_for(shown, 10) <= room
    assert shown.endswith("…")
    assert text.startswith(shown[:-1])
    assert room_for(text[: len(shown)] + "…", 10) > room


def test_a_text_that_fits_is_left_alone() -> None:
    assert cut("name", room_for("name", 10), 10) == "name"


def test_the_end_of_a_name_may_be_kept() -> None:
    assert cut("a_long_name-12", room_for("a_l…e-12", 10), 10, tail=4) == "a_l…e-12"


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_escaped(text: str) -> None:
    ink = Ink()
    ink.text("name", 0, 0, text * 9, 10, room=room_for(text, 10))
    root = ElementTree.fromstring(ink.image(text, "", 10, 10))
    legal = text.replace("\x01", "\ufffd")
    assert [element.tag.rpartition("}")[2] for element in root] == ["title", "style", "text"]
    assert root[0].text == legal
    assert [child.text for child in root[2]] == [legal * 9]
    assert root[2].attrib.keys() == {"class", "x", "y", "font-size"}


@pytest.mark.parametrize(
    ("way", "corners"),
    [((0, 1), "M9 9L6 3L12 3Z"), ((1, 0), "M9 9L3 12L3 6Z"), ((-1, 0), "M9 9L15 6L15 12Z")],
)
def test_tips_point_where_they_end(way: tuple[int, int], corners: str) -> None:
    ink = Ink()
    ink.tip(9, 9, *way)
    assert ink.elements == [f'<path class="tip" d="{corners}"/>']

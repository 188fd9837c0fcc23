"""The image."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from debatec.graph.ink import room_for
from debatec.graph.layout import MARGIN
from debatec.graph.plan import Plan
from debatec.graph.svg import svg
from tests.graph.drawings import HOSTILE, NAMES, compare, hostile, planned
from tests.graph.plans import plan_of

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "style", "rect", "path", "circle", "text"}
FULL = "pingpong"

WIDE = """\
debate: v1
name: wide
roles: {%s: {seats: 12}, a_judge_with_a_name_that_nobody_can_read_at_once: {}}
format:
  - id: a_phase_with_a_name_that_nobody_can_read_at_once
    rounds: 9
    steps:
      - {id: a_step_with_a_name_that_nobody_can_read_at_once, speakers: %s, prompt: x, quorum: 5}
      - {id: s, speakers: a_judge_with_a_name_that_nobody_can_read_at_once, prompt: x}
"""
PLANS = {
    **{name: planned(name) for name in NAMES},
    "wide": plan_of(WIDE % (("a_role_with_a_name_that_nobody_can_read_at_once",) * 2)),
}


def parsed(plan: Plan, *, full: bool = False) -> Element:
    return ElementTree.fromstring(svg(plan, full=full))


def shown(text: Element) -> str:
    """What a text shows: its own characters, or those after the title of what was cut."""
    return (text[0].tail if len(text) else text.text) or ""


def extent(text: Element) -> tuple[float, float]:
    """Where a text begins and ends, by the estimate."""
    x, wide = int(text.attrib["x"]), room_for(shown(text), int(text.attrib["font-size"]))
    start = x - wide / 2 if text.get("text-anchor") == "middle" else x
    return start, start + wide


@pytest.mark.parametrize("name", NAMES)
def test_drawing(name: str) -> None:
    compare(svg(planned(name)), f"{name}.svg")


def test_drawing_in_full() -> None:
    compare(svg(planned(FULL), full=True), f"{FULL}.full.svg")


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_texts_do_not_overlap(plan: Plan, full: bool) -> None:
    root = parsed(plan, full=full)
    lines: dict[str, list[tuple[float, float]]] = {}
    for text in root.iter(f"{SVG}text"):
        lines.setdefault(text.attrib["y"], []).append(extent(text))
    for line in lines.values():
        for (_, end), (start, _) in pairwise(sorted(line)):
            assert end <= start
    edges = [edge for line in lines.values() for extent in line for edge in extent]
    assert min(edges) >= 0
    assert max(edges) <= int(root.attrib["width"]) - MARGIN / 2


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_everything_lies_inside_the_image(plan: Plan, full: bool) -> None:
    root = parsed(plan, full=full)
    wide, high = int(root.attrib["width"]), int(root.attrib["height"])
    for path in root.iter(f"{SVG}path"):
        for x, y in re.findall(r"(-?\d+) (-?\d+)", path.attrib["d"]):
            assert 0 <= int(x) <= wide
            assert 0 <= int(y) <= high
    for box in root.iter(f"{SVG}rect"):
        assert int(box.attrib["x"]) + int(box.attrib["width"]) <= wide
        assert int(box.attrib["y"]) + int(box.attrib["height"]) <= high


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_the_image_stands_alone(plan: Plan) -> None:
    root = parsed(plan)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ELEMENTS
    attributes = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in attributes if "href" in name or name.startswith("on")}
    style = root.findtext(f"{SVG}style", "")
    assert "url(" not in style
    assert "@import" not in style


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_no_markup(text: str) -> None:
    root = parsed(hostile(text))
    plain = parsed(hostile("plain"))
    assert [element.tag for element in root] == [element.tag for element in plain]
    assert root.findtext(f"{SVG}title", "").startswith(
        " ".join(text.replace("\x01", "\ufffd").split())
    )


def test_what_is_cut_is_told_in_full() -> None:
    titles = {title.text for title in parsed(planned("keys")).iter(f"{SVG}title")}
    assert "A a_role_with_a_long_name-1" in titles

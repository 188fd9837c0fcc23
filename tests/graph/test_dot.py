"""The graph for Graphviz."""

from __future__ import annotations

import re

import pytest

from debatec.graph.dot import dot
from debatec.graph.grid import grid
from debatec.graph.plan import Plan
from tests.graph.drawings import HOSTILE, NAMES, compare, hostile, planned

STRING = r'"(?:[^"\\\n]|\\.)*"'
ATTRIBUTE = rf"\w+=(?:{STRING}|[\w.]+)"
LIST = rf"\[{ATTRIBUTE}(?:, {ATTRIBUTE})*\]"
NODE = rf"{STRING} {LIST};"
EDGE = rf"{STRING}(?: -> {STRING})+(?: {LIST})?;"
LINE = re.compile(
    rf" +(?:{NODE}|{EDGE}|\{{rank=same; {NODE}(?: {NODE})*\}}|(?:graph|node|edge) {LIST};"
    rf"|{ATTRIBUTE};|subgraph \w+ \{{|\}})"
)
"""A line of the body; a subset of Graphviz's grammar, one statement a line."""


@pytest.mark.parametrize("name", NAMES)
def test_drawing(name: str) -> None:
    compare(dot(planned(name)), f"{name}.dot")


def check(text: str) -> None:
    """Hold a text against the grammar."""
    first, *body, last = text.removesuffix("\n").split("\n")
    assert re.fullmatch(rf"digraph {STRING} \{{", first)
    assert [line for line in body if not LINE.fullmatch(line)] == []
    assert last == "}"
    assert sum(line.endswith("{") for line in body) == sum(line.strip() == "}" for line in body)


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_syntax(name: str, full: bool) -> None:
    check(dot(planned(name), full=full))


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_cannot_be_syntax(text: str) -> None:
    drawn = dot(hostile(text))
    check(drawn)
    assert drawn.count("\n") == dot(hostile("plain")).count("\n")


def edges(plan: Plan, *, full: bool) -> list[tuple[str, str]]:
    found = re.findall(rf"^  ({STRING}) -> ({STRING})", dot(plan, full=full), re.M)
    return [(one[1:-1], two[1:-1]) for one, two in found]


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_edges_join_nodes_that_are_drawn(name: str, full: bool) -> None:
    plan = planned(name)
    assert {end for edge in edges(plan, full=full) for end in edge} == {
        cell.id for cell in grid(plan, full=full)
    }


def test_waiting_is_dashed_and_hearing_is_not() -> None:
    lines = dot(planned("pingpong")).splitlines()
    assert '  "talk.r1.say.peer-1" -> "talk.r1.say.peer-2";' in lines
    assert '  "talk.r1.say.peer-2" -> "talk.r1.gate" [style=dashed];' in lines

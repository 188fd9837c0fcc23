"""The Mermaid flowchart."""

from __future__ import annotations

import re

import pytest

from debatec.graph.grid import grid
from debatec.graph.mermaid import mermaid
from tests.graph.drawings import compare, planned
from tests.graph.plans import HEAD, plan_of

NAMES = ("hidden", "keys", "panel", "pingpong")
EDGE = re.compile(r'  (n\d+) (?:--|-\.-|==)>(?:\|"[a-z, ]+"\|)? (n\d+)')


@pytest.mark.parametrize("name", NAMES)
def test_drawing(name: str) -> None:
    compare(mermaid(planned(name)), f"{name}.mermaid.txt")


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_every_edge_joins_nodes_that_are_drawn(name: str, full: bool) -> None:
    plan = planned(name)
    lines = mermaid(plan, full=full).splitlines()
    nodes = {match[1] for line in lines if (match := re.match(r" +(n\d+)[^ ]", line))}
    edges = [match for line in lines if (match := EDGE.fullmatch(line))]
    assert len(nodes) == len(list(grid(plan, full=full)))
    assert {end for match in edges for end in match.groups()} == nodes


@pytest.mark.parametrize("name", NAMES)
def test_in_full_every_reply_that_is_heard_has_its_arrow(name: str) -> None:
    plan = planned(name)
    heard = sum(len(node.hears) for node in plan.graph)
    assert mermaid(plan, full=True).count("-.->") == heard


def test_labels_cannot_be_markup() -> None:
    text = HEAD.replace("name: case", 'name: "a\\n  end<b>\\"]"')
    plan = plan_of(text + "format: [{id: p, steps: [{id: s, speakers: a, prompt: x}]}]\n")
    assert mermaid(plan).splitlines()[1] == "  %% a end#60;b#62;#34;#93;"

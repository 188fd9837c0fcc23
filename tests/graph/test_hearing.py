"""During a run a selector chooses among the replies of the rounds that were run."""

from __future__ import annotations

import pytest

from debatec.graph.graph import Graph, Node
from debatec.graph.hearing import Place, chosen
from debatec.spec.model import Selector, Speak
from tests.graph.plans import with_format

FORMAT = """\
  - {id: p, rounds: 3, steps: [{id: s, speakers: [a, b], prompt: x, sees: nothing}]}
  - {id: q, rounds: 3, steps: [{id: t, speakers: [a, c], prompt: x, sees: [{window: %s}]}]}
"""


def setting(window: str) -> tuple[Graph, Selector, Speak]:
    plan = with_format(FORMAT % window)
    step = plan.spec.step("t")
    assert isinstance(step, Speak)
    return plan.graph, step.sees[0], step


@pytest.mark.parametrize(
    ("window", "listener", "heard"),
    [
        ("latest", "q.r1.t.c", ["p.r2.s.a", "p.r2.s.b"]),
        ("latest", "q.r2.t.c", ["p.r2.s.b", "q.r1.t.a", "q.r1.t.c"]),
        ("this", "q.r2.t.c", []),
        ("1", "q.r1.t.c", ["p.r2.s.a", "p.r2.s.b"]),
        ("2", "q.r2.t.c", ["p.r2.s.a", "p.r2.s.b", "q.r1.t.a", "q.r1.t.c"]),
        ("all", "q.r1.t.c", ["p.r1.s.a", "p.r1.s.b", "p.r2.s.a", "p.r2.s.b"]),
    ],
)
def test_rounds_not_run_are_not_heard(window: str, listener: str, heard: list[str]) -> None:
    graph, selector, step = setting(window)
    node = graph.nodes[listener]
    run = [("p", 1), ("p", 2)] + [("q", round) for round in range(1, node.round)]
    place = Place(node.phase, node.round, step, node.seat)
    found = chosen(selector, place, sources(graph, node), run)
    assert [source.id for source in found] == heard


def sources(graph: Graph, node: Node) -> list[Node]:
    return [graph.nodes[id] for id in node.hears]


@pytest.mark.parametrize("window", ["latest", "this", "all", "1", "2", "5"])
@pytest.mark.parametrize("last", [1, 2, 3])
def test_the_graph_knows_all_that_can_be_chosen(window: str, last: int) -> None:
    graph, selector, step = setting(window)
    everything = [node for node in graph if node.step in ("s", "t")]
    for node in graph.of_step("t"):
        run = [("p", round) for round in range(1, last + 1)]
        run += [("q", round) for round in range(1, node.round)]
        earlier = [n for n in everything if (n.phase, n.round) != (node.phase, node.round)]
        place = Place(node.phase, node.round, step, node.seat)
        found = chosen(selector, place, earlier, run)
        assert {source.id for source in found} <= set(node.hears)

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


PHASES = """\
  - {id: p, rounds: 2, steps: [{id: s, speakers: [a, b], prompt: x, sees: nothing}]}
  - {id: q, rounds: 2, steps: [{id: t, speakers: [a], prompt: x, sees: nothing}]}
  - {id: r, rounds: 2, steps: [{id: u, speakers: [c], prompt: x, sees: everyone}]}
  - {id: v, always: true, steps: [{id: w, speakers: [c], prompt: x, sees: everyone}]}
"""


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        *(("u", rounds) for rounds in ((1, 1, 0), (2, 1, 0), (1, 2, 0))),
        *(("w", rounds) for rounds in ((1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 2, 2))),
    ],
)
def test_phases_may_be_cut_short_and_left_out(name: str, rounds: tuple[int, int, int]) -> None:
    plan = with_format(PHASES)
    step = plan.spec.step(name)
    assert isinstance(step, Speak)
    run = [(p, n + 1) for p, most in zip("pqr", rounds, strict=True) for n in range(most)]
    node = plan.graph.of_step(name)[0]
    earlier = [other for other in plan.graph if other.seat and other.index < node.index]
    place = Place(node.phase, node.round, step, node.seat)
    assert {n.id for n in chosen(step.sees[0], place, earlier, run)} <= set(node.hears)


def test_a_phase_that_ran_hides_those_before_it() -> None:
    graph = with_format(PHASES).graph
    assert graph.nodes["r.r1.u.c"].hears == ("p.r1.s.b", "p.r2.s.b", "q.r1.t.a", "q.r2.t.a")
    assert graph.nodes["v.r1.w.c"].hears == (
        *("p.r1.s.a", "p.r1.s.b", "p.r2.s.a", "p.r2.s.b", "q.r1.t.a", "q.r2.t.a"),
        *("r.r1.u.c", "r.r2.u.c"),
    )

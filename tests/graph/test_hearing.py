"""During a run a selector chooses among the replies of the rounds that were run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.graph.graph import Graph, Node
from debatec.graph.hearing import Audience, Place, chosen, heard_before
from debatec.graph.plan import Plan, make_plan
from debatec.graph.reads import is_gated
from debatec.spec.model import Phase, Selector, Speak
from tests.graph.debates import DEBATES
from tests.graph.plans import root_of, with_format

FORMAT = """\
  - id: p
    rounds: 3
    steps: [{id: s, speakers: [a, b], prompt: x, sees: nothing}]
    stop: [enough: elapsed > 9]
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
    run = {"p": 2, "q": node.round - 1}
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
        run = {"p": last, "q": node.round - 1}
        earlier = [n for n in everything if (n.phase, n.round) != (node.phase, node.round)]
        place = Place(node.phase, node.round, step, node.seat)
        found = chosen(selector, place, earlier, run)
        assert {source.id for source in found} <= set(node.hears)


PHASES = """\
  - id: p
    rounds: 2
    steps: [{id: s, speakers: [a, b], prompt: x, sees: nothing}]
    stop: [enough: elapsed > 9]
  - id: q
    rounds: 2
    steps: [{id: t, speakers: [a], prompt: x, sees: nothing}]
    stop: [enough: elapsed > 9]
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
    run = {**dict(zip("pqr", rounds, strict=True)), "v": 0}
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


@given(DEBATES, st.integers(0, 3), st.data())
def test_what_a_run_chooses_the_graph_knows(text: str, seed: int, data: st.DataObject) -> None:
    plan = make_plan(root_of(text), {}, seed=seed)
    audience = Audience(plan.spec, dict(plan.graph.seats))
    turns = list(plan.graph.turns())
    node = data.draw(st.sampled_from(turns))
    step = plan.spec.step(node.step)
    assert isinstance(step, Speak)
    place = Place(node.phase, node.round, step, node.seat)
    run: dict[str, int] = {
        p.id: data.draw(st.sampled_from(rounds_of(plan, p, node.phase))) for p in plan.spec.phases
    }
    earlier = heard_before(place, list(plan.graph)[: node.index])
    for selector in step.sees:
        found = chosen(selector, place, audience.matching(selector, place, earlier), run)
        assert {source.id for source in found} <= set(node.hears)


def rounds_of(plan: Plan, phase: Phase, listener: str) -> list[int]:
    """How many rounds of a phase may have been run when a phase is listened in."""
    most = plan.graph.rounds[phase.id]
    at = plan.spec.phase(listener)
    assert at is not None
    if at.always and not phase.always:  # the debate may have been cut short anywhere
        return list(range(most + 1))
    counts = list(range(1, most + 1)) if plan.spec.rules_of(phase) or phase.always else [most]
    return [0, *counts] if is_gated(phase) else counts


@given(DEBATES, st.integers(0, 3))
def test_what_is_heard_stands_before(text: str, seed: int) -> None:
    graph = make_plan(root_of(text), {}, seed=seed).graph
    for node in graph:
        assert len(set(node.hears)) == len(node.hears)
        assert all(graph.nodes[id].index < node.index for id in node.sources)

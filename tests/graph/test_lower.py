"""What the graph is made of: ids, what is waited for, and what is heard."""

from __future__ import annotations

import pytest

from debatec.graph import lower
from debatec.graph.graph import Graph, Kind
from tests.graph.plans import plan_of, with_format

ONE = "  - {id: p, rounds: 2, steps: [{id: s, speakers: [a, b, c], prompt: x%s}]}\n"


def one(more: str = "") -> Graph:
    return with_format(ONE % more).graph


def hears(graph: Graph, id: str) -> list[str]:
    return list(graph.nodes[id].hears)


def test_ids_and_order() -> None:
    graph = one()
    assert list(graph.nodes) == [
        *("p.r1.s.a", "p.r1.s.b", "p.r1.s.c", "p.r1.gate"),
        *("p.r2.s.a", "p.r2.s.b", "p.r2.s.c", "p.r2.gate", "result"),
    ]
    assert [node.index for node in graph] == list(range(9))
    assert graph.nodes["result"].kind is Kind.EMIT


def test_seats_are_numbered_where_a_role_has_more_than_one() -> None:
    plan = plan_of(
        "debate: v1\nname: case\nroles: {a: {seats: 2}, b: {}}\n"
        "format: [{id: p, steps: [{id: s, speakers: [b, a], prompt: x}]}]\n"
    )
    assert list(plan.graph.seats) == ["b", "a-1", "a-2"]
    assert "p.r1.s.a-2" in plan.graph.nodes


def test_parallel_seats_wait_for_the_round_before_and_hear_it() -> None:
    graph = one()
    assert graph.nodes["p.r1.s.b"].sources == ()
    assert graph.nodes["p.r2.s.b"].after == ("p.r1.gate",)
    assert hears(graph, "p.r2.s.b") == ["p.r1.s.a", "p.r1.s.c"]


def test_sequential_seats_hear_those_before_them() -> None:
    graph = one(", order: sequential")
    assert graph.nodes["p.r1.s.c"].after == ("p.r1.s.b",)
    assert hears(graph, "p.r1.s.c") == ["p.r1.s.a", "p.r1.s.b"]
    assert graph.nodes["p.r2.s.b"].after == ("p.r1.gate", "p.r2.s.a")
    assert hears(graph, "p.r2.s.b") == ["p.r1.s.c", "p.r2.s.a"]


def test_a_gate_waits_for_its_round() -> None:
    gate = one().nodes["p.r1.gate"]
    assert gate.after == ("p.r1.s.a", "p.r1.s.b", "p.r1.s.c")
    assert gate.hears == ()


def test_the_result_waits_for_the_last_gate() -> None:
    assert one().nodes["result"].after == ("p.r2.gate",)


@pytest.mark.parametrize(
    ("who", "heard"),
    [
        ("nothing", []),
        ("others", ["p.r1.s.a", "p.r1.s.c"]),
        ("self", ["p.r1.s.b"]),
        ("everyone", ["p.r1.s.a", "p.r1.s.b", "p.r1.s.c"]),
        ("a", ["p.r1.s.a"]),
        ("team", ["p.r1.s.a", "p.r1.s.b", "p.r1.s.c"]),
        ("[a, self]", ["p.r1.s.a", "p.r1.s.b"]),
        ("{who: [a, c], in: s}", ["p.r1.s.a", "p.r1.s.c"]),
    ],
)
def test_who_is_heard(who: str, heard: list[str]) -> None:
    assert hears(one(f", sees: {who}"), "p.r2.s.b") == heard


WINDOWS = """\
  - id: p
    rounds: 2
    steps:
      - {id: s, speakers: a, prompt: x}
      - {id: t, speakers: b, prompt: x, sees: nothing}
  - id: q
    rounds: 3
    steps:
      - {id: u, speakers: a, prompt: x, sees: nothing}
      - {id: v, speakers: c, prompt: x, sees: [{who: [a], window: %s}]}
"""


@pytest.mark.parametrize(
    ("window", "round", "heard"),
    [
        ("latest", 1, ["q.r1.u.a"]),
        ("latest", 3, ["q.r3.u.a"]),
        ("this", 1, ["q.r1.u.a"]),
        ("this", 3, ["q.r3.u.a"]),
        ("all", 2, ["p.r1.s.a", "p.r2.s.a", "q.r1.u.a", "q.r2.u.a"]),
        ("1", 1, ["p.r1.s.a", "p.r2.s.a"]),
        ("1", 3, ["q.r2.u.a"]),
        ("2", 3, ["q.r1.u.a", "q.r2.u.a"]),
    ],
)
def test_which_rounds_are_heard(window: str, round: int, heard: list[str]) -> None:
    assert hears(with_format(WINDOWS % window).graph, f"q.r{round}.v.c") == heard


def test_replies_are_heard_in_the_order_of_the_document() -> None:
    sees = "[{in: y, window: all}, {who: others, in: x}, {who: self, window: all}]"
    steps = f"{{id: x, speakers: [a, b], prompt: p q, sees: {sees}}}"
    more = "{id: y, speakers: c, prompt: p q}"
    graph = with_format(f"  - {{id: t, rounds: 3, steps: [{steps}, {more}]}}\n").graph
    assert any(len(node.hears) > 3 for node in graph)
    for node in graph:
        places = [graph.nodes[id].index for id in node.hears]
        assert places == sorted(places)


def test_any_round_of_an_earlier_phase_may_have_been_the_last() -> None:
    graph = with_format(WINDOWS.replace("[a]", "[b]") % "latest").graph
    assert hears(graph, "q.r1.v.c") == ["p.r1.t.b", "p.r2.t.b"]
    assert hears(graph, "q.r3.v.c") == ["p.r1.t.b", "p.r2.t.b"]


def test_a_phase_waits_for_the_last_gate_of_the_one_before() -> None:
    graph = with_format(WINDOWS % "this").graph
    assert graph.nodes["q.r1.u.a"].after == ("p.r2.gate",)


def test_a_seat_has_one_turn_at_a_time() -> None:
    graph = with_format(
        "  - {id: p, steps: [{id: s, speakers: [a, b], prompt: x},"
        " {id: t, speakers: [b, c], prompt: x, sees: nothing}]}\n"
    ).graph
    assert graph.nodes["p.r1.t.b"].after == ("p.r1.s.b",)
    assert graph.nodes["p.r1.t.c"].after == ()


def test_places_are_steps_or_phases() -> None:
    text = (
        "  - {id: p, steps: [{id: s, speakers: a, prompt: x}, {id: t, speakers: b, prompt: x}]}\n"
        "  - {id: q, always: true, steps: [{id: u, speakers: c, prompt: x, sees: {in: [%s]}}]}\n"
    )
    assert hears(with_format(text % "t").graph, "q.r1.u.c") == ["p.r1.t.b"]
    assert hears(with_format(text % "p").graph, "q.r1.u.c") == ["p.r1.s.a", "p.r1.t.b"]


PROGRAM = """\
  - id: p
    rounds: 2
    steps:
      - {id: s, speakers: [a, b], prompt: x, returns: %s}
      - {id: n, kind: %s, of: s}
      - {id: t, speakers: c, prompt: x}
"""


@pytest.mark.parametrize(("kind", "block"), [("tally", "vote"), ("ledger", "status")])
def test_a_program_step_hears_its_round_and_is_heard(kind: str, block: str) -> None:
    graph = with_format(PROGRAM % (block, kind)).graph
    program = graph.nodes["p.r2.n"]
    assert program.kind is Kind(kind)
    assert program.after == ("p.r1.gate",)
    assert program.hears == ("p.r2.s.a", "p.r2.s.b")
    assert hears(graph, "p.r2.t.c") == ["p.r2.s.a", "p.r2.s.b", "p.r2.n"]


def test_sources_stand_before_what_waits_for_them() -> None:
    graph = with_format(WINDOWS % "all").graph
    assert all(graph.nodes[id].index < node.index for node in graph for id in node.sources)


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ("MAX_NODES", "  - {id: p, rounds: 120, steps: [{id: s, speakers: a, prompt: x}]}\n"),
        (
            "MAX_EDGES",
            "  - {id: p, rounds: 30, steps: [{id: s, speakers: a, prompt: x, sees: everything}]}\n",
        ),
        (
            "MAX_LOOKED_AT",
            "  - {id: p, rounds: 30, steps: [{id: s, speakers: a, prompt: x}]}\n"
            "  - {id: q, rounds: 30, steps: [{id: t, speakers: b, prompt: x, sees: self}]}\n",
        ),
    ],
)
def test_a_debate_can_be_too_large(limit: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_format(text)
    monkeypatch.setattr(lower, limit, 200)
    with pytest.raises(lower.TooLarge):
        with_format(text)


def test_a_role_can_have_too_many_seats() -> None:
    with pytest.raises(lower.TooLarge):
        plan_of(
            "debate: v1\nname: case\nroles: {a: {seats: 1000000000}, b: {}}\n"
            "format: [{id: p, steps: [{id: s, speakers: b, prompt: x}]}]\n"
        )

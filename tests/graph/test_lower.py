"""What the graph is made of: ids, what is waited for, and what is heard."""

from __future__ import annotations

from time import process_time

import pytest

from debatec.graph import lower
from debatec.graph.graph import Graph, Kind
from debatec.graph.plan import make_plan
from tests.graph.plans import HEAD, plan_of, root_of, with_format

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


STOP = "    stop: [enough: elapsed > 9]\n"


def test_parallel_seats_wait_for_what_they_hear_and_their_own_last_turn() -> None:
    graph = one()
    assert graph.nodes["p.r1.s.b"].sources == ()
    assert graph.nodes["p.r2.s.b"].after == ("p.r1.s.b",)
    assert hears(graph, "p.r2.s.b") == ["p.r1.s.a", "p.r1.s.c"]


def test_sequential_seats_hear_those_before_them() -> None:
    graph = one(", order: sequential")
    assert graph.nodes["p.r1.s.c"].after == ("p.r1.s.b",)
    assert hears(graph, "p.r1.s.c") == ["p.r1.s.a", "p.r1.s.b"]
    assert graph.nodes["p.r2.s.b"].after == ("p.r2.s.a",)
    assert graph.nodes["p.r2.s.a"].after == ("p.r1.s.c",)
    assert hears(graph, "p.r2.s.b") == ["p.r1.s.c", "p.r2.s.a"]


def test_a_gate_waits_for_its_round_and_the_gate_before() -> None:
    gates = [one().nodes[f"p.r{n}.gate"] for n in (1, 2)]
    assert gates[0].after == ("p.r1.s.a", "p.r1.s.b", "p.r1.s.c")
    assert gates[1].after == ("p.r2.s.a", "p.r2.s.b", "p.r2.s.c", "p.r1.gate")
    assert gates[1].hears == ()


def test_where_a_rule_may_end_the_phase_a_round_waits_for_the_one_before() -> None:
    graph = with_format(
        "  - id: p\n    rounds: 2\n    steps: [{id: s, speakers: [a, b], prompt: x}]\n" + STOP
    ).graph
    assert graph.nodes["p.r2.s.b"].after == ("p.r1.gate",)
    assert graph.nodes["p.r2.gate"].after == ("p.r2.s.a", "p.r2.s.b")


def test_a_rule_of_the_debate_is_in_force_in_every_phase_but_closing_ones() -> None:
    graph = plan_of(
        f"{HEAD}stop: [enough: elapsed > 9]\nformat:\n"
        "  - {id: p, rounds: 2, steps: [{id: s, speakers: a, prompt: x}]}\n"
    ).graph
    assert graph.nodes["p.r2.s.a"].after == ("p.r1.gate",)


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
    text = WINDOWS.replace("[a]", "[b]").replace("  - id: q", f"{STOP}  - id: q")
    graph = with_format(text % "latest").graph
    assert hears(graph, "q.r1.v.c") == ["p.r1.t.b", "p.r2.t.b"]
    assert hears(graph, "q.r3.v.c") == ["p.r1.t.b", "p.r2.t.b"]


def test_without_rules_the_last_round_of_an_earlier_phase_was_its_last() -> None:
    graph = with_format(WINDOWS.replace("[a]", "[b]") % "latest").graph
    assert hears(graph, "q.r1.v.c") == ["p.r2.t.b"]
    assert hears(graph, "q.r3.v.c") == ["p.r2.t.b"]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (WINDOWS, ("p.r2.s.a",)),
        (WINDOWS.replace("  - id: q", f"{STOP}  - id: q"), ("p.r2.gate",)),
        (WINDOWS.replace("id: q", "id: q\n    always: true"), ("p.r2.gate",)),
        (WINDOWS.replace("id: q", "id: q\n    when: elapsed > 9"), ("p.r2.gate",)),
        (WINDOWS.replace("id: p", "id: p\n    when: elapsed > 9"), ("p.r2.gate",)),
        (WINDOWS.replace("id: q", "id: q\n    when: true"), ("p.r2.s.a",)),
    ],
)
def test_a_phase_waits_for_the_one_before_where_that_may_end_early(
    text: str, after: tuple[str, ...]
) -> None:
    assert with_format(text % "this").graph.nodes["q.r1.u.a"].after == after


def test_a_window_that_reaches_back_waits_for_the_rounds_it_counts() -> None:
    graph = with_format(WINDOWS % "1").graph
    assert graph.nodes["q.r1.v.c"].after == ("p.r2.gate",)
    assert graph.nodes["q.r2.v.c"].after == ("q.r1.v.c",)


@pytest.mark.parametrize(
    "condition",
    ["when: u.text == 'x'", "when: count(u) > 0", "when: before(u.text) == 'x'", "covers: u"],
)
def test_a_step_waits_for_what_its_condition_reads(condition: str) -> None:
    text = WINDOWS.replace("id: v,", f"id: v, {condition},")
    graph = with_format(text % "this").graph
    assert "q.r2.u.a" in graph.nodes["q.r2.v.c"].after
    assert "q.r1.u.a" not in graph.nodes["q.r2.v.c"].after


def test_a_condition_on_what_is_no_step_waits_for_the_round_before() -> None:
    text = WINDOWS.replace("id: v,", "id: v, when: live(a) > 0,")
    assert "q.r1.gate" in with_format(text % "this").graph.nodes["q.r2.v.c"].after


def test_a_turn_waits_for_what_its_stand_ins_read() -> None:
    text = (
        f"{HEAD}blocks: {{k: {{fields: {{n: {{type: number}}, t: {{type: string}}}}, "
        "otherwise: {n: u.round, t: w.round}}}\nformat:\n  - id: q\n    steps:\n"
        "      - {id: u, speakers: a, prompt: x}\n      - {id: w, speakers: b, prompt: x}\n"
        "      - {id: v, speakers: c, prompt: x, sees: nothing, returns: k}\n"
    )
    assert plan_of(text).graph.nodes["q.r1.v.c"].after == ("q.r1.u.a",)


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
    assert program.after == ("p.r1.n",)
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
            "  - id: q\n    steps: [{id: t, speakers: [b, c], prompt: x, sees: {who: self, "
            "window: all}}]\n    rounds: 5\n",
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


@pytest.mark.parametrize(
    ("seats", "rounds", "more", "edges"),
    [(8, 12_500, "", 9), (100, 1_000, ", sees: [{who: others, window: 1}]", 101)],
)
def test_a_hundred_thousand_turns_are_unrolled_in_time(
    seats: int, rounds: int, more: str, edges: int
) -> None:
    """The goal is 5 s; ten times as long is a fault in the making."""
    root = root_of(
        f"debate: v1\nname: big\nroles: {{a: {{seats: {seats}}}}}\nformat:\n"
        f"  - {{id: p, rounds: {rounds}, steps: [{{id: s, speakers: a, prompt: x{more}}}]}}\n"
    )
    begun = process_time()
    graph = make_plan(root, {}).graph
    assert process_time() - begun < 50
    assert len(graph.nodes) == seats * rounds + rounds + 1
    # Everybody hears the others once and waits for itself; a gate waits for its round.
    assert max(len(node.sources) for node in graph) <= edges

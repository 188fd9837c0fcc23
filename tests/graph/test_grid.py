"""The model that every drawing shows."""

from __future__ import annotations

import pytest

from debatec.graph.graph import Kind
from debatec.graph.grid import MOST_SEATS, Arrow, by_role, grid
from debatec.graph.plan import Plan
from tests.graph.drawings import NAMES, planned
from tests.graph.plans import plan_of, with_format


def joined(arrow: Arrow) -> tuple[str, str, bool, bool]:
    return arrow.source.id, arrow.target.id, arrow.heard, arrow.again


def spans(plan: Plan, *, full: bool = False) -> list[tuple[int, int]]:
    return [(rounds.first, rounds.last) for rounds in grid(plan, full=full).rounds]


def test_of_more_than_two_rounds_one_stands_for_all_later_ones() -> None:
    step = "steps: [{id: s%d, speakers: a, prompt: x}]"
    plan = with_format(
        f"  - {{id: p, rounds: 2, {step % 1}}}\n  - {{id: q, rounds: 5, {step % 2}}}\n"
    )
    assert spans(plan) == [(1, 1), (2, 2), (1, 1), (2, 5)]
    assert spans(plan, full=True) == [(n, n) for n in (1, 2, 1, 2, 3, 4, 5)]


@pytest.mark.parametrize("name", NAMES)
def test_in_full_every_node_is_drawn_once(name: str) -> None:
    plan = planned(name)
    drawn = [node.id for cell in grid(plan, full=True) for node in cell.nodes]
    assert sorted(drawn) == sorted(plan.graph.nodes)


def test_rounds_drawn_as_one_hear_the_first_and_themselves() -> None:
    text = "  - {id: p, rounds: 4, steps: [{id: s, speakers: [a, b], prompt: x, sees: others}]}\n"
    arrows = [joined(arrow) for arrow in grid(with_format(text)).arrows]
    assert [arrow for arrow in arrows if arrow[2]] == [
        ("p.r1.s.b", "p.r4.s.a", True, False),
        ("p.r4.s.b", "p.r4.s.a", True, True),
        ("p.r1.s.a", "p.r4.s.b", True, False),
        ("p.r4.s.a", "p.r4.s.b", True, True),
    ]
    assert ("p.r4.gate", "p.r4.gate", False, True) in arrows
    assert arrows[-1] == ("p.r4.gate", "result", False, False)


@pytest.mark.parametrize("name", ["keys", "panel", "pingpong"])
def test_every_reply_that_is_heard_has_its_arrow(name: str) -> None:
    plan = planned(name)
    arrows = {joined(arrow)[:3] for arrow in grid(plan, full=True).arrows}
    heard = {(id, node.id, True) for node in plan.graph for id in node.hears}
    assert {arrow for arrow in arrows if arrow[2]} == heard


def test_what_is_heard_is_not_waited_for_once_more() -> None:
    text = (
        "  - id: p\n    steps:\n"
        "      - {id: s, speakers: [a, b], prompt: x, order: sequential, sees: nothing}\n"
        "      - {id: t, speakers: c, prompt: x, sees: s}\n"
    )
    arrows = [joined(arrow)[:3] for arrow in grid(with_format(text)).arrows]
    assert arrows == [
        ("p.r1.s.a", "p.r1.s.b", False),
        ("p.r1.s.a", "p.r1.t.c", True),
        ("p.r1.s.b", "p.r1.t.c", True),
        ("p.r1.t.c", "p.r1.gate", False),
        ("p.r1.gate", "result", False),
    ]


@pytest.mark.parametrize(("seats", "columns"), [(MOST_SEATS, MOST_SEATS), (MOST_SEATS + 1, 1)])
def test_many_seats_share_a_column(seats: int, columns: int) -> None:
    plan = plan_of(
        f"debate: v1\nname: many\nroles: {{a: {{seats: {seats}}}}}\n"
        "format: [{id: p, steps: [{id: s, speakers: a, prompt: x}]}]\n"
    )
    assert len(grid(plan).columns) == columns
    assert len(grid(plan).rounds[0].rows[0].cells) == columns


def test_a_cell_knows_its_places_in_the_speaking_order() -> None:
    plan = planned("crowd")
    speak, vote, count = grid(plan, by_role(plan)).rounds[0].rows
    assert [(cell.column, cell.first, cell.last) for cell in speak.cells] == [(0, 1, 40)]
    assert [(cell.column, cell.first, cell.last) for cell in vote.cells] == [
        (0, 1, 40),
        (1, 41, 41),
    ]
    assert [(cell.column, cell.kind) for cell in count.cells] == [(None, Kind.TALLY)]


def test_letters_tell_seats_and_programs_apart() -> None:
    keys = grid(planned("panel")).keys
    assert keys["panelist-1"] == "A"
    assert keys["editor"] == "D"
    assert (keys["findings"], keys["verdict"]) == ("a", "b")

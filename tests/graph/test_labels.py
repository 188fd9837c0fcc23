"""The words of drawings."""

from __future__ import annotations

from debatec.graph.grid import grid
from debatec.graph.labels import Labels
from tests.graph.drawings import planned
from tests.graph.plans import with_format


def labels(name: str, *, full: bool = False) -> Labels:
    return Labels(grid(planned(name), full=full))


def test_the_heading_counts_all_rounds() -> None:
    assert labels("pingpong").heading() == "pingpong 1.0.0: 2 seats, 6 turns at most"


def test_only_marks_that_are_used_are_explained() -> None:
    assert list(labels("pingpong").marks()) == [
        "1 2 speak in this order",
        "← hears what was said by",
    ]
    alone = with_format("  - {id: p, steps: [{id: s, speakers: a, prompt: x}]}\n")
    assert list(Labels(grid(alone)).marks()) == ["● speak at once"]


def test_rounds_that_are_drawn_as_one() -> None:
    words = labels("pingpong")
    assert [words.rounds(rounds) for rounds in words.grid.rounds] == [
        "round 1",
        "rounds 2 to 3, each",
    ]


def test_cells_name_whom_they_hear() -> None:
    words = labels("panel")
    audit, findings = words.grid.rounds[1].rows
    assert [words.cell(audit, cell) for cell in audit.cells] == [
        "● ← B C a",
        "● ← A C a",
        "● ← A B a",
    ]
    assert words.program(findings) == "a ledger of A-C"
    assert words.notes(audit) == ["hears the round before", "quorum 2"]


def test_a_gate_is_the_end_where_no_round_follows() -> None:
    for full, expected in (
        (False, ["next round?", "next round?"]),
        (True, ["next round?", "next round?", "end of phase"]),
    ):
        words = labels("pingpong", full=full)
        gates = [words.titles(rounds.gate) for rounds in words.grid.rounds]
        assert gates == [[title] for title in expected]


def test_conditions_stand_on_one_line() -> None:
    text = (
        "  - id: p\n    steps: [{id: s, speakers: a, prompt: x}]\n"
        "    stop: [{id: r, when: 'round.last\n\n      and 1 < 2', outcome: hung}]\n"
    )
    plan = with_format(text)
    (stop,) = Labels(grid(plan)).stops(plan.spec.phases[0])
    assert (stop.head, stop.when) == ("r → hung", "round.last and 1 < 2")

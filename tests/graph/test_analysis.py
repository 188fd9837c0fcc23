"""Bounds, reckoned by hand."""

from __future__ import annotations

import pytest

from debatec.graph.analysis import Analysis, Step, analyse
from debatec.spec.shipped import QUOTATIONS
from tests.graph.plans import plan_of, shipped

SPEC = """\
debate: v1
name: case
inputs: {text: {type: string, default: "12345678"}}
roles:
  a: {seats: 2, attempts: 3, turn_timeout: 10s, system: Twelve chars, session: %(session)s}
  b: {system: Four, session: %(session)s}
prompts:
  first: First prompt {{ inputs.text }}
  later: Later
format:
  - id: p
    rounds: 2
    steps:
      - {id: s, speakers: a, order: %(order)s, prompt: {first: first, then: later}, returns: status}
      - {id: l, kind: ledger, of: s}
  - id: q
    always: true
    steps: [{id: t, speakers: b, sees: s, prompt: Last}]
limits: {turn_timeout: 7s, attempts: 2, reply: 100%(time)s}
"""


def analysed(order: str = "parallel", session: str = "persistent", time: str = "") -> Analysis:
    return analyse(plan_of(SPEC % {"order": order, "session": session, "time": time}))


def test_turns_and_calls() -> None:
    # Four turns of a: 3 attempts of 1 + 2 asks; one of b: 2 attempts.
    assert (analysed().turns, analysed().calls) == (5, 4 * 3 * 3 + 2)
    assert analysed().tokens_out == 38 * 100


@pytest.mark.parametrize(
    ("order", "path"),
    [
        ("parallel", ("p.r1.s.a-1", "p.r2.s.a-1", "q.r1.t.b")),
        ("sequential", ("p.r1.s.a-1", "p.r1.s.a-2", "p.r2.s.a-1", "p.r2.s.a-2", "q.r1.t.b")),
    ],
)
def test_the_longest_chain(order: str, path: tuple[str, ...]) -> None:
    assert analysed(order).path == path


@pytest.mark.parametrize(("order", "width"), [("parallel", 2), ("sequential", 1)])
def test_steps_and_the_widest(order: str, width: int) -> None:
    found = analysed(order)
    assert found.steps == (Step("p.s", ("a-1", "a-2"), width), Step("q.t", ("b",), 1))
    assert found.widest == found.steps[0]


def test_a_step_has_the_seats_that_are_picked() -> None:
    spec = SPEC.replace("speakers: a,", "speakers: {who: a, where: seat.number == 2},")
    plan = plan_of(spec % {"order": "parallel", "session": "fresh", "time": ""})
    assert analyse(plan).steps[0] == Step("p.s", ("a-2",), 1)


@pytest.mark.parametrize(
    ("order", "time", "seconds"),
    [
        ("parallel", "", 2 * 30 + 14),
        ("sequential", "", 4 * 30 + 14),
        ("parallel", ", time: 45s", 45 + 14),
        ("parallel", ", time: 45.5s", 60),
        ("parallel", ", time: 1h", 2 * 30 + 14),
    ],
)
def test_time_cuts_all_but_closing_phases(order: str, time: str, seconds: int) -> None:
    assert analysed(order, time=time).seconds == seconds


TOLD = 2 + len(QUOTATIONS)
"""Characters that every system text ends with."""
SYSTEM, FIRST, LATER = -(-(12 + TOLD) // 4), (13 + 17 + 8 + 3) // 4, 2
LAST = -(-(4 + TOLD) // 4) + 1 + 4 * 100


def test_a_persistent_seat_sends_its_session_again() -> None:
    first = SYSTEM + FIRST
    # After three replies of the first turn; the other seat's reply and the ledger are new.
    later = first + 300 + LATER + 200
    turns = [3 * (3 * sent + 100 * (0 + 1 + 2)) for sent in (first, later)]
    last = 2 * LAST
    assert analysed().tokens_in == 2 * sum(turns) + last


def test_a_fresh_seat_sends_what_it_hears_alone() -> None:
    first, later = SYSTEM + FIRST, SYSTEM + LATER + 200
    turns = [3 * (3 * sent + 100 * (0 + 1 + 2)) for sent in (first, later)]
    last = 2 * LAST
    assert analysed(session="fresh").tokens_in == 2 * sum(turns) + last


def test_more_rounds_take_more() -> None:
    few, many = (analyse(shipped("panel", {"rounds": rounds})) for rounds in (2, 5))
    assert few.turns < many.turns
    assert few.tokens_in < many.tokens_in
    assert few.seconds < many.seconds


def test_every_number_is_whole() -> None:
    found = analyse(shipped("panel"))
    numbers = (found.turns, found.calls, found.tokens_in, found.tokens_out, found.seconds)
    assert all(type(number) is int for number in numbers)


@pytest.mark.parametrize(
    ("limits", "cut_by"),
    [
        ("", ()),
        (", time: 60s", ()),
        (", time: 59s", ("time",)),
        (", tokens: 1m", ()),
        (", tokens: 1000", ("tokens",)),
        (", tokens: 1000, time: 59s", ("time", "tokens")),
    ],
)
def test_limits_that_end_it_sooner(limits: str, cut_by: tuple[str, ...]) -> None:
    # Both rounds of a take 3 attempts of 10 s.
    assert analysed(time=limits).cut_by == cut_by


def test_what_closing_phases_take_is_cut_by_no_limit() -> None:
    found = analysed()
    closing = 2 * LAST + 2 * 100
    most = found.tokens_in + found.tokens_out - closing
    assert analysed(time=f", tokens: {most}").cut_by == ()
    assert analysed(time=f", tokens: {most - 1}").cut_by == ("tokens",)

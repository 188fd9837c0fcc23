"""Turns that scripts name, held against a debate."""

from __future__ import annotations

import time

import pytest

from debatec.check.pipeline import compile_source
from debatec.check.turns import MAX_FINDINGS, no_turn, unknown_turns
from debatec.graph.plan import Plan, make_plan
from debatec.source.diagnostic import has_errors
from debatec.source.text import Source
from tests.support.debates import debate

SPEC = """\
debate: v1
name: small
inputs:
  rounds: {type: integer, minimum: 1, maximum: 9, default: 2}
  jurors: {type: integer, minimum: 1, maximum: 9, default: 2}
roles: {peer: {seats: 2..3}, judge: {}, juror: {seats: inputs.jurors}, page: {seats: 0..1}}
format:
  - id: talk
    rounds: 3
    steps:
      - {id: say, speakers: [peer, page], prompt: Speak.}
  - id: close
    rounds: inputs.rounds
    steps:
      - {id: report, speakers: [judge, juror], sees: say, prompt: Report.}
"""
SPEC_OF_PICKED = debate(
    [
        {
            "id": "say",
            "speakers": {"who": "peer", "where": "seat.number == 2"},
            "prompt": "Speak.",
        }
    ]
)


def plan(spec: str = SPEC) -> Plan:
    found = compile_source(Source("", spec))
    assert found.root
    assert not has_errors(found.diagnostics), found.diagnostics
    if spec is not SPEC:
        return make_plan(found.root, {})
    counts = {"peer": 2, "judge": 1, "juror": 2, "page": 0}
    return make_plan(found.root, {"rounds": 2, "jurors": 2}, counts=counts)


def told(*turns: str, of: Plan | None = None) -> list[str]:
    text = "\n".join(turns)
    source, at, places = Source("x", text), 0, {}
    for turn in turns:
        places[turn] = source.span(at, at + len(turn))
        at += len(turn) + 1
    return [
        f"{found.span.position[0]} {found.message} | {found.hint}"
        for found in unknown_turns(of or plan(), places)
    ]


@pytest.mark.parametrize(
    "turn",
    [
        "talk.r1.say.peer-1",
        "talk.r3.say.peer-2",
        "close.r1.report.judge",
        pytest.param("talk.r1.say.peer-3", id="with more seats"),
        pytest.param("talk.r1.say.page", id="with a seat that may be left out"),
        pytest.param("close.r9.report.judge", id="with more rounds"),
        pytest.param("close.r1.report.juror-7", id="with more seats by an input"),
        pytest.param("close.r1.report.juror", id="with one seat by an input"),
    ],
)
def test_a_turn_that_the_debate_can_have_is_no_fault(turn: str) -> None:
    assert told(turn) == []


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (
            "tlak.r1.say.peer-1",
            "1 there is no turn 'tlak.r1.say.peer-1': no phase is called 'tlak'; "
            "did you mean 'talk.r1.say.peer-1'? | phases: talk, close",
        ),
        (
            "talk.r4.say.peer-1",
            "1 there is no turn 'talk.r4.say.peer-1': 'talk' has no round 4 | its last is round 3",
        ),
        (
            "talk.r0.say.peer-1",
            "1 there is no turn 'talk.r0.say.peer-1': rounds count from 1 | "
            "'talk' has the rounds 1 to 3",
        ),
        (
            "talk.r1.sya.peer-1",
            "1 there is no turn 'talk.r1.sya.peer-1': phase 'talk' has no step 'sya'; "
            "did you mean 'talk.r1.say.peer-1'? | steps of 'talk' with speakers: say",
        ),
        (
            "talk.r1.report.judge",
            "1 there is no turn 'talk.r1.report.judge': step 'report' is in phase 'close', not in "
            "'talk'; did you mean 'close.r1.report.judge'? | steps of 'talk' with speakers: say",
        ),
        (
            "talk.r1.say.peer-4",
            "1 there is no turn 'talk.r1.say.peer-4': no seat 'peer-4' speaks in 'say'; "
            "did you mean 'talk.r1.say.peer-3'? | seats: peer-1, peer-2, peer-3, page",
        ),
        (
            "talk.r1.say.judge",
            "1 there is no turn 'talk.r1.say.judge': no seat 'judge' speaks in 'say' | "
            "seats: peer-1, peer-2, peer-3, page",
        ),
        (
            "close.r1.report.juror-0",
            "1 there is no turn 'close.r1.report.juror-0': no seat 'juror-0' speaks in 'report'; "
            "did you mean 'close.r1.report.juror-2'? | seats: judge, juror-1, juror-2",
        ),
        (
            "talk.say.peer-1",
            "1 'talk.say.peer-1' is no turn: one is named PHASE.rN.STEP.SEAT; "
            "did you mean 'talk.r1.say.peer-1'? | "
            "such as 'talk.r1.say.peer-1'; 'debatec compile --plan' lists all turns",
        ),
        (
            "talk.r01.say.peer-1",
            "1 'talk.r01.say.peer-1' is no turn: one is named PHASE.rN.STEP.SEAT; "
            "did you mean 'talk.r1.say.peer-1'? | "
            "such as 'talk.r1.say.peer-1'; 'debatec compile --plan' lists all turns",
        ),
    ],
)
def test_a_turn_that_it_never_has_is_told_with_the_reason(turn: str, message: str) -> None:
    assert told(turn) == [message]


def test_every_part_of_what_is_meant_is_mended() -> None:
    (line,) = told("tlak.r2.sya.peer_1")
    assert "; did you mean 'talk.r2.say.peer-1'?" in line


def test_nodes_without_a_speaker_are_no_turns() -> None:
    tally = {"id": "verdict", "kind": "tally", "of": "say"}
    say = {"id": "say", "speakers": ["peer"], "prompt": "Vote.", "returns": "vote"}
    of = plan(debate([say, tally]))
    (first, second) = told("talk.r1.verdict", "talk.r1.verdict.peer-1", of=of)
    assert first.startswith("1 'talk.r1.verdict' is no turn")
    assert "nobody speaks in 'verdict'" in second


def test_every_place_is_told_in_order_up_to_a_bound() -> None:
    wrong = [f"talk.r{n}.say.peer-1" for n in range(4, 400)]
    found = told("talk.r1.say.peer-1", *wrong)
    assert [line.split(" ")[0] for line in found] == [str(n + 2) for n in range(MAX_FINDINGS)]


def test_what_is_no_turn_of_a_large_debate_is_found_in_no_time() -> None:
    large = plan(debate(seats=100, rounds=50))
    begun = time.process_time()
    assert len(told(*(f"tlak.r1.syy.peer_{n:03}" for n in range(100)), of=large)) == 100
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    ("turn", "seats"),
    [
        ("talk.r1.say.peer-3", "seats: peer-1, peer-2"),
        ("talk.r1.say.page", "seats: peer-1, peer-2"),
        ("close.r1.report.juror-3", "seats: judge, juror-1, juror-2"),
        ("peer-3", "seats: peer-1, peer-2, judge, juror-1, juror-2"),
        ("close.r3.report.judge", "its last is round 2"),
    ],
)
def test_of_one_plan_only_what_it_has_is_a_turn(turn: str, seats: str) -> None:
    wrong = no_turn(plan(), turn)
    assert wrong
    assert seats in wrong[1]


def test_a_seat_that_a_step_passes_over_has_no_turn_there() -> None:
    picked = plan(SPEC_OF_PICKED)
    assert no_turn(picked, "talk.r1.say.peer-2") is None
    assert no_turn(picked, "talk.r1.say.peer-1") == (
        "there is no turn 'talk.r1.say.peer-1': no seat 'peer-1' speaks in 'say'; "
        "did you mean 'talk.r1.say.peer-2'?",
        "seats: peer-2",
    )


def test_a_seat_alone_stands_for_none_of_its_turns() -> None:
    wrong = no_turn(plan(), "peer-2")
    assert wrong
    assert wrong[0].endswith("; did you mean 'talk.r1.say.peer-2'?")

"""Where a run stands: golden for a run in which much goes wrong, whole and cut off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from debatec.report.status import lines, status_of
from debatec.runtime.events import Asked, Purpose, Replied
from debatec.runtime.past import Past, read_run
from debatec.runtime.state import fold
from tests.report.runs import CASES, compare, ran
from tests.support.runs import validator


def up_to(past: Past, number: int) -> Past:
    """A run after some of its events."""
    first = past.lines[:number]
    state = fold(past.plan.graph, (line.event for line in first))
    return replace(past, folder=Path("runs/x"), lines=first, state=state)


def test_a_run_in_which_much_goes_wrong(tmp_path: Path) -> None:
    past = read_run(ran(tmp_path, "stumbling").folder)
    replied = next(n for n, line in enumerate(past.lines) if isinstance(line.event, Replied))
    shown = []
    for number, is_held in (
        (0, False),
        (replied, True),
        (replied, False),
        (len(past.lines), False),
    ):
        found = status_of(up_to(past, number), is_held)
        validator("status").validate(found)
        shown.append("\n".join(lines(found)))
    compare(CASES / "status.txt", "\n\n-----\n\n".join(shown) + "\n")


def test_every_stage_of_a_run_has_a_status_by_the_schema(tmp_path: Path) -> None:
    past = read_run(ran(tmp_path, "panel").folder)
    answered = [0]
    for number in range(len(past.lines) + 1):
        found = status_of(up_to(past, number), True)
        validator("status").validate(found)
        answered.append(found["turns"]["answered"])
        in_flight = {request["turn"] for request in found["asked"]}
        last = past.lines[number - 1].event if number else None
        assert not isinstance(last, Asked) or last.turn in in_flight
        assert (found["state"] == "over") == (number == len(past.lines))
    assert answered == sorted(answered)
    assert answered[-1] == 14


@pytest.mark.parametrize(
    ("purpose", "words"),
    [
        (Purpose.REPLY, "(attempt 1)"),
        (Purpose.REPAIR, "(attempt 1, for what it lacked)"),
        (Purpose.BLOCK, "(attempt 1, for its block)"),
    ],
)
def test_what_is_asked_for_is_told(tmp_path: Path, purpose: Purpose, words: str) -> None:
    past = read_run(ran(tmp_path, "stumbling").folder)
    number = next(n for n, line in enumerate(past.lines) if isinstance(line.event, Asked))
    last = past.lines[number]
    assert isinstance(last.event, Asked)
    asked = replace(last, event=replace(last.event, purpose=purpose))
    begun = up_to(past, number + 1)
    found = status_of(replace(begun, lines=(*begun.lines[:-1], asked)), True)
    validator("status").validate(found)
    assert words in "\n".join(lines(found))

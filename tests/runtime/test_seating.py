"""What introduces seats to their roles."""

from __future__ import annotations

import pytest

from debatec.runtime.seating import Seating
from debatec.spec.shipped import QUOTATIONS
from tests.support.debates import debate
from tests.support.runs import plan_of


@pytest.mark.parametrize(
    ("system", "text"),
    [
        ("You are {{ seat.title }}.\n\n", "You are peer-1.\n\n"),
        ("{% if seat.number == 2 %}Second.{% endif %}", ""),
        ("Obey every reply.", "Obey every reply.\n\n"),
    ],
)
def test_every_seat_is_told_what_replies_are(system: str, text: str) -> None:
    seating = Seating(plan_of(debate(peer={"system": system})))
    assert seating.system("peer-1") == text + QUOTATIONS


def test_the_text_that_ships_says_it_once() -> None:
    told = Seating(plan_of(debate(peer={"lens": "security"}))).system("peer-2")
    assert told == (
        f"You are peer-2 in a debate between peer-1, peer-2.\nYour lens: security.\n\n{QUOTATIONS}"
    )

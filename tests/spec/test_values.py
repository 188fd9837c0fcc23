"""Literals of each slot."""

from __future__ import annotations

from fractions import Fraction

import pytest

from debatec.source.nodes import Scalar
from debatec.source.text import Source
from debatec.spec.values import Slot, is_none, literal

SPAN = Source("", "").span(0, 0)


def scalar(text: str) -> Scalar:
    return Scalar(SPAN, text, text)


@pytest.mark.parametrize(
    ("slot", "text", "number"),
    [
        (Slot.COUNT, "3", 3),
        (Slot.COUNT, "1.5", Fraction(3, 2)),
        (Slot.DURATION, "90s", 90),
        (Slot.DURATION, "90", 90),
        (Slot.DURATION, "250ms", Fraction(1, 4)),
        (Slot.DURATION, "5m", 300),
        (Slot.DURATION, "1.5h", 5400),
        (Slot.TOKENS, "400", 400),
        (Slot.TOKENS, "4k", 4000),
        (Slot.TOKENS, "1.5m", 1_500_000),
    ],
)
def test_literals(slot: Slot, text: str, number: int | Fraction) -> None:
    assert literal(scalar(text), slot) == number


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        (Slot.COUNT, "3s"),
        (Slot.COUNT, "-1"),
        (Slot.COUNT, ""),
        (Slot.COUNT, "inputs.n"),
        (Slot.COUNT, "3\n"),
        (Slot.COUNT, "١"),
        (Slot.COUNT, "1" * 13),
        (Slot.DURATION, "4k"),
        (Slot.DURATION, "5 m"),
        (Slot.DURATION, "1h30m"),
        (Slot.TOKENS, "4s"),
        (Slot.TOKENS, "1e3"),
    ],
)
def test_what_is_no_literal(slot: Slot, text: str) -> None:
    assert literal(scalar(text), slot) is None


def test_none() -> None:
    assert is_none(scalar("none"))
    assert not is_none(scalar("3"))

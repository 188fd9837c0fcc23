"""Values are settled by the inputs, exactly, and bounded."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from debatec.graph.bind import Bounds, bind, defaults, most
from debatec.source.nodes import Plain
from debatec.spec.build import build
from tests.graph.plans import root_of

SPEC = """\
debate: v1
name: case
inputs:
  n: {type: integer, default: 3}
  top: {type: integer, maximum: 7}
  free: {type: integer}
  share: {type: number, default: 0.25}
roles: {a: {seats: %(seats)s}}
format: [{id: p, rounds: %(rounds)s, steps: [{id: s, speakers: a, prompt: x, quorum: 1}]}]
limits: {turn_timeout: %(time)s, reply: %(reply)s, strikes: %(strikes)s}
"""
USUAL = {"seats": "1", "rounds": "1", "time": "90s", "reply": "4k", "strikes": "3"}


def bound(inputs: dict[str, Plain] | None = None, **values: str) -> tuple[Bounds, list[str]]:
    spec = build(root_of(SPEC % (USUAL | values)))
    bounds, faults = bind(spec, most(spec) if inputs is None else inputs)
    assert all(fault.rule == "DB501" for fault in faults)
    return bounds, [fault.message for fault in faults]


@pytest.mark.parametrize(
    ("value", "rounds"),
    [
        ("4", 4),
        ("inputs.n", 3),
        ("inputs.n * 2 + 1", 7),
        ("inputs.share * 8", 2),
        ("inputs.top", 7),
        ("'min(inputs.n, 2)'", 2),
        ("2 if inputs.n > 2 else 1", 2),
    ],
)
def test_rounds(value: str, rounds: int) -> None:
    assert bound(rounds=value)[0].rounds == {"p": rounds}


def test_inputs_that_are_given_count() -> None:
    assert bound({"n": 5}, rounds="inputs.n")[0].rounds == {"p": 5}


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("90s", 90), ("5m", 300), ("1h", 3600), ("7", 7), ("1.5", Fraction(3, 2)), ("inputs.n", 3)],
)
def test_times_are_exact(value: str, seconds: int | Fraction) -> None:
    assert bound(time=value)[0].roles["a"].turn_timeout == seconds


def test_a_decimal_input_is_a_time() -> None:
    assert bound({"n": Decimal("0.1")}, time="inputs.n")[0].roles["a"].turn_timeout == Fraction(
        1, 10
    )


def test_strikes_can_be_none() -> None:
    assert bound(strikes="none")[0].strikes is None


def test_a_shipped_block_has_its_asks() -> None:
    assert bound()[0].asks["status"] == 2


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("rounds", "inputs.free", "rounds of 'p' has no value"),
        ("rounds", "inputs.n / 2", "rounds of 'p' is 1.5, not a whole number"),
        ("rounds", "inputs.n - 3", "rounds of 'p' is 0, not a whole number"),
        ("rounds", "1000 * 1000 * 1000 * inputs.n", "rounds of 'p' is more than 1,000,000,000"),
        (
            "rounds",
            "0 - 1000 * 1000 * 1000 * inputs.n",
            "rounds of 'p' is less than -1,000,000,000, not a whole number",
        ),
        ("seats", "inputs.n / 0", "seats of 'a' has no value"),
        ("seats", "'3'", "seats of 'a' has no value"),
        ("reply", "0.5", "reply is 0.5, not a number of tokens such as 400 or 4k"),
        ("time", "inputs.n - 4", "turn_timeout is -1, not a time such as 90s, 5m or 1h"),
    ],
)
def test_what_is_no_number_of_its_slot_is_a_fault(key: str, value: str, message: str) -> None:
    bounds, messages = bound(None, **{key: f'"{value}"'})
    assert messages == [message]
    assert bounds.rounds["p"] >= 1


def test_a_text_that_is_no_expression_is_left_to_the_check_of_values() -> None:
    assert bound(rounds="'a b'") == (bound()[0], [])


def test_defaults_and_most() -> None:
    spec = build(root_of(SPEC % USUAL))
    assert defaults(spec) == {"n": 3, "share": Decimal("0.25")}
    assert most(spec) == {"n": 3, "share": Decimal("0.25"), "top": 7, "free": None}

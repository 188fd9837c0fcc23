"""Values are settled by the inputs, exactly, and bounded."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from debatec.graph.bind import bind, defaults, most
from debatec.graph.bounds import Bounds, SamplingBounds, SeatBounds, WordBounds
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
  null_able: {type: [integer, "null"], maximum: 4}
roles: {a: {seats: %(seats)s, words: %(words)s, sampling: %(sampling)s}}
format:
  - id: p
    rounds: %(rounds)s
    steps:
      - {id: s, speakers: a, prompt: x, quorum: 1}
      - {id: t, speakers: a, prompt: x, words: {max: 9}}
limits: {turn_timeout: %(time)s, reply: %(reply)s, strikes: %(strikes)s, at_once: 4, %(limits)s}
"""
USUAL = {"seats": "1", "rounds": "1", "time": "90s", "reply": "4k", "strikes": "3"}
USUAL |= {"words": "7", "sampling": "{seed: 0}", "limits": "idle_timeout: 1"}


def bound(inputs: dict[str, Plain] | None = None, **values: str) -> tuple[Bounds, list[str]]:
    spec = build(root_of(SPEC % (USUAL | values)))
    bounds, faults = bind(spec, most(spec) if inputs is None else inputs)
    assert {fault.rule for fault in faults} <= {"DB423", "DB501"}
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
        ("rounds", "inputs.n - 3", "rounds of 'p' is 0, and has to be at least 1"),
        ("rounds", "1000 * 1000 * 1000 * inputs.n", "rounds of 'p' is more than 1,000,000,000"),
        (
            "rounds",
            "0 - 1000 * 1000 * 1000 * inputs.n",
            "rounds of 'p' is less than -1,000,000,000, and has to be at least 1",
        ),
        ("seats", "inputs.n / 0", "seats of 'a' has no value"),
        ("seats", "'3'", "seats of 'a' has no value"),
        ("reply", "0.5", "reply is 0.5, not a number of tokens such as 400 or 4k"),
        ("time", "inputs.n - 4", "turn_timeout is -1, and has to be more than 0"),
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
    assert most(spec) == {"n": 3, "share": Decimal("0.25"), "top": 7, "null_able": 4}


@pytest.mark.parametrize(
    ("seats", "least", "most"),
    [
        ("3", 3, 3),
        ("2..8", 2, 8),
        ("0..1", 0, 1),
        ("inputs.n .. inputs.n + 1", 3, 4),
        ("1..inputs.top", 1, 7),
    ],
)
def test_seats_are_a_number_or_a_range(seats: str, least: int, most: int) -> None:
    bounds, faults = bound(seats=f'"{seats}"')
    assert (bounds.seats["a"], faults) == (SeatBounds(least, most), [])


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ("8..2", "seats of 'a' are 8..2, and 8 is more"),
        ("1..1001", "seats of 'a' are up to 1,001; a range ends at 1,000"),
        ("0..0", "seats of 'a' are none: a range ends at 1 or more"),
        ("1..inputs.free", "seats of 'a' has no value"),
        ("0 - 1..2", "seats of 'a' is -1, and has to be at least 0"),
    ],
)
def test_a_range_that_is_none_is_a_fault(seats: str, message: str) -> None:
    assert bound(seats=f'"{seats}"')[1] == [message]


@pytest.mark.parametrize(
    ("rounds", "inputs", "found"),
    [
        ("inputs.null_able", {"null_able": None}, (12, True)),
        ("inputs.null_able + 1", {"null_able": None}, (12, True)),
        ("inputs.null_able", {"null_able": 3}, (3, False)),
        ("inputs.null_able", {}, (1, False)),
        ("'null'", {}, (1, False)),
        ("{max: 5, hidden: inputs.n > 2}", {"n": 3}, (5, True)),
        ("{max: 5, hidden: inputs.n > 2}", {"n": 2}, (5, False)),
        ("{max: 5, hidden: true}", {}, (5, True)),
        ("null", {}, (12, True)),
    ],
)
def test_hidden_rounds(rounds: str, inputs: dict[str, Plain], found: tuple[int, bool]) -> None:
    bounds, _ = bound(inputs, rounds=rounds)
    assert (bounds.rounds["p"], bounds.hidden["p"]) == found


def test_a_value_that_nobody_gave_is_not_null() -> None:
    assert bound({}, rounds="inputs.null_able")[1] == ["rounds of 'p' has no value"]


def test_words_sampling_and_limits() -> None:
    bounds, faults = bound(
        words="{min: inputs.n, max: 9}",
        sampling="{temperature: inputs.share, max_tokens: 80, seed: 0}",
        limits="tokens: 400k, cost: 1.5, context: 8k",
    )
    assert faults == []
    assert bounds.words_of("s", "a") == WordBounds(3, 9)
    assert bounds.words_of("t", "a") == WordBounds(None, 9)
    assert bounds.roles["a"].sampling == SamplingBounds(Fraction(1, 4), 80, 0)
    assert (bounds.tokens, bounds.cost, bounds.context) == (400_000, Fraction(3, 2), 8_000)
    assert bounds.at_once == 4


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("words", "{min: 9, max: 3}", "words of 'a' are at least 9 and at most 3"),
        ("sampling", "{temperature: 2.5}", "temperature of 'a' is more than 2"),
        ("sampling", "{temperature: 0 - 1}", "temperature of 'a' is -1, and has to be at least 0"),
        ("sampling", "{seed: 0 - 1}", "seed of 'a' is -1, and has to be at least 0"),
        ("limits", "cost: 0", "cost is 0, and has to be more than 0"),
        ("limits", "tokens: inputs.free", "tokens has no value"),
    ],
)
def test_numbers_out_of_their_range_are_faults(key: str, value: str, message: str) -> None:
    assert bound(None, **{key: value})[1] == [message]

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.source.nodes import Scalar
from debatec.source.text import Source
from debatec.template.expression import Expression, evaluate, parse
from debatec.template.functions import overlaps, similarity
from debatec.template.numbers import DOUBLE, EXACT, Numbers
from debatec.template.reading import Environment
from debatec.template.values import Value


@dataclass
class Run:
    """A run whose readings are given one after the other, the latest last."""

    readings: list[dict[str, Value]]
    said: dict[str, list[list[Mapping[str, Value]]]] = field(default_factory=dict)
    numbers: Numbers = EXACT

    def lookup(self, name: str) -> Value:
        return self.readings[-1].get(name)

    def replies(self, step: str, window: int) -> Sequence[Mapping[str, Value]]:
        return [reply for replies in self.said.get(step, [])[-window:] for reply in replies]

    def last(self, step: str) -> Mapping[str, Value] | None:
        said = self.replies(step, len(self.said.get(step, [])) or 1)
        return said[-1] if said else None

    def own(self, step: str) -> Mapping[str, Value] | None:
        seat = self.lookup("seat")
        return next((r for r in self.replies(step, 1) if r.get("seat") == seat), None)

    def live(self, role: str) -> int:
        return len(role)

    def earlier(self, readings: int) -> Environment | None:
        before = self.readings[:-readings]
        return Run(before, self.said, self.numbers) if before else None


def expression(text: str) -> Expression:
    parsed, faults = parse(Scalar(Source("t", text).span(0, len(text)), text, text))
    assert parsed is not None, faults
    return parsed


def value(text: str, *readings: dict[str, Value], **said: list[list[Mapping[str, Value]]]) -> Value:
    return evaluate(expression(text), Run(list(readings) or [{}], said))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1 + 0.2 == 0.3", True),
        ("10/12", Fraction(5, 6)),
        ("1 - 0.9", Fraction(1, 10)),
        ("7 // 2", 3),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("2 + 3 * 4 - 10 / 5", 12),
        ("1 / 0", None),
        ("1 // 0", None),
        ("1 % 0", None),
        ("1 / 0 == 1 / 0", False),
        ("1 < 2 < 3", True),
        ("1 < 3 < 2", False),
        ("'a' < 'b'", True),
        ("'a' < 1", False),
        ("'a' == 1", False),
        ("'a' != 1", True),
        ("true == 1", False),
        ("true + 1", None),
        ("true < 2", False),
        ("true == true", True),
        ("'b' in ['a', 'b']", True),
        ("'b' not in ['a']", True),
        ("'b' in 'abc'", True),
        ("1 in 'abc'", False),
        ("1 not in 'abc'", False),
        ("1.0 in [1]", True),
        ("[1, 2] == [1, 2]", True),
        ("[1, 2] == [2, 1]", False),
        ("[1, true] == [1, 1]", False),
        ("'x' if 1 > 2 else 'y'", "y"),
        ("'x' if 1 > 2", None),
        ("0 or 'a'", "a"),
        ("1 and 0", 0),
        ("not 0 and not '' and not []", True),
        ("not 1 == 2", True),
        ("abs(-3)", 3),
        ("min(3, 1, 2) + max(3, 1, 2)", 4),
        ("'it''s'", "its"),
        ("'a\\nb'", "a\nb"),
    ],
)
def test_values(text: str, expected: Value) -> None:
    result = value(text)
    assert result == expected
    assert isinstance(result, bool) == isinstance(expected, bool)


ABSENT: dict[str, Value] = {"n": None, "x": 1, "r": {"a": None}}


@pytest.mark.parametrize("absent", ["n", "missing", "r.a", "r.b.c", "x.y", "x[0]", "r[1]", "1/0"])
def test_absent(absent: str) -> None:
    for sign in ("+", "-", "*", "/", "//", "%"):
        assert value(f"({absent}) {sign} 1", ABSENT) is None
        assert value(f"1 {sign} ({absent})", ABSENT) is None
    for sign in ("==", "!=", "<", "<=", ">", ">=", "in", "not in"):
        for other in ("1", "'a'", "[1]", "none", absent):
            assert value(f"({absent}) {sign} {other}", ABSENT) is False
            assert value(f"{other} {sign} ({absent})", ABSENT) is False
    assert value(f"not ({absent})", ABSENT) is True
    assert value(f"1 if ({absent}) else 2", ABSENT) == 2
    assert value(f"({absent}) is none", ABSENT) is True
    assert value(f"({absent}) is not none", ABSENT) is False
    assert value(f"-({absent})", ABSENT) is None
    assert value(f"abs({absent})", ABSENT) is None
    assert value(f"min(1, {absent})", ABSENT) is None
    assert value(f"similarity('a', {absent})", ABSENT) is None
    assert value(f"before(x, {absent})", ABSENT, ABSENT) is None


def test_decimals_of_the_data_are_exact() -> None:
    assert value("x == 0.1", {"x": Decimal("0.1")}) is True
    assert value("x", {"x": Decimal("0.1")}) == Fraction(1, 10)
    assert value("r.x", {"r": {"x": Decimal("0.1")}}) == Fraction(1, 10)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("before(s)", 2),
        ("before(s, 2)", 1),
        ("before(s, k=2)", 1),
        ("before(s, 3)", None),
        ("before(before(s))", 1),
        ("s - before(s)", 3),
        ("streak(s > 1)", 2),
        ("streak(s > 0)", 3),
        ("streak(s > 5)", 0),
        ("streak(s - before(s) > 0)", 2),
        ("streak(s > 2) == 1 and before(streak(s > 1)) == 1", True),
    ],
)
def test_readings(text: str, expected: Value) -> None:
    assert value(text, {"s": 1}, {"s": 2}, {"s": 5}) == expected


VOTES: list[list[Mapping[str, Value]]] = [[{"n": 1}], [{"n": 2}, {"n": 3, "why": "x"}]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count(vote)", 2),
        ("count(vote, window=2)", 3),
        ("count(vote, it.n > 2)", 1),
        ("count(vote, it.n < k, window=9)", 2),
        ("all(vote, it.n > 1)", True),
        ("all(vote, it.n > 2)", False),
        ("any(vote, it.why is not none)", True),
        ("count(vote, window=0)", 0),
        ("count(other)", 0),
        ("all(other, false)", True),
        ("any(other, true)", False),
        ("count(vote, any(other, it.n) or it.n == 2)", 1),
        ("live(abc)", 3),
    ],
)
def test_replies(text: str, expected: Value) -> None:
    assert value(text, {"k": 3}, vote=VOTES) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("abc", "abc", Fraction(1)),
        ("abcd", "abce", Fraction(2, 4)),
        ("I agree with PM", "I agree with DEV", Fraction(12, 17)),
        (
            "We should use Postgres for payments.",
            "We should use Postgres for payments!",
            Fraction(33, 35),
        ),
        ("(no text response)", "(no text response)", Fraction(1)),
        ("hello  world", "hello\nworld", Fraction(1)),
        ("", "", Fraction(0)),
        ("a", "a", Fraction(0)),
        ("I agree", "i agree", Fraction(5, 7)),
    ],
)
def test_similarity(left: str, right: str, expected: Fraction) -> None:
    assert similarity(left, right) == expected
    assert value("similarity(a, b)", {"a": left, "b": right}) == expected


SAID: list[list[Mapping[str, Value]]] = [
    [{"seat": "a", "text": "one two", "n": 1}, {"seat": "b", "text": "three", "n": 3}],
    [{"seat": "a", "text": "four", "n": Decimal("0.5")}, {"seat": "c", "text": "", "n": None}],
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last(say).seat", "c"),
        ("last(other)", None),
        ("last(other).text", None),
        ("own(say).text", "four"),
        ("own(other)", None),
        ("sum(say, it.n)", Fraction(1, 2)),
        ("sum(say, it.n, window=2)", Fraction(9, 2)),
        ("sum(other, it.n)", 0),
        ("mean(say, it.n, window=2)", Fraction(3, 2)),
        ("mean(say, words(it.text))", Fraction(1, 2)),
        ("mean(other, it.n)", None),
        ("mean(say, it.n, window=0)", None),
        ("sum(say, count(say, it.n == 1) + it.n, window=2)", Fraction(9, 2)),
        ("words(' one\n two ')", 2),
        ("words('')", 0),
        ("words(3)", None),
        ("verbatim(['a  b', 'c'], 'x a\nb c')", True),
        ("verbatim('a b', 'x a\nb')", True),
        ("verbatim(['a b', 'd'], 'a b c')", False),
        ("verbatim([], 'a')", True),
        ("verbatim([' '], 'a b')", False),
        ("verbatim([1], '1')", False),
        ("verbatim(none, 'a')", False),
        ("verbatim(['a'], none)", False),
    ],
)
def test_what_was_said(text: str, expected: Value) -> None:
    assert value(text, {"seat": "a"}, say=SAID) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["cache redis cluster", "cache redis", "cache memory"], Fraction(5, 12)),
        (["alpha beta gamma", "gamma Alpha\nbeta"], Fraction(1)),
        (["alpha beta gamma"] * 3, Fraction(1)),
        (["Redis, fast.", "redis fast"], Fraction(0)),
        (["the cat is on it", "this cat was there"], Fraction(1, 2)),
        (["", "is it on"], Fraction(0)),
        (["a b c"], Fraction(1, 2)),
        ([], Fraction(1, 2)),
    ],
)
def test_overlap(texts: list[str], expected: Fraction) -> None:
    said: list[list[Mapping[str, Value]]] = [[{"text": text} for text in texts]]
    assert value("overlap(say)", say=said) == expected


def test_overlap_looks_at_the_first_hundred_keywords() -> None:
    many = " ".join(f"word{n}" for n in range(100))
    assert overlaps([many, f"the {many} and more words"]) == [1]
    assert overlaps([many, f"more {many}"]) == [Fraction(99, 101)]


OPERATORS = ["+", "-", "*", "/", "//", "%", "<", "<=", "==", "!=", "in", "not in", "and", "or"]
ATOMS = ["0", "0.5", "12", "'a'", "''", "true", "none", "a", "b.c", "b['d']", "a[0]", "a[-1]", "[]"]


def texts() -> st.SearchStrategy[str]:
    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.tuples(inner, st.sampled_from(OPERATORS), inner).map(lambda p: f"({' '.join(p)})"),
            inner.map(lambda x: f"(not {x})"),
            inner.map(lambda x: f"(-({x}))"),
            inner.map(lambda x: f"({x} is none)"),
            inner.map(lambda x: f"[{x}, 1]"),
            st.tuples(inner, inner).map(lambda p: f"(a if {p[0]} else {p[1]})"),
            inner.map(lambda x: f"count(step, {x}, window=2)"),
            st.tuples(inner, inner).map(lambda p: f"before({p[0]}, {p[1]})"),
            inner.map(lambda x: f"streak({x})"),
            st.tuples(inner, inner).map(lambda p: f"max({p[0]}, {p[1]})"),
            st.tuples(inner, inner).map(lambda p: f"similarity({p[0]}, {p[1]})"),
            st.tuples(inner, inner).map(lambda p: f"verbatim({p[0]}, {p[1]})"),
            inner.map(lambda x: f"mean(step, {x}, window=2)"),
            inner.map(lambda x: f"sum(step, words({x}))"),
            st.sampled_from(["last(step).c", "own(step)", "overlap(step)"]),
        )

    return st.recursive(st.sampled_from(ATOMS), grown, max_leaves=8)


VALUES: st.SearchStrategy[Value] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.text(max_size=5),
        st.decimals(),
        st.fractions(),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["c", "d", "it"]), inner, max_size=3),
    ),
    max_leaves=5,
)


@settings(max_examples=200)
@given(texts(), st.lists(VALUES, min_size=1, max_size=3), VALUES)
def test_evaluation_never_raises(text: str, readings: list[Value], other: Value) -> None:
    parsed, _ = parse(Scalar(Source("t", text).span(0, len(text)), text, text))
    if parsed is not None:
        run = Run([{"a": reading, "b": other} for reading in readings], {"step": [[{"c": other}]]})
        evaluate(parsed, run)


@given(st.lists(st.tuples(st.sampled_from("+-*"), st.decimals(0, 999, places=3)), max_size=8))
def test_arithmetic_agrees_with_fractions(parts: list[tuple[str, Decimal]]) -> None:
    text = "1" + "".join(f" {sign} {number:f}" for sign, number in parts)
    exact = "Fraction(1)" + "".join(f" {sign} Fraction('{number:f}')" for sign, number in parts)
    assert value(text) == eval(exact, {"Fraction": Fraction})


DIGITS = st.decimals(-99, 999, places=3).map(lambda number: f"{number:f}")


@given(st.lists(st.tuples(st.sampled_from("+-*/"), DIGITS), max_size=8), DIGITS)
def test_double_arithmetic_agrees_with_floats(parts: list[tuple[str, str]], border: str) -> None:
    text = "1.0" + "".join(f" {sign} ({digits})" for sign, digits in parts)
    try:
        expected: float = eval(text)
    except ZeroDivisionError:
        assert double(text) is None
    else:
        assert double(f"({text}) + 0") == expected
        assert double(f"({text}) <= {border}") is (expected <= float(border))
        assert double(f"max(abs({text}), {border})") == max(abs(expected), float(border))


def double(text: str, **said: list[list[Mapping[str, Value]]]) -> Value:
    return evaluate(expression(text), Run([{}], said, DOUBLE))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1 + 0.2 == 0.3", False),
        ("0.1 == 0.10000000000000000001", True),
        ("[0.1] == [0.10000000000000000001]", True),
        ("0.1 in [0.10000000000000000001]", True),
        ("mean(say, it.n)", (0.1 + 0.2 + 0.4) / 3),
        ("sum(say, it.n)", 0.1 + 0.2 + 0.4),
        ("similarity('abcd', 'abce') + 0.1", 0.5 + 0.1),
        ("overlap(say)", (1 / 3 + 1 / 3 + 1 / 3) / 3),
    ],
)
def test_doubles(text: str, expected: Value | float) -> None:
    replies: list[Mapping[str, Value]] = [
        {"n": Decimal(n), "text": f"same {n}000"} for n in ("0.1", "0.2", "0.4")
    ]
    assert double(text, say=[replies]) == expected


def test_numbers_beyond_the_largest_double_are_absent() -> None:
    huge = Run([{"x": 10**200}], numbers=DOUBLE)
    assert evaluate(expression("x * x"), huge) is None
    assert evaluate(expression("x * 10 > x"), huge) is True


@pytest.mark.parametrize(
    "text",
    [
        "streak(streak(streak(streak(true) > 0) > 0) > 0)",
        "count(vote, count(vote, count(vote, true, window=99) > 0, window=99) > 0, window=99)",
    ],
)
def test_too_many_steps_are_absent(text: str) -> None:
    votes: list[list[Mapping[str, Value]]] = [[{"n": 1}] * 10] * 99
    readings: list[dict[str, Value]] = [{"s": 1}] * 200
    assert value(text, *readings, vote=votes) is None


HUGE: dict[str, Value] = {
    "whole": 10**6000,
    "exponent": Decimal("1e999999"),
    "nan": Decimal("nan"),
    "infinite": Decimal("-inf"),
    "tiny": Fraction(1, 10**5000),
}


@pytest.mark.parametrize("data", HUGE.values(), ids=HUGE)
def test_numbers_beyond_bounds_are_absent(data: Value) -> None:
    assert value("x + 1", {"x": data}) is None
    assert value("x == x", {"x": data}) is False
    assert value("x * x > 0", {"x": data}) is False


def test_products_stay_bounded() -> None:
    assert value("*".join(["x"] * 900), {"x": 10**300 + 1}) is None


def test_equality_of_deep_data_is_decided() -> None:
    deep: Value = []
    for _ in range(5000):
        deep = [deep]
    assert value("x == y", {"x": deep, "y": [deep]}) is False

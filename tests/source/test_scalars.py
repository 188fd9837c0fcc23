from decimal import Decimal

import pytest

from debatec.source.scalars import NumberTooLong, Value, look_alike, resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("Null", None),
        ("nULL", "nULL"),
        ("TRUE", True),
        ("false", False),
        ("tRue", "tRue"),
        ("yes", "yes"),
        ("0", 0),
        ("-12", -12),
        ("+3", 3),
        ("014", "014"),
        ("0o17", 15),
        ("0x1F", 31),
        ("0x", "0x"),
        ("1.10", Decimal("1.10")),
        (".5", Decimal("0.5")),
        ("1.", Decimal("1")),
        ("1e3", Decimal("1e3")),
        ("-1.5E-3", Decimal("-0.0015")),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("-", "-"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        ("1\n", "1\n"),
        ("١", "١"),
        ("9" * 40, int("9" * 40)),
    ],
)
def test_resolves_by_the_core_schema(text: str, value: Value) -> None:
    resolved = resolve(text)
    assert resolved == value
    assert type(resolved) is type(value)


def test_keeps_every_digit() -> None:
    assert str(resolve("1.10")) == "1.10"


@pytest.mark.parametrize("text", ["9" * 41, "0x" + "f" * 39, "1." + "0" * 6000, "1e9999"])
def test_bounds_numbers(text: str) -> None:
    with pytest.raises(NumberTooLong):
        resolve(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("yes", "a boolean"),
        ("Off", "a boolean"),
        ("oN", None),
        ("1:30", "a number to base 60"),
        ("12:30:45", "a number to base 60"),
        ("014", "an octal number"),
        ("1_000", "a number"),
        ("2024-01-01", None),
        ("12:99", None),
        ("v1_0", None),
        ("1" + "_" * 100_000 + "x", None),
    ],
)
def test_knows_what_yaml_1_1_reads(text: str, meant: str | None) -> None:
    assert look_alike(text) == meant

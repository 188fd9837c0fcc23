"""What a text was found to be, as JSON and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatec.linter.checking import Checked
from debatec.linter.comments import directives_of
from debatec.linter.records import decode, encode, files_of
from debatec.source.diagnostic import Diagnostic, Fix, Related, Severity
from debatec.source.text import Source

SPEC = Source("a.debate.yaml", "a: 1  # debatec: ignore[DB302,x] why\n# debatec: ignore\n")
PROMPT = Source("p.md", "{{ a }}")
TEXTS = [SPEC, PROMPT]
CHECKED = Checked(
    (
        Diagnostic("DB101", "m", SPEC.span(0, 1), hint="h"),
        Diagnostic(
            "DB302",
            "n",
            PROMPT.span(3, 4),
            Severity.WARNING,
            related=(Related(SPEC.span(1, 2), "r"),),
            fix=Fix(SPEC.span(0, 0), "t", "f"),
            secret=True,
        ),
    ),
    directives_of(SPEC),
    ("p.md",),
)


def record() -> Any:
    return json.loads(json.dumps(encode(CHECKED, TEXTS)))


def test_there_and_back() -> None:
    assert decode(record(), TEXTS.__getitem__) == CHECKED
    assert files_of(record()) == ("p.md",)


def test_what_is_about_another_text_has_no_record() -> None:
    assert encode(CHECKED, [SPEC, Source("p.md", "{{ b }}")]) is None
    assert encode(CHECKED, [SPEC, None]) is None
    assert encode(Checked((), lasting=False), TEXTS) is None


WRONG: list[Any] = [-1, 9**9, 1.5, "x", [], {}, None, True]


def damaged(value: Any) -> Any:
    """Every value that has one of its parts replaced."""
    if isinstance(value, dict | list):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            for inner in damaged(value[key]):
                copy = value.copy()
                copy[key] = inner
                yield copy
    yield from (wrong for wrong in WRONG if wrong != value)


def test_a_damaged_record_is_none_or_one_of_its_kind() -> None:
    count = 0
    for wrong in damaged(record()):
        count += 1
        try:
            found = decode(wrong, TEXTS.__getitem__)
        except ValueError:
            continue
        json.dumps(encode(found, TEXTS))
    assert count > 300


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
RECORDS = st.fixed_dictionaries({"files": ANY, "findings": ANY, "comments": ANY}) | ANY


@given(RECORDS)
def test_no_json_raises_anything_else(value: Any) -> None:
    try:
        decode(value, TEXTS.__getitem__)
    except ValueError:
        return
    assert set(value) == {"files", "findings", "comments"}


def test_a_place_outside_of_its_text() -> None:
    wrong = record()
    wrong["findings"][0][3][2] = 10_000
    with pytest.raises(ValueError, match="outside"):
        decode(wrong, TEXTS.__getitem__)

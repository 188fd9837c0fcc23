"""What follows from another fault is left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from debatec.check.independence import apart_from, independent, misspelt_are_not_missing
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source, Span

SOURCE = Source("spec.debate.yaml", "x" * 100)


def fault(rule: str, start: int, end: int, message: str = "wrong") -> Diagnostic:
    return Diagnostic(rule, message, Span(SOURCE, start, end))


RANGES = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 8)).map(lambda p: (p[0], p[0] + p[1])), max_size=8
)


@given(RANGES, RANGES)
def test_places_that_hold_one_another_meet(
    errors: list[tuple[int, int]], found: list[tuple[int, int]]
) -> None:
    faults = [fault("DB203", *place) for place in errors]
    kept = apart_from(faults, [fault("DB403", *place) for place in found])
    free = [
        (a, b)
        for a, b in found
        if not any((c <= a and b <= d) or (a <= c and d <= b) for c, d in errors)
    ]
    assert [(f.span.start, f.span.end) for f in kept] == free


def test_a_warning_explains_nothing() -> None:
    warning = Diagnostic("DB106", "odd", Span(SOURCE, 3, 5), Severity.WARNING)
    found = [fault("DB403", 3, 5)]
    assert apart_from([warning], found) == found


def test_places_of_different_files_do_not_meet() -> None:
    other = Diagnostic("DB101", "wrong", Span(Source("other", "x" * 100), 3, 5))
    found = [fault("DB403", 3, 5)]
    assert apart_from([other], found) == found


def test_a_misspelt_key_is_not_missing() -> None:
    missing = [fault("DB202", n, n + 1, "item 1 of 'steps' has no 'prompt'") for n in (0, 20)]
    unknown = fault("DB201", 30, 35, "unknown key 'promt'; did you mean 'prompt'?")
    assert misspelt_are_not_missing([*missing, unknown]) == [missing[0], unknown]


def test_each_place_is_told_once_for_each_rule() -> None:
    first, second = fault("DB302", 3, 5, "first"), fault("DB302", 3, 5, "second")
    other = fault("DB303", 3, 5)
    assert independent([first, second, other]) == [first, other]


def test_what_is_suggested_is_not_unused() -> None:
    source = Source("spec.debate.yaml", "open close")
    unused = [
        Diagnostic("DB409", "never used", source.span(start, end), Severity.WARNING)
        for start, end in ((0, 4), (5, 10))
    ]
    wrong = fault("DB405", 3, 5, "unknown prompt 'opne'; did you mean 'open'?")
    assert independent([*unused, wrong]) == [unused[1], wrong]


def test_a_wrong_expression_needs_no_number() -> None:
    wrong, unbounded = fault("DB303", 5, 8), fault("DB501", 2, 9)
    assert independent([wrong, unbounded]) == [wrong]
    assert independent([unbounded]) == [unbounded]


def test_who_writes_a_name_as_it_ought_to_be_is_not_wrong() -> None:
    source = Source("spec.debate.yaml", "Say say")
    wrong = Diagnostic("DB206", "'Say' is no name", source.span(0, 3))
    unknown = Diagnostic(
        "DB404", "unknown step or phase 'say'; did you mean 'Say'?", source.span(4, 7)
    )
    assert apart_from([wrong], [unknown]) == []
    assert independent([wrong, unknown]) == [wrong]


def test_of_two_equal_names_one_is_that_which_is_missing() -> None:
    twice, unknown = fault("DB402", 3, 5), fault("DB404", 7, 9)
    meant = fault("DB404", 11, 13, "unknown step 'zay'; did you mean 'say'?")
    assert independent([twice, unknown, meant]) == [twice, meant]
    assert independent([unknown]) == [unknown]


def test_a_range_of_a_wrong_number_is_not_empty() -> None:
    wrong, empty = fault("DB312", 5, 8), fault("DB423", 2, 9)
    assert independent([wrong, empty]) == [wrong]

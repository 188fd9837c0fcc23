"""Names of cases as parts of the names of files."""

from __future__ import annotations

import pytest

from debatec.testing.cases import MOST_BYTES, slug_of


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("all agree", "all-agree"),
        ("../../etc/passwd", "etc-passwd"),
        ("Zwei Stühle, 1 Rat_", "zwei-stühle-1-rat"),
        ("賛成", "賛成"),
        ("???", "case"),
    ],
)
def test_a_slug_has_letters_digits_and_hyphens(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize("name", ["x" * 200, "賛" * 200])
def test_a_slug_is_no_longer_than_a_part_of_a_name_may_be(name: str) -> None:
    assert MOST_BYTES - 3 < len(slug_of(name).encode()) <= MOST_BYTES

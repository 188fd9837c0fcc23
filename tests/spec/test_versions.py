"""Versions and ranges of them."""

from __future__ import annotations

import pytest

from debatec.spec.versions import is_range, meets, version_of


@pytest.mark.parametrize("text", ["1.2.3", "0.0.1", "10.20.30-rc.1"])
def test_a_version_prints_as_it_is_written(text: str) -> None:
    assert str(version_of(text)) == text


@pytest.mark.parametrize("text", [None, "", "1", "1.2", "1.2.x", "v1.2.3", "1.2.3 "])
def test_what_is_no_version(text: str | None) -> None:
    assert version_of(text) is None


@pytest.mark.parametrize(
    ("version", "range", "is_met"),
    [
        ("1.2.3", "1", True),
        ("1.2.3", "1.2", True),
        ("1.2.3", "1.2.3", True),
        ("1.2.3", "2", False),
        ("1.2.3", "1.3", False),
        ("1.2.3", "1.2.4", False),
        ("12.0.0", "1", False),
        ("1.2.3-rc.1", "1", False),
        ("1.2.3-rc.1", "1.2.3-rc.1", True),
        (None, "1", False),
    ],
)
def test_meets(version: str | None, range: str, is_met: bool) -> None:
    assert meets(version, range) is is_met


@pytest.mark.parametrize("text", ["", "^1", ">=1", "1.", "1.2.3.4", "one"])
def test_what_is_no_range(text: str) -> None:
    assert not is_range(text)

"""Operators of other languages are told with ours, wherever in them the parser stops."""

from __future__ import annotations

import pytest

from debatec.template.foreign import foreign_operator


@pytest.mark.parametrize("at", [2, 3, 4])
def test_a_run_of_signs_is_told_whole(at: int) -> None:
    fault = foreign_operator("a === b", at)
    assert fault
    assert fault.place == (2, 5)
    assert fault.instead == "=="


@pytest.mark.parametrize(("source", "at"), [("a >", 3), ("a > ", 4), ("", 0), ("a == b", 2)])
def test_what_is_an_operator_here_or_none_is_not_foreign(source: str, at: int) -> None:
    assert foreign_operator(source, at) is None

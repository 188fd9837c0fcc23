"""Every function is told of."""

from __future__ import annotations

from debatec.lsp.helps import FUNCTION_HELP
from debatec.template.functions import FUNCTIONS


def test_every_function_is_told_of() -> None:
    assert FUNCTION_HELP.keys() == FUNCTIONS.keys()
    assert all(said.endswith(".") for said in FUNCTION_HELP.values())

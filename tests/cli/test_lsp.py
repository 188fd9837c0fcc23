"""`debatec lsp` says what it lacks; what it serves is held by the tests of its server."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from tests.cli.specs import call


@pytest.mark.parametrize("older", [None, ModuleType("pygls")], ids=["missing", "too old"])
def test_the_package_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, older: ModuleType | None
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pygls"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "debatec.lsp.server", raising=False)
    monkeypatch.setitem(sys.modules, "pygls", older)
    result = call("lsp")
    assert result.exit_code == 2
    assert result.stderr == "debatec: the language server needs: pip install 'debatec[lsp]'\n"
    assert result.stdout == ""

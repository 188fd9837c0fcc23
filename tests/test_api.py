"""The Python API: the same work as the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

import debatec


def test_lint_and_compile(tmp_path: Path) -> None:
    path = tmp_path / "a.debate.yaml"
    path.write_text("debate: v1\nname: Wrong Name\n", encoding="utf-8")
    found = debatec.compile(path)
    assert found.source.path == str(path)
    assert [fault.message for fault in debatec.lint(str(path))] == [
        fault.message for fault in found.diagnostics
    ]
    assert found.diagnostics


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(OSError, match="nosuch"):
        debatec.lint("nosuch.debate.yaml")

"""A working folder for each test of a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.specs import Files


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """Write a file below the working folder; gives its name back."""
    monkeypatch.chdir(tmp_path)

    def file(name: str, text: str) -> str:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    return file

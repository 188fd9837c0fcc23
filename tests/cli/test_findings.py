"""The summary below findings."""

from __future__ import annotations

import pytest

from debatec.cli.findings import summary
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source

SPAN = Source("", "").span(0, 0)


@pytest.mark.parametrize(
    ("errors", "warnings", "files", "line"),
    [
        (0, 0, 1, "no findings in 1 file"),
        (1, 0, 1, "1 error in 1 file"),
        (3, 1, 2, "3 errors, 1 warning in 2 files"),
        (0, 2, 2, "2 warnings in 2 files"),
    ],
)
def test_summary(errors: int, warnings: int, files: int, line: str) -> None:
    found = [Diagnostic("DB101", "", SPAN)] * errors
    found += [Diagnostic("DB106", "", SPAN, Severity.WARNING)] * warnings
    assert summary(found, files) == line

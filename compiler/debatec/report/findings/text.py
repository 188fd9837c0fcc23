"""Findings for people: a frame around each place, or a line for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from debatec.report.findings.found import Findings
from debatec.source.diagnostic import Diagnostic
from debatec.source.frame import concise, render

Paint: TypeAlias = Callable[[str, Diagnostic], str]
"""Puts colours into the text of a finding."""


def plain(text: str, _diagnostic: Diagnostic) -> str:
    return text


def framed(findings: Findings, paint: Paint = plain) -> str:
    """The lines that each finding speaks of, underlined."""
    return "".join(f"{paint(render(found), found)}\n\n" for found in findings.diagnostics)


def lines(findings: Findings, paint: Paint = plain) -> str:
    """Each finding on a line: ``path:line:column: error[DB310] message``."""
    return "".join(f"{paint(concise(found), found)}\n" for found in findings.diagnostics)

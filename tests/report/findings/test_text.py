"""Findings for people."""

from __future__ import annotations

from debatec.report.findings.text import framed, lines
from tests.report.findings.samples import samples


def test_a_line_for_each_finding() -> None:
    assert lines(samples()).count("\n") == len(samples().diagnostics)


def test_paint_gets_each_finding_with_its_text() -> None:
    findings = samples()
    painted = framed(findings, lambda text, found: found.rule if found.rule in text else "?")
    assert painted.split() == [found.rule for found in findings.diagnostics]

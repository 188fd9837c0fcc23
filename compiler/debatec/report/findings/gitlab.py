"""Findings as a Code Quality report of GitLab.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from debatec.report.findings.fingerprints import fingerprints
from debatec.report.findings.found import Findings
from debatec.report.findings.json import written
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.frame import printable

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def issues(findings: Findings) -> str:
    """A list of issues, each with a fingerprint that tells it from one report to the next."""
    names = fingerprints(findings.diagnostics)
    return written([_issue(f, name) for f, name in zip(findings.diagnostics, names, strict=True)])


def _issue(found: Diagnostic, fingerprint: str) -> dict[str, Any]:
    source = found.span.source
    line, _ = found.span.position
    end_line, _ = source.position(found.span.end)
    text = f"{found.rule}: {found.message}"
    return {
        "check_name": found.rule,
        "description": printable(f"{text} ({found.hint})" if found.hint else text),
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[found.severity],
        "location": {
            "path": PurePath(source.path).as_posix(),
            "lines": {"begin": line, "end": end_line},
        },
    }

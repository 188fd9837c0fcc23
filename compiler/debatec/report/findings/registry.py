"""Every format of findings by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from debatec.report.findings import github, gitlab, json, junit, sarif, text
from debatec.report.findings.found import Findings

FORMATS: Mapping[str, Callable[[Findings], str]] = {
    "text": text.framed,
    "concise": text.lines,
    "json": json.document,
    "sarif": sarif.log,
    "github": github.commands,
    "gitlab": gitlab.issues,
    "junit": junit.suites,
}
"""A format gives the whole text of a report."""

"""Findings as workflow commands: GitHub Actions shows each beside the line it speaks of.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from itertools import islice

from debatec.check.registry import BY_ID
from debatec.report.findings.found import Findings
from debatec.report.text import plural
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.frame import concise, printable

SHOWN = 10
"""How many errors, and how many warnings, GitHub shows for one step; the rest it drops."""


def commands(findings: Findings) -> str:
    """A command for each finding that GitHub shows, a plain line for each further one."""
    shown: list[Diagnostic] = []
    for severity in Severity:
        those = (found for found in findings.diagnostics if found.severity is severity)
        shown += islice(those, SHOWN)
    annotated = set(shown)
    lines = [
        _command(found) if found in annotated else concise(found) for found in findings.diagnostics
    ]
    held = len(lines) - len(annotated)
    if held:
        lines.append(_held_back(held))
    return "".join(f"{line}\n" for line in lines)


def _held_back(number: int) -> str:
    message = f"{plural(number, 'finding')} more in the log of this step: "
    message += f"GitHub annotates {SHOWN} errors and {SHOWN} warnings"
    return f"::notice title=debatec::{message}"


def _command(found: Diagnostic) -> str:
    line, column = found.span.position
    end_line, end_column = found.span.source.position(found.span.end)
    place = {"file": found.span.source.path, "line": line, "endLine": end_line, "col": column}
    if end_line == line:
        # GitHub takes an end column only for a place on one line.
        place["endColumn"] = end_column
    place["title"] = f"{found.rule} {BY_ID[found.rule].name}"
    properties = ",".join(f"{key}={_property(str(value))}" for key, value in place.items())
    parts = [found.message, found.hint] if found.hint else [found.message]
    message = "\n".join(map(printable, parts))
    return f"::{found.severity} {properties}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return printable(_data(text)).replace(":", "%3A").replace(",", "%2C")

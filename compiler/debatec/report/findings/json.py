"""Findings as one JSON document, by the schema `findings.v1.schema.json`."""

from __future__ import annotations

from typing import Any

from debatec.report.findings.found import Findings, shown_fix
from debatec.source import exactjson
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Span

SCHEMA = "urn:debatec:schema:findings:v1"


def document(findings: Findings) -> str:
    """The document, with sorted keys."""
    return written(
        {
            "schema": SCHEMA,
            "files": list(findings.files),
            "errors": findings.count(Severity.ERROR),
            "warnings": findings.count(Severity.WARNING),
            "findings": [finding_of(found) for found in findings.diagnostics],
        }
    )


def written(document: object) -> str:
    """A JSON document with its keys sorted, over several lines."""
    return exactjson.dumps(document, indent=2) + "\n"


def finding_of(found: Diagnostic) -> dict[str, Any]:
    """One finding as JSON values."""
    return {
        "rule": found.rule,
        "severity": found.severity,
        "message": found.message,
        **place_of(found.span),
        "hint": found.hint,
        "related": [{"message": r.message, **place_of(r.span)} for r in found.related],
        "fix": _fix(found),
    }


def _fix(found: Diagnostic) -> dict[str, Any] | None:
    fix = shown_fix(found)
    if fix is None:
        return None
    return {"message": fix.message, "safe": fix.safe, "text": fix.text, **place_of(fix.span)}


def place_of(span: Span) -> dict[str, Any]:
    """File, first character and end, the latter just after the last character."""
    line, column = span.position
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }

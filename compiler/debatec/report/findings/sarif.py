"""Findings as SARIF 2.1.0, which code scanning of GitHub and many editors read.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from debatec import __version__
from debatec.check.pages import page_of
from debatec.check.registry import BY_ID
from debatec.report.findings.fingerprints import fingerprints
from debatec.report.findings.found import Findings, shown_fix
from debatec.report.findings.json import written
from debatec.source.diagnostic import Diagnostic
from debatec.source.frame import printable
from debatec.source.text import Span

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_FINGERPRINT = "debatecFinding/v1"


def log(findings: Findings) -> str:
    """A log of one run; lines and columns count from 1, columns in code points."""
    hidden = dict.fromkeys(findings.hidden)
    results = [*findings.diagnostics, *hidden]
    ids = sorted({found.rule for found in results})
    run = {
        "tool": {"driver": _driver(ids)},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True}],
        "results": [
            {
                **_result(found, ids.index(found.rule)),
                "partialFingerprints": {_FINGERPRINT: name},
                "suppressions": [{"kind": "inSource"}] if found in hidden else [],
            }
            for found, name in zip(results, fingerprints(results), strict=True)
        ],
    }
    return written({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _driver(ids: list[str]) -> dict[str, Any]:
    return {
        "name": "debatec",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(id) for id in ids],
    }


def _rule(id: str) -> dict[str, Any]:
    rule = BY_ID[id]
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "help": {"text": rule.summary, "markdown": page_of(rule).article},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _result(found: Diagnostic, index: int) -> dict[str, Any]:
    result = {
        "ruleId": found.rule,
        "ruleIndex": index,
        "level": found.severity.value,
        "message": _message(found.message, found.hint),
        "locations": [_located(found.span)],
    }
    if found.related:
        result["relatedLocations"] = [
            {"id": number, "message": _message(place.message), **_located(place.span)}
            for number, place in enumerate(found.related, 1)
        ]
    return result | _fixes(found)


def _message(*parts: str | None) -> dict[str, str]:
    return {"text": "\n".join(printable(part) for part in parts if part)}


def _fixes(found: Diagnostic) -> dict[str, Any]:
    fix = shown_fix(found)
    if fix is None:
        return {}
    replaced = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.text}}
    change = {"artifactLocation": _artifact(fix.span), "replacements": [replaced]}
    kind = fix.message if fix.safe else f"{fix.message} (unsafe)"
    return {"fixes": [{"description": _message(kind), "artifactChanges": [change]}]}


def _located(span: Span) -> dict[str, Any]:
    place = {"artifactLocation": _artifact(span), "region": _region(span)}
    return {"physicalLocation": place}


def _artifact(span: Span) -> Mapping[str, str]:
    return {"uri": uri(span.source.path)}


def _region(span: Span) -> dict[str, int]:
    """A range of characters, whose end is the place after its last one."""
    line, column = span.position
    end_line, end_column = span.source.position(span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def uri(path: str) -> str:
    """A path as a reference (RFC 3986), a relative one relative to where the run began."""
    if path.startswith("builtin:"):
        return quote(path, safe=":/")
    if PurePath(path).is_absolute():
        return Path(path).as_uri()
    return quote(os.fsencode(PurePath(path).as_posix()))

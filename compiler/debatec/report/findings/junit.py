"""Findings as a JUnit report, which most systems for continuous integration show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from debatec.check.registry import BY_ID
from debatec.report.findings.found import Findings
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.frame import printable, render

_COUNTS = ("tests", "failures", "errors")

# What XML 1.0 calls a character (section 2.2) is everything else.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def suites(findings: Findings) -> str:
    """A suite for each file, in it a case for each finding, or one that passes.

    An error is a failure. A warning is a case that passes and says what it is, so that the report
    fails when the command does.
    """
    by_file: dict[str, list[Diagnostic]] = {file: [] for file in findings.files}
    for found in findings.diagnostics:
        by_file.setdefault(found.span.source.path, []).append(found)
    inner = [_suite(file, diagnostics) for file, diagnostics in by_file.items()]
    root = Element("testsuites", name="debatec")
    for count in _COUNTS:
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in inner)))
    root.extend(inner)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "unicode") + "\n"


def _suite(file: str, diagnostics: Sequence[Diagnostic]) -> Element:
    name = _text(printable(file))
    failures = sum(found.severity is Severity.ERROR for found in diagnostics)
    counts = zip(_COUNTS, (max(1, len(diagnostics)), failures, 0), strict=True)
    suite = Element("testsuite", {"name": name, **{key: str(count) for key, count in counts}})
    if not diagnostics:
        SubElement(suite, "testcase", name="lint", classname=name)
    for found in diagnostics:
        _case(suite, name, found)
    return suite


def _case(suite: Element, file: str, found: Diagnostic) -> None:
    line, column = found.span.position
    title = f"{found.rule} {BY_ID[found.rule].name} at {line}:{column}"
    case = SubElement(suite, "testcase", name=title, classname=file)
    text = _text(render(found))
    if found.severity is Severity.ERROR:
        message = _text(printable(found.message))
        SubElement(case, "failure", type="error", message=message).text = text
    else:
        SubElement(case, "system-out").text = text


def _text(text: str) -> str:
    """A text of which every character may stand in XML."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)

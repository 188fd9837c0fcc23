"""Findings as a JUnit report, which most systems for continuous integration show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from debatec.check.registry import BY_ID
from debatec.report.findings.found import Findings, Trial
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.frame import printable, render

_COUNTS = ("tests", "failures", "errors")

# What XML 1.0 calls a character (section 2.2) is everything else.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def suites(findings: Findings) -> str:
    """A suite for each file, in it a case for each finding, or one that passes.

    Where tests were carried out, their cases stand first, each with what was found in it.

    An error is a failure. A warning is a case that passes and says what it is, so that the report
    fails when the command does.
    """
    told = {id(found) for trial in findings.trials for found in trial.diagnostics}
    by_file: dict[str, list[Diagnostic]] = {file: [] for file in findings.files}
    for found in findings.diagnostics:
        if id(found) not in told:
            by_file.setdefault(found.span.source.path, []).append(found)
    trials: dict[str, list[Trial]] = {}
    for trial in findings.trials:
        trials.setdefault(trial.file, []).append(trial)
    inner = [_suite(file, found, trials.get(file, ())) for file, found in by_file.items()]
    root = Element("testsuites", name="debatec")
    for count in _COUNTS:
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in inner)))
    root.extend(inner)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "unicode") + "\n"


def _suite(file: str, diagnostics: Sequence[Diagnostic], trials: Sequence[Trial]) -> Element:
    name = _text(printable(file))
    suite = Element("testsuite", name=name)
    for trial in trials:
        _trial(suite, name, trial)
    for found in diagnostics:
        _case(suite, name, found)
    if not (diagnostics or trials):
        SubElement(suite, "testcase", name="lint", classname=name)
    failures = sum(case.find("failure") is not None for case in suite)
    for count, number in zip(_COUNTS, (len(suite), failures, 0), strict=True):
        suite.set(count, str(number))
    return suite


def _trial(suite: Element, file: str, trial: Trial) -> None:
    title, seconds = _text(printable(trial.name)), f"{trial.seconds:.3f}"
    case = SubElement(suite, "testcase", name=title, classname=file, time=seconds)
    _tell(case, trial.diagnostics)


def _case(suite: Element, file: str, found: Diagnostic) -> None:
    line, column = found.span.position
    title = f"{found.rule} {BY_ID[found.rule].name} at {line}:{column}"
    _tell(SubElement(suite, "testcase", name=title, classname=file), [found])


def _tell(case: Element, diagnostics: Sequence[Diagnostic]) -> None:
    """Errors are one failure of a case; warnings are what it printed."""
    errors = [found for found in diagnostics if found.severity is Severity.ERROR]
    others = [found for found in diagnostics if found.severity is not Severity.ERROR]
    if errors:
        message = _text(printable(errors[0].message))
        failure = SubElement(case, "failure", type="error", message=message)
        failure.text = _text("\n\n".join(map(render, errors)))
    if others:
        SubElement(case, "system-out").text = _text("\n\n".join(map(render, others)))


def _text(text: str) -> str:
    """A text of which every character may stand in XML."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)

"""JUnit: well-formed whatever is in a file, and its counts are true."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from debatec.report.findings.found import Findings, Trial
from debatec.report.findings.junit import suites
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source
from tests.report.findings.samples import hostile, samples


@pytest.mark.parametrize("findings", [samples(), hostile(), Findings((), ())])
def test_counts_are_those_of_the_cases(findings: Findings) -> None:
    root = ElementTree.fromstring(suites(findings).encode())
    for element in (root, *root.iter("testsuite")):
        assert int(element.get("tests", "")) == len([*element.iter("testcase")])
        assert int(element.get("failures", "")) == len([*element.iter("failure")])


def test_a_file_without_findings_passes() -> None:
    root = ElementTree.fromstring(suites(samples()))
    clean = [suite for suite in root if suite.get("name") == "clean.debate.yaml"]
    assert [case.get("name") for case in clean[0]] == ["lint"]
    assert clean[0].get("failures") == "0"


def test_warnings_pass_and_are_said() -> None:
    root = ElementTree.fromstring(suites(samples()))
    said = [out.text or "" for out in root.iter("system-out")]
    assert any("warning[DB106]" in text for text in said)
    failures = [failure.text or "" for failure in root.iter("failure")]
    assert not any("warning[" in text for text in failures)


def test_cases_of_a_test_file_are_cases_of_the_report() -> None:
    source = Source("a.test.yaml", "one\ntwo\n")
    missed = Diagnostic("DB901", "one: it is 1, expected 2", source.span(0, 3))
    warned = Diagnostic("DB903", "nobody asks", source.span(4, 7), Severity.WARNING)
    apart = Diagnostic("DB902", "no such name", source.span(4, 7))
    trials = (
        Trial("a.test.yaml", "one", (missed, warned), 0.25),
        Trial("a.test.yaml", "two", (), 0.125),
    )
    found = Findings(("a.test.yaml", "b.test.yaml"), (missed, warned, apart), (), trials)
    root = ElementTree.fromstring(suites(found))
    assert (root.get("tests"), root.get("failures")) == ("4", "2")
    first, second = root
    assert [(case.get("name"), case.get("time")) for case in first] == [
        ("one", "0.250"),
        ("two", "0.125"),
        ("DB902 unknown-in-test at 2:1", None),
    ]
    failure = first[0].find("failure")
    assert failure is not None
    assert failure.get("message") == "one: it is 1, expected 2"
    assert "DB903" in str(first[0].findtext("system-out"))
    assert list(first[1]) == []
    assert [case.get("name") for case in second] == ["lint"]

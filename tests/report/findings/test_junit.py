"""JUnit: well-formed whatever is in a file, and its counts are true."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from debatec.report.findings.found import Findings
from debatec.report.findings.junit import suites
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

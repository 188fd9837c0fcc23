"""SARIF: by its official schema, with fixes, suppressions and references that can be followed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator

from debatec.report.findings.found import Findings
from debatec.report.findings.sarif import SCHEMA, log, uri
from tests.report.findings.samples import CASES, hostile, linted, samples

OFFICIAL = json.loads((Path(__file__).parent / "sarif-schema-2.1.0.json").read_text("utf-8"))


def run_of(findings: Findings) -> Any:
    (run,) = json.loads(log(findings))["runs"]
    return run


@pytest.mark.parametrize("findings", [samples(), hostile(), Findings((), ())])
def test_log_keeps_to_the_official_schema(findings: Findings) -> None:
    document = json.loads(log(findings))
    Draft4Validator(OFFICIAL).validate(document)
    assert document["$schema"] == SCHEMA == OFFICIAL["id"]


def test_columns_count_code_points() -> None:
    run = run_of(samples())
    assert run["columnKind"] == "unicodeCodePoints"
    (topik,) = [r for r in run["results"] if "topik" in r["message"]["text"]]
    region = topik["locations"][0]["physicalLocation"]["region"]
    line = (CASES / "faults.debate.yaml").read_text("utf-8").splitlines()[region["startLine"] - 1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "topik"


def test_results_point_at_their_rules() -> None:
    run = run_of(samples())
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({r["ruleId"] for r in run["results"]})
    assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])
    assert all(rule["help"]["text"] for rule in rules)


def test_fixes_can_be_applied() -> None:
    findings = linted(CASES / "faults.debate.yaml")
    (result,) = [r for r in run_of(findings)["results"] if r["ruleId"] == "DB106"]
    (change,) = result["fixes"][0]["artifactChanges"]
    (replacement,) = change["replacements"]
    assert change["artifactLocation"] == {"uri": "faults.debate.yaml"}
    assert replacement["insertedContent"] == {"text": "'yes'"}


def test_what_comments_hide_is_there_and_suppressed() -> None:
    (found, *_) = samples().diagnostics
    results = run_of(Findings((), (found,), (hostile().diagnostics[0],)))["results"]
    assert [result["suppressions"] for result in results] == [[], [{"kind": "inSource"}]]
    assert run_of(samples())["results"][0]["suppressions"] == []


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b.debate.yaml", "a/b.debate.yaml"),
        ("a b/ä:%.yaml", "a%20b/%C3%A4%3A%25.yaml"),
        ("/a b/c.yaml", "file:///a%20b/c.yaml"),
        ("builtin:panel", "builtin:panel"),
        ("\udcff.yaml", "%FF.yaml"),
    ],
)
def test_paths_become_references(path: str, expected: str) -> None:
    assert uri(path) == expected
    assert re.fullmatch(r"[!-~]+", uri(path))

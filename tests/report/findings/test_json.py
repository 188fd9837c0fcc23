"""JSON: by the schema that ships."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator

from debatec.data import data
from debatec.report.findings.found import shown_fix
from debatec.report.findings.json import document
from tests.report.findings.samples import hostile, samples

SCHEMA = json.loads(data("schemas").joinpath("findings.v1.schema.json").read_text("utf-8"))


def test_document_keeps_to_its_schema() -> None:
    for findings in (samples(), hostile()):
        Draft202012Validator(SCHEMA).validate(json.loads(document(findings)))


def test_fixes_say_whether_they_are_safe() -> None:
    found = json.loads(document(samples()))["findings"]
    fixes = [shown_fix(diagnostic) for diagnostic in samples().diagnostics]
    assert [f["fix"] and f["fix"]["safe"] for f in found] == [f and f.safe for f in fixes]
    assert any(fixes)

"""Every format of the same findings, and of findings by somebody who means harm."""

from __future__ import annotations

import os

import pytest

from debatec.cli import findings
from debatec.report.findings.found import Findings
from debatec.report.findings.registry import FORMATS
from tests.report.findings.samples import CASES, HOSTILE, hostile, samples

UPDATE = os.environ.get("UPDATE") == "1"
EXTENSIONS = {"json": "json", "sarif": "sarif.json", "gitlab": "gitlab.json", "junit": "junit.xml"}


@pytest.mark.parametrize("name", FORMATS)
def test_format_is_the_golden_one(name: str) -> None:
    actual = FORMATS[name](samples()).encode()
    golden = CASES / f"expected.{EXTENSIONS.get(name, f'{name}.txt')}"
    if UPDATE:
        golden.write_bytes(actual)
    assert golden.read_bytes() == actual


def test_the_command_line_knows_every_format() -> None:
    assert tuple(FORMATS) == findings.FORMATS


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_of_a_file_moves_a_terminal(name: str) -> None:
    text = FORMATS[name](hostile())
    if name == "json":  # says what there is, to programs
        text = text.replace("\u202e", "")
    assert HOSTILE not in text
    assert all(char.isprintable() or char == "\n" for char in text)
    text.encode()


@pytest.mark.parametrize("name", FORMATS)
def test_no_findings_are_a_report_too(name: str) -> None:
    text = FORMATS[name](Findings((), ()))
    assert text == "" or text.endswith("\n")

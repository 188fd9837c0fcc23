"""Workflow commands: no finding can end one, begin one or name another file."""

from __future__ import annotations

import re
from dataclasses import replace

from debatec.report.findings.found import Findings
from debatec.report.findings.github import SHOWN, commands
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source
from tests.report.findings.samples import hostile, samples

COMMAND = re.compile(r"::(error|warning) ((?:\w+=[^,:]*,)*\w+=[^,:]*)::(.*)")
SPAN = Source("a,b:c%\n.yaml", "text\nmore\n").span(0, 4)


def test_commands_cannot_be_broken_out_of() -> None:
    for findings in (samples(), hostile()):
        for line in commands(findings).splitlines():
            assert COMMAND.fullmatch(line), line


def test_escapes_are_those_of_the_toolkit() -> None:
    (line,) = commands(Findings((), (Diagnostic("DB101", "5 %", SPAN, hint="h"),))).splitlines()
    match = COMMAND.fullmatch(line)
    assert match
    assert "file=a%2Cb%3Ac%25%0A.yaml," in line
    assert match[3] == "5 %25%0Ah"


def test_an_end_column_is_for_one_line() -> None:
    found = Diagnostic("DB101", "m", SPAN)
    longer = replace(found, span=replace(SPAN, end=7))
    assert "endColumn=5" in commands(Findings((), (found,)))
    assert "endColumn" not in commands(Findings((), (longer,)))


def test_what_github_drops_is_said_in_one_line() -> None:
    many = [Diagnostic("DB101", str(n), SPAN) for n in range(SHOWN + 3)]
    many += [Diagnostic("DB106", str(n), SPAN, Severity.WARNING) for n in range(SHOWN + 2)]
    lines = commands(Findings((), tuple(many))).splitlines()
    assert sum(line.startswith("::error ") for line in lines) == SHOWN
    assert sum(line.startswith("::warning ") for line in lines) == SHOWN
    assert len(lines) == len(many) + 1
    assert lines[-1].startswith("::notice title=debatec::5 findings more ")
    assert "::notice" not in commands(Findings((), tuple(many[:SHOWN])))

"""Files with faults of every shape, and what lint finds in them."""

from __future__ import annotations

from pathlib import Path

from debatec.check.pipeline import compile_source
from debatec.report.findings.found import Findings
from debatec.source.diagnostic import Diagnostic, Related
from debatec.source.text import Source

CASES = Path(__file__).parent / "cases"


def linted(*paths: Path) -> Findings:
    """What lint finds in files, each told by its name alone."""
    sources = [Source(path.name, path.read_bytes().decode()) for path in paths]
    found = [fault for source in sources for fault in compile_source(source).diagnostics]
    return Findings(tuple(source.path for source in sources), tuple(found))


def samples() -> Findings:
    """What lint finds in every file of `cases`."""
    return linted(*sorted(CASES.glob("*.debate.yaml")))


HOSTILE = "\x1b[31m%\r\n::error::,\x00]]>\u202e<&'\"\udcff"
"""What would mean something to a terminal, a workflow command, XML or UTF-8."""


def hostile() -> Findings:
    """A finding every part of which comes from somebody who means harm."""
    source = Source(f"{HOSTILE}/a.yaml", f"a: {HOSTILE}\n")
    span = source.span(0, len(source.content))
    found = Diagnostic("DB101", HOSTILE, span, hint=HOSTILE, related=(Related(span, HOSTILE),))
    return Findings((source.path,), (found,), (found,))

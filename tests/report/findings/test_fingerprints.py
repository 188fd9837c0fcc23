"""Fingerprints: one for each finding, and the same when other lines change."""

from __future__ import annotations

from debatec.check.pipeline import compile_source
from debatec.report.findings.fingerprints import fingerprints
from debatec.source.text import Source

TEXT = "debate: v1\nname: yes\ndescription: no\nx-a: [on, on]\n"


def names(text: str, path: str = "a.debate.yaml") -> list[str]:
    found = compile_source(Source(path, text)).diagnostics
    return list(fingerprints(found for found in found if found.rule == "DB106"))


def test_no_two_are_equal() -> None:
    assert len(set(names(TEXT))) == 4


def test_lines_above_change_none() -> None:
    assert names("# a comment\n\n" + TEXT) == names(TEXT)


def test_the_file_and_the_line_count() -> None:
    assert not set(names(TEXT, "b.debate.yaml")) & set(names(TEXT))
    assert names(TEXT.replace("name: yes", "name:  yes"))[1:] == names(TEXT)[1:]
    assert names(TEXT.replace("name: yes", "name:  yes"))[0] != names(TEXT)[0]

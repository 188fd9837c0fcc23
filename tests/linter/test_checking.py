"""One text checked."""

from __future__ import annotations

from pathlib import Path

from debatec.linter.checking import check

SPEC = b"""\
debate: v1
name: case  # debatec: ignore[DB302]
roles: {peer: {seats: 2}}
prompts: {open: {file: open.md}, other: {file: open.md}}
format: [{id: talk, steps: [{id: say, speakers: peer, prompt: open}]}]
"""


def test_findings_comments_and_files(tmp_path: Path) -> None:
    (tmp_path / "open.md").write_text("{{ herd }}{# debatec: ignore[DB302] #}")
    found = check("a.debate.yaml", SPEC, str(tmp_path))
    assert [finding.rule for finding in found.findings] == ["DB302", "DB409"]
    places = [directive.span.source.path for directive in found.directives]
    assert places == ["a.debate.yaml", str(tmp_path / "open.md")]
    assert found.files == ("open.md",)
    assert found.lasting


def test_a_text_without_a_folder_has_no_files() -> None:
    found = check("stdin", SPEC, None)
    assert [finding.rule for finding in found.findings] == ["DB426", "DB409", "DB426"]


def test_what_is_no_text() -> None:
    found = check("a.debate.yaml", b"\xff", ".")
    assert ([finding.rule for finding in found.findings], found.lasting) == (["DB100"], False)

"""Known findings: how they are known again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatec.linter.baseline import (
    Baseline,
    NoBaseline,
    Sifted,
    baseline_of,
    key_of,
    load,
    sift,
    text_of,
)
from debatec.source.diagnostic import Diagnostic
from debatec.source.text import Source


def findings(text: str, word: str = "bad", rule: str = "DB302") -> list[Diagnostic]:
    source = Source("d/a.debate.yaml", text)
    starts = [at for at in range(len(text)) if text.startswith(word, at)]
    return [Diagnostic(rule, f"{word}!", source.span(at, at + len(word))) for at in starts]


def sifted(known: str, found: str, *, looked_at: bool = True) -> Sifted:
    return sift(baseline_of(findings(known), ""), findings(found), "", lambda _: looked_at)


def counts(found: Sifted) -> tuple[int, int, int]:
    return len(found.findings), found.known, found.stale


def test_a_line_that_moves_or_is_indented_stays_known() -> None:
    assert counts(sifted("x: bad\n", "\n\n    x: bad  \n")) == (0, 1, 0)


def test_a_line_that_changes_is_new_and_the_old_one_stale() -> None:
    assert counts(sifted("x: bad\n", "y: bad\n")) == (1, 0, 1)
    assert counts(sifted("x: bad\n", "y: bad\n", looked_at=False)) == (1, 0, 0)


def test_equal_lines_are_counted() -> None:
    assert counts(sifted("x: bad\n" * 2, "x: bad\n" * 3)) == (1, 2, 0)
    assert counts(sifted("x: bad\n" * 3, "x: bad\n")) == (0, 1, 2)


def test_message_rule_and_file_count() -> None:
    (known,) = (key_of(found, "") for found in findings("x: bad"))
    (other,) = (key_of(found, "d") for found in findings("x: bad", rule="DB303"))
    assert known[0] == "d/a.debate.yaml"
    assert other[:2] == ("a.debate.yaml", "DB303")
    assert known[2] == other[2]
    assert known[2] != key_of(findings("x: bad", "x")[0], "")[2]


def test_a_shipped_format_keeps_its_name() -> None:
    source = Source("builtin:panel", "x")
    assert key_of(Diagnostic("DB302", "m", source.span(0, 1)), "/w")[0] == "builtin:panel"


def test_the_file_is_the_same_for_the_same_findings(tmp_path: Path) -> None:
    found = [*findings("bad\nworse bad"), *findings("bad", rule="DB202")]
    text = text_of(baseline_of(found, ""))
    assert text == text_of(baseline_of(found[::-1], ""))
    assert list(json.loads(text)["files"]["d/a.debate.yaml"]) == ["DB202", "DB302"]
    path = tmp_path / "known.json"
    path.write_text(text, "utf-8")
    assert load(path) == baseline_of(found, "")
    path.write_text(text_of(Baseline({})), "utf-8")
    assert load(path) == Baseline({})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[" * 100_000,
        "[]",
        '{"baseline": "v2", "files": {}}',
        '{"baseline": "v1", "files": {"a": {"DB302": {"0123456789abcdef": 0}}}}',
        '{"baseline": "v1", "files": {"a": {"x": {}}}}',
    ],
)
def test_what_is_no_baseline(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.json"
    path.write_text(text, "utf-8")
    with pytest.raises(NoBaseline, match=r"known\.json' is no baseline"):
        load(path)
    with pytest.raises(NoBaseline, match="cannot be read"):
        load(tmp_path)

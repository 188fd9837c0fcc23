"""The report of a run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.report.markdown import code, ending, quoted, report, table
from tests.report.runs import CASES, NAMES, compare, ran

SHOWN = st.text(st.sampled_from("#>|`<&\n\r\x1b \u2028ab*_-") | st.characters(codec="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_report(tmp_path: Path, name: str) -> None:
    run = ran(tmp_path, name)
    compare(CASES / f"{name}.md", report(run.plan, run.state))


def test_an_end_is_said_with_its_cause(tmp_path: Path) -> None:
    result = ran(tmp_path, "pingpong").result
    assert ending(result) == "Decided: all rounds were held."
    assert ending({**result, "reason": "agreed"}) == "Decided: the rule 'agreed' held."
    assert ending({**result, "message": "only so"}) == "Decided: only so."


@given(SHOWN)
@settings(max_examples=300)
def test_no_text_leaves_its_quotation(text: str) -> None:
    lines = quoted(text).split("\n")
    assert all(line.startswith(">") for line in lines)
    assert not re.search(r"[<\x1b\r\u2028]", quoted(text))


@given(SHOWN)
@settings(max_examples=300)
def test_no_text_leaves_its_code(text: str) -> None:
    fence = code(text).split(" ")[0]
    assert set(fence) == {"`"}
    assert fence not in re.findall(r"`+", text)


@given(SHOWN, SHOWN)
@settings(max_examples=300)
def test_no_text_leaves_its_cell(one: str, two: str) -> None:
    row = table(("A", "B"), [(one, two)]).split("\n")
    assert len(row) == 3
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", row[2])) == 3

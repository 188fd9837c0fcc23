"""The report of a run."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.report.lines import Lines
from debatec.report.markdown import code, ending, quoted, report, table
from debatec.runtime.events import Warned
from debatec.transports.interface import End, Price
from tests.report.runs import CASES, NAMES, compare, ran
from tests.support.agents import Agent, Say, script
from tests.support.debates import TALK, debate
from tests.support.runs import carry_out, plan_of

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


def test_what_is_missing_unsound_untold_or_dear_is_said(tmp_path: Path) -> None:
    step = {**TALK, "sections": ["Risks *"], "returns": "range"}
    block = {"fields": {"low": {"type": "number"}}, "require": {"positive": "it.low > 0"}}
    spec = debate(
        [step],
        seats=1,
        peer={"sampling": {"seed": 7}},
        blocks={"range": {**block, "otherwise": "mark", "asks": 1}},
    )
    price = Price(Decimal(0), Decimal("0.5"))
    answer = Say(('So.\n{"low": -1}',), end=End(3, 9))
    run = carry_out(tmp_path / "run", plan_of(spec), Agent(script({}, answer), price=price))
    text = report(run.plan, run.state)
    assert " Cost: 0.0000090." in text
    told = "the agent 'scripted' cannot be told 'seed', which the role 'peer' asks for"
    assert f"\n**Warning:** {told}\n" in text
    assert "## Missing\n\n- `talk.r1.say.peer`: it has no heading 'Risks \\*'\n" in text
    assert "Block (it does not meet 'positive': it.low \\> 0): " in text
    written: list[str] = []
    Lines(run.plan.graph, written.append).event(Warned(told), run.state)
    assert written == [f"! {told}"]


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

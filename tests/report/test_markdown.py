"""The report of a run."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatec.report.lines import Lines, blemish
from debatec.report.markdown import code, ending, quoted, report, table
from debatec.runtime.events import BlockStatus, Settled, TurnOutcome, Warned
from debatec.runtime.state import State
from debatec.transports.interface import End, Price
from tests.report.runs import CASES, NAMES, compare, ran
from tests.support.agents import Agent, Say, say, script
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


VOTE: dict[str, object] = {"id": "vote", "speakers": ["peer"], "prompt": "Vote.", "returns": "vote"}
COUNT: dict[str, object] = {"id": "verdict", "kind": "tally", "of": "vote", "pass": "majority"}
BALLOTS = {
    "talk.r1.vote.peer-1": say(
        "No.", {"vote": {"vote": "maybe\x1b[2J\n## Result", "objections": []}}
    ),
    "talk.r1.vote.peer-2": say("I say nothing."),
    "talk.r1.vote.peer-3": say("Yes.", {"vote": {"vote": "accept", "objections": []}}),
}


def test_a_block_that_does_not_count_is_told_with_the_reason(tmp_path: Path) -> None:
    run = carry_out(
        tmp_path / "run",
        plan_of(debate([VOTE, COUNT], seats=3)),
        Agent(script(BALLOTS)),
    )
    text = report(run.plan, run.state)
    invalid = "invalid: 'vote' must be one of 'accept', 'object', not the text 'maybe[2J ## Result'"
    abstained = "abstained: there is no vote block in it"
    marked = invalid.replace("[", "\\[").replace("#", "\\#")
    ballots = (
        "## Ballots\n\n- verdict: accept wins; accept 1; 1 of 3 ballots were valid\n"
        f"  - `talk.r1.vote.peer-1`: {marked}\n  - `talk.r1.vote.peer-2`: {abstained}\n"
    )
    assert ballots in text
    listed = (
        "Blocks that do not count:\n\n"
        f"- `talk.r1.vote.peer-1`: {marked}\n- `talk.r1.vote.peer-2`: {abstained}\n"
    )
    assert listed in text
    written: list[str] = []
    lines, state = Lines(run.plan.graph, written.append), State(run.plan.graph)
    for event in run.watch.events:
        state.apply(event)
        lines.event(event, state)
    heads = [line.rpartition(" · ")[2] for line in written if line.startswith("\npeer-")]
    assert heads == [invalid, abstained, "vote: accept, objections: 0"]


def test_ballots_of_which_none_counts_are_told_too(tmp_path: Path) -> None:
    plan = plan_of(debate([VOTE, COUNT]))
    text = report(plan, carry_out(tmp_path / "run", plan, Agent(script({}, say("So.")))).state)
    assert "- verdict: no winner; no valid ballot; 0 of 2 ballots were valid\n  - `talk" in text


def test_of_many_blocks_that_do_not_count_the_first_are_told(tmp_path: Path) -> None:
    plan = plan_of(debate([{**TALK, "returns": "status"}], seats=23))
    text = report(plan, carry_out(tmp_path / "run", plan, Agent(script({}, say("So.")))).state)
    assert text.count("abstained: there is no status block in it") == 20
    assert "\n- … and 3 more\n" in text


def test_a_reason_has_one_short_line() -> None:
    settled = Settled("a", TurnOutcome.OK, block=BlockStatus.INVALID, message="x\n\x1b y" * 99)
    assert len(blemish(settled)) == len("invalid: ") + 200
    assert not re.search(r"[\n\x1b]", blemish(settled))

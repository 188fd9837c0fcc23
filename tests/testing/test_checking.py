"""What of a case does not fit its debate."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.trials import case, examined, lines, text_of


@pytest.mark.parametrize(
    ("expect", "rule", "message"),
    [
        ("reason: agred", "DB902", "the debate has no stop rule or built-in reason 'agred'"),
        ("phase: tallk", "DB902", "the debate has no phase 'tallk'; did you mean 'talk'?"),
        ("phases: {tallk: {rounds: 1}}", "DB902", "the debate has no phase 'tallk'"),
        ("ballots: {say: {winner: aye}}", "DB902", "the debate has no tally 'say'"),
        ("findings: {tallied: {open: []}}", "DB902", "the debate has no ledger 'tallied'"),
        ("dropped: [prow]", "DB902", "the debate has no seat 'prow'; did you mean 'pro'?"),
        ("replies: {sya: {outcome: ok}}", "DB902", "debate 'settle' has no 'sya'"),
        ("prompts: {judge-1: {contains: x}}", "DB902", "debate 'settle' has no 'judge-1'"),
        ("holds: [count(sya) == 2]", "DB302", "unknown step 'sya'; did you mean 'say'?"),
        ("holds: [count(say) ==]", "DB301", ""),
        ("holds: [say.agree]", "DB303", "a list of replies has no field 'agree'"),
    ],
)
def test_an_expectation_names_what_is_there(
    tmp_path: Path, expect: str, rule: str, message: str
) -> None:
    found = examined(tmp_path, text_of(case(expect)))
    (line,) = lines(found)
    assert line.startswith(f"error[{rule}] {message}")
    assert found.cases[0].result is None, "it is not carried out"


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ("{block: {stance: {agree: 1}}}", "'agree' must be true or false, not the number 1"),
        ("{block: {stance: {}}}", "block 'stance' has no 'agree'"),
        ("{block: {stance: {agree: true, so: 1}}}", "unknown key 'so'"),
        ("{block: {vote: {vote: accept}}}", "what 'say' names returns 'stance', not 'vote'"),
    ],
)
def test_a_block_fits_its_turns(tmp_path: Path, reply: str, message: str) -> None:
    found = examined(tmp_path, text_of(case("asked: 4", f"replies: {{say: {reply}}}")))
    assert [finding.rule for finding in found.every] == ["DB905"]
    assert message in found.every[0].message


def test_a_block_may_be_for_some_of_the_turns_that_a_key_names(tmp_path: Path) -> None:
    own = "replies: {pro: {block: {stance: {agree: true}}}, vote.pro: No ballot.}"
    assert lines(examined(tmp_path, text_of(case("asked: 4", own)))) == []


def test_options_of_a_ballot_are_those_of_its_step(tmp_path: Path) -> None:
    own = "replies: {vote: {block: {choice: {choice: perhaps, reason: So.}}}}"
    found = examined(tmp_path, text_of(case("asked: 4", own)))
    assert [finding.rule for finding in found.every] == ["DB905"]


def test_a_block_that_is_written_as_text_is_not_checked(tmp_path: Path) -> None:
    own = 'replies: {say.con: "```stance\\n{}\\n```"}'
    expect = "replies: {say.con: {block: stand_in, fields: {agree: false}}}"
    assert lines(examined(tmp_path, text_of(case(expect, own)))) == []

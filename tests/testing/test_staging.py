"""The debate of a test file, and the plan of each of its cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.trials import DEBATE, HEAD, SHARED, case, examined, lines, text_of


@pytest.mark.parametrize(
    ("more", "expect"),
    [
        ("inputs: {rounds: 1}", "asked: 4"),
        ("preset: short", "phases: {talk: {rounds: 1}}"),
        ("preset: short, inputs: {rounds: 2}", "phases: {talk: {rounds: 1}}"),
        ("cast: {judge: 2}", "asked: 6"),
        ("seed: 7", "asked: 4"),
    ],
)
def test_what_a_case_sets_is_what_is_played(tmp_path: Path, more: str, expect: str) -> None:
    found = examined(tmp_path, text_of(case(expect, more)))
    assert lines(found) == []
    plain = examined(tmp_path, text_of(case("asked: 4")))
    plans = [one.result["plan"] for each in (found, plain) for one in each.cases if one.result]
    assert len(set(plans)) == 2


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("inputs: {ronds: 1}", "error[DB902] there is no input 'ronds'; did you mean 'rounds'?"),
        ("inputs: {rounds: 0}", "error[DB906] "),
        ("inputs: {rounds: x}", "error[DB906] input 'rounds' must be "),
        ("preset: shrt", "error[DB902] there is no preset 'shrt'; did you mean 'short'?"),
        ("cast: {jugde: 1}", "error[DB902] there is no role 'jugde'; did you mean 'judge'?"),
        ("cast: {judge: 3}", "error[DB906] role 'judge' has 0..2 seats, and the cast has 3"),
        ("cast: {pro: 2}", "error[DB906] role 'pro' has 1 seats, and the cast has 2"),
    ],
)
def test_what_a_case_cannot_set_is_an_error(tmp_path: Path, more: str, line: str) -> None:
    found = examined(tmp_path, text_of(case("asked: 4", more)))
    assert [said[: len(line)] for said in lines(found)] == [line]
    assert found.cases[0].result is None


def test_a_required_input_has_to_be_set(tmp_path: Path) -> None:
    text = text_of(case("asked: 4")).replace(HEAD, "tests: v1\n")
    assert lines(examined(tmp_path, text)) == ["error[DB906] input 'question' is required"]


def test_the_debate_is_looked_for_beside_the_file(tmp_path: Path) -> None:
    text = "tests: v1\ndebate: other.debate.yaml\n" + SHARED + "cases:\n" + case("asked: 4")
    (line,) = lines(examined(tmp_path, text))
    assert line.startswith("error[DB906] ")
    assert line.endswith("other.debate.yaml' cannot be read: No such file or directory")


def test_somebody_has_to_have_a_seat(tmp_path: Path) -> None:
    debate = DEBATE.replace("pro: {}, con: {}", "pro: {seats: 0..1}, con: {seats: 0..1}")
    found = examined(tmp_path, text_of(case("asked: 0", "preset: short")), debate)
    assert lines(found) == ["error[DB906] the cast leaves no seat"]

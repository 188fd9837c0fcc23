"""Test files carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatec.testing.suites import Examiner
from tests.support.trials import AGREE, HEAD, SHARED, YES, case, clock, examined, lines, text_of


def test_cases_that_come_to_what_they_expect(tmp_path: Path) -> None:
    text = text_of(
        case("reason: agreed, round: 1, outcome: consensus, asked: 4"),
        case(
            "reason: completed, phase: verdict, phases: {talk: {reason: rounds, rounds: 3}}",
            "replies: {say.con: {block: {stance: {agree: false}}}}",
            "two",
        ),
    )
    found = examined(tmp_path, text)
    assert lines(found) == []
    assert [one.failed for one in found.cases] == [False, False]
    assert [one.seconds for one in found.cases] == [1, 1]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "settle.debate.yaml",
        "settle.test.yaml",
    ]


def test_an_expectation_that_is_missed_is_an_error_at_its_place(tmp_path: Path) -> None:
    found = examined(tmp_path, text_of(case("reason: rounds"), case("reason: agreed", name="two")))
    assert lines(found) == ["error[DB901] one: 'reason' is 'agreed', expected 'rounds'"]
    (finding,) = found.every
    assert (finding.span.text, finding.span.position) == ("rounds", (5, 34))
    assert [one.failed for one in found.cases] == [True, False]


def replies(*pairs: str) -> str:
    return f"replies: {{{', '.join(pairs)}}}"


def test_the_narrowest_reply_answers_whatever_the_order(tmp_path: Path) -> None:
    pairs = ["say: step", "r2: round", "both: group", "con: seat", "talk: phase", "r2.con: both"]
    said = "replies: {r1.say.pro: {text: {is: group}}, r2.say.con: {text: {is: both}}, "
    said += "r1.say.con: {text: {is: seat}}, r2.say.pro: {text: {is: group}}}"
    for given in (pairs, pairs[::-1]):
        found = examined(
            tmp_path, text_of(case(said, replies(*given)), shared=f"replies: {{vote: {YES}}}\n")
        )
        assert [line for line in lines(found) if line.startswith("error")] == []


def test_replies_of_a_case_go_before_its_replay_and_that_before_the_file(tmp_path: Path) -> None:
    replay = (
        "replay: v1\nturns: {talk.r1.say.con: {text: played}, talk.r1.say.pro: {text: played}}\n"
    )
    (tmp_path / "x.replay.yaml").write_text(replay, encoding="utf-8")
    said = "replies: {r1.say.pro: {text: {is: own}}, r1.say.con: {text: {is: played}}}"
    shared = f"replies: {{say: shared, otherwise: {YES}}}\n"
    own = f"inputs: {{rounds: 1}}, replay: x.replay.yaml, {replies('talk.pro: own')}"
    found = examined(tmp_path, text_of(case(said, own), shared=shared))
    assert lines(found) == ["warning[DB903] no turn asks for the reply of 'say'"]


def test_a_list_answers_askings_in_turn_and_its_last_item_repeats(tmp_path: Path) -> None:
    own = "replies: {say.con: [{fail: crashed}, {text: Again.}]}"
    found = examined(
        tmp_path, text_of(case("replies: {r1.say.con: {attempts: 2, text: {is: Again.}}}", own))
    )
    assert lines(found) == []


def test_made_up_replies_fit_their_turns(tmp_path: Path) -> None:
    own = "replies: {otherwise: {placeholder: true}}"
    expect = "replies: {r1.say: {block: valid, fields: {agree: false}}}, "
    expect += "ballots: {tallied: {leader: aye}}"
    found = examined(tmp_path, text_of(case(expect, own), shared=""))
    assert lines(found) == []


def test_a_turn_that_has_no_reply_is_an_error_of_the_case(tmp_path: Path) -> None:
    found = examined(
        tmp_path, text_of(case("reason: rounds", f"replies: {{say: {AGREE}}}"), shared="")
    )
    assert lines(found) == [
        "error[DB904] there is no reply for turn 'verdict.r1.vote.pro', nor for 1 other"
    ]
    assert found.every[0].span.text == "one"


def test_replies_that_nobody_asks_for_are_warnings(tmp_path: Path) -> None:
    own = f"replies: {{r2.say: {AGREE}, r1.say: [{AGREE}, Never.], r1.vote: {YES}}}"
    found = examined(tmp_path, text_of(case("reason: agreed", own)))
    assert lines(found) == [
        "warning[DB903] no turn asks for the reply of 'say'",
        "warning[DB903] no turn asks for the reply of 'vote'",
        "warning[DB903] no turn asks for the reply of 'r2.say'",
        "warning[DB903] no turn asks for answer 2 of 'r1.say'",
    ]
    assert found.every[3].span.text == "Never."
    assert not found.failed


def test_replies_of_the_file_are_looked_at_over_all_cases(tmp_path: Path) -> None:
    shared = f"replies: {{r1.say: {AGREE}, judge-1: {YES}, vote: {YES}, r9: No., jugde: No.}}\n"
    text = text_of(case("asked: 4"), case("asked: 5", "cast: {judge: 1}", "two"), shared=shared)
    assert lines(examined(tmp_path, text)) == [
        "warning[DB903] no turn asks for the reply of 'r9'",
        "error[DB902] debate 'settle' has no 'jugde'; did you mean 'judge'?",
    ]
    some = Examiner(clock(), lambda _path, one: one.name == "one")
    found = examined(tmp_path, text, examiner=some)
    assert [one.case.name for one in found.cases] == ["one"]
    assert "warning" not in str(lines(found))


def test_only_chosen_cases_and_no_more_after_one_that_fails(tmp_path: Path) -> None:
    text = text_of(*(case("reason: rounds", name=name) for name in ("one", "two", "three")))
    assert len(examined(tmp_path, text, examiner=Examiner(clock(), fail_fast=True)).cases) == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "error[DB110] the file is empty"),
        ("tests: v1\n", "error[DB202] the file has no 'cases'"),
        (HEAD + "cases: [{name: a, expect: {reson: x}}]\n", "DB201"),
        (HEAD + "cases: [{name: a, expect: {}}]\n", "DB205"),
        (
            HEAD + SHARED + "cases:\n" + case("asked: 4") * 2,
            "error[DB902] there is a case 'one' already",
        ),
        (HEAD + SHARED + "cases:\n" + case("asked: 4") + case("asked: 4", name="One!"), "DB902"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, line: str) -> None:
    found = examined(tmp_path, text)
    assert line in "\n".join(lines(found))
    assert found.failed


def test_a_debate_with_errors_is_told_of_instead(tmp_path: Path) -> None:
    broken = "debate: v1\nname: settle\nroles: {a: {}}\n"
    found = examined(tmp_path, text_of(case("asked: 4")), broken)
    assert found.cases == ()
    assert {finding.span.source.path for finding in found.every} == {
        str(tmp_path / "settle.debate.yaml")
    }


def test_a_replay_has_to_be_there_and_sound(tmp_path: Path) -> None:
    found = examined(tmp_path, text_of(case("asked: 4", "replay: x.replay.yaml")))
    assert lines(found)[0].startswith("error[DB906] '")
    (tmp_path / "x.replay.yaml").write_text("replay: v1\nturns: 1\n", encoding="utf-8")
    found = examined(tmp_path, text_of(case("asked: 4", "replay: x.replay.yaml")))
    assert [finding.rule for finding in found.every] == ["DB203"]


def test_a_shipped_format_and_its_replay_are_known_by_name(tmp_path: Path) -> None:
    text = "tests: v1\ndebate: pingpong\ninputs: {question: Well?}\ncases:\n"
    assert lines(examined(tmp_path, text + case("asked: 6", "replay: pingpong"))) == []

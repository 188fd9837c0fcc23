"""Keys that name turns by parts of their ids."""

from __future__ import annotations

import pytest

from debatec.testing.patterns import Names
from tests.support.runs import plan_of
from tests.support.trials import DEBATE

NAMES = Names(plan_of(DEBATE, question="Well?"))


def matched(key: str) -> list[str]:
    pattern, fault = NAMES.pattern(key)
    assert pattern is not None, fault
    return [node.id for node in NAMES.matching(pattern)]


@pytest.mark.parametrize(
    ("key", "ids"),
    [
        ("talk.r2.say.con", ["talk.r2.say.con"]),
        ("r2.say", ["talk.r2.say.pro", "talk.r2.say.con"]),
        ("r3.pro", ["talk.r3.say.pro"]),
        ("say.con", ["talk.r1.say.con", "talk.r2.say.con", "talk.r3.say.con"]),
        ("vote.judge", ["verdict.r1.vote.judge-1", "verdict.r1.vote.judge-2"]),
        ("judge-2", ["verdict.r1.vote.judge-2"]),
        ("vote.both", ["verdict.r1.vote.pro", "verdict.r1.vote.con"]),
        ("tallied", ["verdict.r1.tallied"]),
        ("r9", []),
    ],
)
def test_a_key_names_turns_and_program_steps(key: str, ids: list[str]) -> None:
    assert matched(key) == ids


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("sey", "debate 'settle' has no 'sey'; did you mean 'say'?"),
        ("r2.say.judge-3", "debate 'settle' has no 'judge-3'; did you mean 'judge-2'?"),
        ("r0.say", "debate 'settle' has no 'r0'"),
        ("say.r2", "'say.r2' is not in the order phase, round, step, seat"),
        ("pro.con", "'pro.con' is not in the order phase, round, step, seat"),
        ("", "debate 'settle' has no ''"),
        ("say.", "debate 'settle' has no ''"),
    ],
)
def test_a_key_that_names_nothing_says_why(key: str, fault: str) -> None:
    assert NAMES.pattern(key) == (None, fault)


def test_one_part_that_narrows_goes_before_all_that_narrow_less() -> None:
    keys = ["talk", "say", "talk.say", "r1", "talk.r1.say", "both", "talk.r1.say.both", "judge"]
    ranks = [pattern.rank for key in [*keys, "judge-1"] if (pattern := NAMES.pattern(key)[0])]
    assert ranks == sorted(set(ranks))

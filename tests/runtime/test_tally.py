"""Ballots counted by every rule."""

from __future__ import annotations

from fractions import Fraction

import pytest

from debatec.runtime.tally import Ballot, count, share, text_of


def ballots(options: str) -> list[Ballot]:
    """One letter a seat: y and n are options, the others ways to give none."""
    words = {"y": "yes", "n": "no", "m": "maybe"}
    statuses = {"-": "abstained", "x": "failed", ".": "absent"}
    return [
        Ballot(f"s{number}", statuses.get(letter, "valid"), words.get(letter))
        for number, letter in enumerate(options, 1)
    ]


@pytest.mark.parametrize(
    ("options", "passes", "winner", "leader", "tie"),
    [
        ("yyn", None, "yes", "yes", False),
        ("yyn", "majority", "yes", "yes", False),
        ("yyn", "unanimous", None, "yes", False),
        ("yyy", "unanimous", "yes", "yes", False),
        ("yn", None, None, None, True),
        ("ynm", None, None, None, True),
        ("yynnm", None, None, None, True),
        ("yynm", None, "yes", "yes", False),
        ("yynm", "majority", None, "yes", False),
        ("yn-", "majority", None, None, True),
        ("y-x.", "majority", "yes", "yes", False),
        ("y-x.", "unanimous", "yes", "yes", False),
        ("-x.", None, None, None, False),
        ("-x.", "unanimous", None, None, False),
        ("", None, None, None, False),
    ],
)
def test_who_wins(
    options: str, passes: str | None, winner: str | None, leader: str | None, tie: bool
) -> None:
    data = count(ballots(options), passes)
    assert (data["winner"], data["leader"], data["tie"]) == (winner, leader, tie)


def test_ballots_are_told_apart() -> None:
    data = count(ballots("yn-x."), None)
    assert data["ballots"] == {
        "s1": "yes", "s2": "no", "s3": "abstained", "s4": "failed", "s5": "absent",
    }  # fmt: skip
    assert (data["votes"], data["voters"]) == (2, 5)
    assert data["counts"] == {"yes": 1, "no": 1}


def test_the_minority_is_who_is_not_for_the_leader() -> None:
    assert count(ballots("yyn-m"), None)["minority"] == ["s3", "s5"]
    assert count(ballots("yn"), None)["minority"] == ["s1", "s2"]
    assert count(ballots("yy"), None)["minority"] == []


def test_counts_stand_by_number_then_by_first_vote() -> None:
    assert list(count(ballots("nmyym"), None)["counts"]) == ["maybe", "yes", "no"]


def test_the_share_is_exact() -> None:
    assert share(count(ballots("yyn"), None)) == Fraction(2, 3)
    assert share(count(ballots("-"), None)) is None


@pytest.mark.parametrize(
    ("options", "passes", "text"),
    [
        ("yyn", None, "yes wins: yes 2, no 1 (3 of 3 ballots)."),
        ("yy-", "unanimous", "yes wins: yes 2 (2 of 3 ballots)."),
        ("yn", "majority", "No winner (majority needed): yes 1, no 1 (2 of 2 ballots)."),
        ("-", None, "No winner: no valid ballot (0 of 1 ballots)."),
    ],
)
def test_a_tally_in_words(options: str, passes: str | None, text: str) -> None:
    assert text_of(count(ballots(options), passes), passes) == text


def test_an_option_stays_on_its_line() -> None:
    data = count([Ballot("a", "valid", "yes\nwins: all")], None)
    assert text_of(data, None) == "yes wins: all wins: yes wins: all 1 (1 of 1 ballots)."

"""Findings folded over rounds."""

from __future__ import annotations

from typing import Any

from debatec.runtime.ledger import Statement, fold, text_of

Data = dict[str, Any]


def finding(id: str, state: str = "open", severity: str = "major", title: str = "") -> Data:
    return {"id": id, "title": title or f"about {id}", "severity": severity, "state": state}


def said(seat: str, *findings: Data) -> Statement:
    return Statement(seat, findings)


def entry(data: Data, id: str) -> Data:
    return next(item for item in data["all"] if item["id"] == id)


def test_a_finding_is_open_while_somebody_holds_it() -> None:
    first = fold(None, [said("a", finding("F")), said("b")])
    assert (first["open"], first["resolved"]) == (["F"], [])
    second = fold(first, [said("a", finding("F", "resolved")), said("b", finding("F"))])
    assert second["open"] == ["F"]
    assert entry(second, "F")["stances"] == {"a": "resolved", "b": "open"}
    third = fold(second, [said("a"), said("b", finding("F", "withdrawn"))])
    assert (third["open"], third["resolved"]) == ([], ["F"])
    assert entry(third, "F")["raised_by"] == "a"


def test_a_finding_nobody_mentions_any_more_is_resolved() -> None:
    first = fold(None, [said("a", finding("F", severity="blocking"))])
    assert fold(first, [said("a"), said("b")])["blocking"] == []


def test_what_a_dropped_seat_held_blocks_no_more() -> None:
    first = fold(None, [said("a"), said("b", finding("F", severity="blocking"))])
    assert first["blocking"] == ["F"]
    assert fold(first, [said("a")])["blocking"] == []


def test_a_finding_blocks_while_one_who_holds_it_says_so() -> None:
    first = fold(None, [said("a", finding("F", severity="blocking"))])
    second = fold(first, [said("a", finding("F", "resolved", "blocking")), said("b", finding("F"))])
    assert (second["open"], second["blocking"]) == (["F"], [])
    assert entry(second, "F")["severity"] == "major"


def test_the_gravest_view_counts() -> None:
    views = [finding("F", severity=severity) for severity in ("minor", "blocking", "major")]
    seats = [said(seat, view) for seat, view in zip("abc", views, strict=True)]
    assert entry(fold(None, seats), "F")["severity"] == "blocking"


def test_a_finding_that_comes_up_resolved_keeps_its_severity() -> None:
    data = fold(None, [said("a", finding("F", "resolved", "blocking"))])
    assert entry(data, "F")["severity"] == "blocking"
    assert data["blocking"] == []


def test_ids_are_the_same_whatever_their_case() -> None:
    first = fold(None, [said("a", finding("F1")), said("b", finding(" f1 ", title="about f1"))])
    assert [item["id"] for item in first["all"]] == ["F1"]
    second = fold(first, [said("b", finding("f1", "resolved"))])
    assert second["resolved"] == ["F1"]


def test_one_new_id_for_two_findings_is_told_apart() -> None:
    first = fold(None, [said("a", finding("F", title="x")), said("b", finding("F", title="y"))])
    assert first["open"] == ["F@a", "F@b"]
    second = fold(first, [said("a", finding("F", "withdrawn")), said("b", finding("F@b"))])
    assert (second["open"], second["resolved"]) == (["F@b"], ["F@a"])


def test_a_known_id_is_not_new_whatever_its_title() -> None:
    first = fold(None, [said("a", finding("F", title="x"))])
    second = fold(first, [said("a", finding("F", title="z")), said("b", finding("F", title="y"))])
    assert second["open"] == ["F"]
    assert entry(second, "F")["title"] == "z"


def test_only_who_raised_a_finding_puts_it_in_words() -> None:
    first = fold(None, [said("a", finding("F", title="x"))])
    assert entry(fold(first, [said("b", finding("F", title="y"))]), "F")["title"] == "x"


def test_a_seat_that_says_both_holds_it() -> None:
    data = fold(None, [said("a", finding("F"), finding("F", "resolved"))])
    assert data["open"] == ["F"]


def test_lists_are_sorted_so_that_they_compare() -> None:
    one = fold(None, [said("a", finding("B"), finding("A"))])
    two = fold(None, [said("a", finding("A"), finding("B"))])
    assert one["open"] == two["open"] == ["A", "B"]


def test_a_ledger_in_words() -> None:
    data = fold(None, [said("a", finding("R", "resolved"), finding("F", title="x\n- G (open"))])
    assert text_of(data) == (
        "- F (open, major): x - G (open — raised by a\n- R (resolved, major): about R — raised by a"
    )
    assert text_of(fold(None, [])) == "No findings."


def test_folding_changes_nothing_before() -> None:
    first = fold(None, [said("a", finding("F"))])
    before = repr(first)
    fold(first, [said("a", finding("F", "resolved"))])
    assert repr(first) == before

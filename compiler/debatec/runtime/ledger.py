"""The findings of a debate, folded from what each seat says it still holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from debatec.frozen import frozen
from debatec.source.text import one_line


@frozen
class Statement:
    """A seat's status block in this round: every finding that it still holds."""

    seat: str
    findings: Sequence[Mapping[str, Any]]


def fold(
    previous: Mapping[str, Any] | None,
    statements: Sequence[Statement],
    unasked: Collection[str] = (),
) -> dict[str, Any]:
    """The ledger after a round.

    A finding is known by its id, whatever its case. It is open while some seat that made a
    statement in this round holds it so, and blocking while one of them holds it blocking. A seat
    that failed or was dropped holds nothing any more; one that was ``unasked`` in this round holds
    what it held before. Two seats that give one new id to two findings get theirs told apart as
    ``ID@SEAT``.
    """
    book = {
        item["id"]: dict(item, stances=_kept(item["stances"], unasked))
        for item in (previous or {}).get("all", [])
    }
    clashing = _clashing(book, statements)
    for statement in statements:
        for finding in statement.findings:
            _enter(book, clashing, statement.seat, finding)
    for item in book.values():
        item["state"] = "open" if "open" in item["stances"].values() else "resolved"
    return _fields(book)


def _kept(stances: Mapping[str, str], unasked: Collection[str]) -> dict[str, str]:
    return {seat: stance for seat, stance in stances.items() if seat in unasked}


def _enter(
    book: dict[str, dict[str, Any]], clashing: set[str], seat: str, finding: Mapping[str, Any]
) -> None:
    id = _resolve(book, clashing, seat, finding)
    entry = book.setdefault(id, {"id": id, "raised_by": seat, "stances": {}})
    entry.setdefault("severity", finding["severity"])
    if entry["raised_by"] == seat:
        entry.update(title=finding["title"], evidence=finding.get("evidence", ""))
    if finding["state"] == "open":
        held = [entry["severity"]] if "open" in entry["stances"].values() else []
        entry["severity"] = min([*held, finding["severity"]], key=SEVERITIES.index)
    if entry["stances"].get(seat) != "open":
        entry["stances"][seat] = finding["state"]


SEVERITIES = ("blocking", "major", "minor")


def _clashing(book: Mapping[str, Any], statements: Sequence[Statement]) -> set[str]:
    """New ids that several seats give to findings with different titles."""
    titles: dict[str, set[str]] = {}
    for statement in statements:
        for finding in statement.findings:
            titles.setdefault(_plain(finding["id"]), set()).add(_plain(finding["title"]))
    known = {_plain(id) for id in book}
    return {id for id, found in titles.items() if len(found) > 1 and id not in known}


def _resolve(
    book: Mapping[str, Any], clashing: set[str], seat: str, finding: Mapping[str, Any]
) -> str:
    id = str(finding["id"]).strip()
    known = {_plain(entry): entry for entry in book}
    own = f"{id}@{seat}"
    if _plain(own) in known:
        return known[_plain(own)]
    if _plain(id) in clashing:
        return own
    return known.get(_plain(id), id)


def _plain(text: str) -> str:
    return text.strip().casefold()


def _fields(book: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    is_open = [item for item in book.values() if item["state"] == "open"]
    return {
        "open": sorted(item["id"] for item in is_open),
        "blocking": sorted(item["id"] for item in is_open if item["severity"] == "blocking"),
        "resolved": sorted(item["id"] for item in book.values() if item["state"] != "open"),
        "all": [dict(item) for item in book.values()],
    }


def text_of(data: Mapping[str, Any]) -> str:
    """The ledger as a list, the open findings first."""
    items = sorted(data["all"], key=lambda item: item["state"] != "open")
    # On one line each, so that no title can pass for another finding.
    lines = [
        f"- {one_line(item['id'])} ({item['state']}, {item['severity']}): "
        f"{one_line(item['title'])} — raised by {item['raised_by']}"
        for item in items
    ]
    return "\n".join(lines) or "No findings."

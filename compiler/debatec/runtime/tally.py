"""Ballots to a decision, without a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from debatec.frozen import frozen
from debatec.source.text import one_line


@frozen
class Ballot:
    """What one seat of the electorate gave: an option, or why there is none."""

    seat: str
    status: str
    option: str | None = None


def count(ballots: Sequence[Ballot], passes: str | None) -> dict[str, Any]:
    """The fields of a tally; `winner` is None unless the leader passed.

    Options are compared as they are written. Ballots that were abstained from, absent or failed
    are voters without a vote, each by its own word in ``ballots``. ``leading`` is the number of
    votes of the leader.
    """
    votes = [ballot.option for ballot in ballots if ballot.option is not None]
    counts = dict(sorted(Counter(votes).items(), key=lambda item: (-item[1], votes.index(item[0]))))
    leaders = [option for option, number in counts.items() if number == max(counts.values())]
    leader = leaders[0] if len(leaders) == 1 else None
    most = counts[leaders[0]] if leaders else 0
    return {
        "winner": leader if leader and _passed(most, len(votes), passes) else None,
        "leader": leader,
        "tie": len(leaders) > 1,
        "leading": most,
        "votes": len(votes),
        "voters": len(ballots),
        "counts": counts,
        "minority": [b.seat for b in ballots if b.option is not None and b.option != leader],
        "ballots": {ballot.seat: ballot.option or ballot.status for ballot in ballots},
    }


def _passed(most: int, votes: int, passes: str | None) -> bool:
    if passes == "unanimous":
        return most == votes
    if passes == "majority":
        return 2 * most > votes
    return True


def share(data: Mapping[str, Any]) -> Fraction | None:
    """The leader's part of the valid votes; exact, so it is not kept but computed."""
    return Fraction(data["leading"], data["votes"]) if data["votes"] else None


def text_of(data: Mapping[str, Any], passes: str | None) -> str:
    """A tally in one sentence, with honest denominators."""
    counts = ", ".join(f"{one_line(option)} {number}" for option, number in data["counts"].items())
    cast = f"{data['votes']} of {data['voters']} ballots"
    if data["winner"]:
        return f"{one_line(data['winner'])} wins: {counts} ({cast})."
    rule = f" ({passes} needed)" if passes else ""
    return f"No winner{rule}: {counts or 'no valid ballot'} ({cast})."

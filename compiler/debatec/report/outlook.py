"""What a run would take over from another one, as people and programs are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from debatec.graph.plan import Plan
from debatec.report.text import columns, plural
from debatec.runtime.outlook import Cause, Fate, Prospect
from debatec.runtime.past import Past

FORMAT = "urn:debatec:schema:reuse:v1"
_FATES = {Fate.REUSED: "taken over", Fate.ASKED: "asked", Fate.OPEN: "maybe"}
_CAUSES = {
    Cause.NEW: "not in {run}",
    Cause.UNANSWERED: "without a reply in {run}",
    Cause.REQUEST: "asked for something that {run} did not ask for",
    Cause.AGENT: "its agent changed",
    Cause.SYSTEM: "its system text changed",
    Cause.TERMS: "its sampling, block or longest reply changed",
    Cause.HEARS: "hears {of}, which is asked",
    Cause.PROMPT: "its prompt changed",
    Cause.MEMORY: "its session remembers {of}, which is asked",
}
_MEMORY = "its session remembers something else"


def document(plan: Plan, past: Past, prospects: Sequence[Prospect]) -> dict[str, Any]:
    """The outlook as JSON values."""
    return {
        "schema": FORMAT,
        "debate": plan.spec.name,
        "version": plan.spec.version,
        "run": past.name,
        "counts": {"turns": len(prospects), **_counts(prospects)},
        "turns": [
            {
                "turn": prospect.turn.id,
                "seat": prospect.turn.seat,
                "fate": prospect.fate,
                "cause": prospect.cause,
                "of": prospect.of,
            }
            for prospect in prospects
        ],
    }


def _counts(prospects: Sequence[Prospect]) -> dict[str, int]:
    found = Counter(prospect.fate for prospect in prospects)
    return {fate.value: found[fate] for fate in Fate}


def sentence(past: Past, prospects: Sequence[Prospect]) -> str:
    """How many turns are taken over, and how many are to be asked."""
    counts = _counts(prospects)
    told = (
        f"{counts[Fate.REUSED]} of {plural(len(prospects), 'turn')} taken over from {past.name}, "
        f"{counts[Fate.ASKED]} to ask"
    )
    if still := counts[Fate.OPEN]:
        told += f", {still} more unless what they hear or remember comes out the same"
    return f"{told}."


def lines(past: Past, prospects: Sequence[Prospect]) -> Iterator[str]:
    """The outlook for people: each turn with what becomes of it and why, then the counts."""
    yield from columns([(p.turn.id, _FATES[p.fate], _why(past, p)) for p in prospects])
    yield ""
    yield sentence(past, prospects)


def _why(past: Past, prospect: Prospect) -> str:
    if prospect.cause is None:
        return ""
    if prospect.cause is Cause.MEMORY and prospect.of is None:
        return _MEMORY
    return _CAUSES[prospect.cause].format(run=past.name, of=prospect.of)

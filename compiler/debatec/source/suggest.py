"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_CUTOFF = 0.65
_LONGEST_WORD = 100


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like a word, or None when none is alike.

    Case and the choice between ``_`` and ``-`` count for nothing.
    """
    if len(word) > _LONGEST_WORD:
        return None
    folded: dict[str, str] = {}
    for candidate in sorted(candidates):
        folded.setdefault(_fold(candidate), candidate)
    found = get_close_matches(_fold(word), folded, n=1, cutoff=_CUTOFF)
    return folded[found[0]] if found else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """The end of a message, ``; did you mean 'x'?``, or nothing when no candidate is alike."""
    found = nearest(word, candidates)
    return f"; did you mean '{found}'?" if found is not None else ""


def _fold(word: str) -> str:
    return word.casefold().replace("_", "-")

"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_CUTOFF = 0.65

# Comparing is slow: beyond these, the words of a file are not what a person misspelt.
_LONGEST_WORD = 100
_MOST_CANDIDATES = 500


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like a word, or None when none is alike.

    Case and the choice between ``_`` and ``-`` count for nothing.
    """
    candidates = sorted(candidates)
    if len(word) > _LONGEST_WORD or len(candidates) > _MOST_CANDIDATES:
        return None
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(_fold(candidate), candidate)
    found = get_close_matches(_fold(word), folded, n=1, cutoff=_CUTOFF)
    return folded[found[0]] if found else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """The end of a message, ``; did you mean 'x'?``, or nothing when no candidate is alike."""
    found = nearest(word, candidates)
    return f"; did you mean '{found}'?" if found is not None else ""


def _fold(word: str) -> str:
    return word.casefold().replace("_", "-")

"""Suggestions for misspelt words, and for those that are called otherwise here.

`difflib` is imported where something is misspelt, which in most files is nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from debatec.source.diagnostic import Fix
from debatec.source.synonyms import synonym
from debatec.source.text import Span

_CUTOFF = 0.65
_LEAST_GAP = 0.05

# Comparing is slow: beyond these, the words of a file are not what a person misspelt.
_LONGEST_WORD = 100
_MOST_CANDIDATES = 500


def nearest(word: str, candidates: Collection[str]) -> str | None:
    """The synonym of a word, else the candidate most like it, or None when none is alike.

    Case and the choice between ``_`` and ``-`` count for nothing.
    """
    return _meant(word, candidates) or like(word, candidates)


def like(word: str, candidates: Collection[str]) -> str | None:
    """The candidate most like a word in its letters, or None."""
    return next(iter(_alike(word, candidates, most=1)), None)


def only(word: str, candidates: Collection[str]) -> str | None:
    """The candidate that a word stands for, or None when another one is almost as much like it."""
    if meant := _meant(word, candidates):
        return meant if meant in candidates else None
    found = _alike(word, candidates, most=2)
    is_unsure = len(found) == 2 and _gap(word, *found) < _LEAST_GAP
    return found[0] if found and not is_unsure else None


def _meant(word: str, candidates: Collection[str]) -> str | None:
    """The synonym of a word that is not a candidate itself, in another case or with hyphens."""
    is_there = any(_fold(other) == _fold(word) for other in candidates)
    return None if is_there else synonym(word, candidates)


def _gap(word: str, first: str, second: str) -> float:
    """By how much a word is more like the first of two others."""
    from difflib import SequenceMatcher

    ratios = (SequenceMatcher(None, _fold(other), _fold(word)).ratio() for other in (first, second))
    return next(ratios) - next(ratios)


def respelling(span: Span, word: str, candidates: Collection[str]) -> Fix | None:
    """The fix that writes the one candidate a word is like in its place, quotes kept."""
    found = only(word, candidates)
    written = span.text
    quote = written[:1] if written[:1] in ("'", '"') else ""
    if found is None or written != f"{quote}{word}{quote}":
        return None
    return Fix(span, f"{quote}{found}{quote}", f"write '{found}'")


def _alike(word: str, candidates: Iterable[str], *, most: int) -> list[str]:
    from difflib import get_close_matches

    candidates = sorted(candidates)
    if len(word) > _LONGEST_WORD or len(candidates) > _MOST_CANDIDATES:
        return []
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(_fold(candidate), candidate)
    found = get_close_matches(_fold(word), folded, n=most, cutoff=_CUTOFF)
    return [folded[match] for match in found]


def did_you_mean(word: str, candidates: Collection[str]) -> str:
    """The end of a message, ``; did you mean 'x'?``, or nothing when no candidate is alike."""

    found = nearest(word, candidates)
    return f"; did you mean '{found}'?" if found is not None else ""


def _fold(word: str) -> str:
    return word.casefold().replace("_", "-")

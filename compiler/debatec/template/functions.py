"""The functions of expressions: what they take and what they come to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from typing import Literal, TypeAlias

from debatec.frozen import frozen

_BLANKS = re.compile(r"\s+")
_IGNORED = frozenset(
    {"and", "are", "been", "being", "but", "for", "from", "into", "its", "not", "our", "over"}
    | {"she", "than", "that", "the", "their", "then", "these", "they", "this", "those", "under"}
    | {"was", "were", "with", "you", "your"}
)
_LONGEST_IGNORED = 2
_MOST_KEYWORDS = 100
Parameter: TypeAlias = Literal[
    "step", "role", "condition", "measure", "any", "number", "text", "texts", "count"
]
Result: TypeAlias = Literal["number", "maybe number", "flag", "first"]


@frozen
class Signature:
    """The parameters of a function, in order; ``more`` when the last one may be repeated.

    A ``count`` is a whole number from 1, ``texts`` a list of texts or one text; a ``condition`` and
    a ``measure``, which is a number, see ``it``, a reply of the step.
    """

    parameters: Mapping[str, Parameter]
    required: int
    gives: Result
    usage: str
    more: bool = False
    pure: bool = False


_OVER_STEP: Mapping[str, Parameter] = {"step": "step", "condition": "condition", "window": "count"}
_MEASURED: Mapping[str, Parameter] = {"step": "step", "x": "measure", "window": "count"}

FUNCTIONS: Mapping[str, Signature] = {
    "abs": Signature({"x": "number"}, 1, "number", "abs(x)", pure=True),
    "all": Signature(_OVER_STEP, 2, "flag", "all(STEP, condition, window=N)"),
    "any": Signature(_OVER_STEP, 2, "flag", "any(STEP, condition, window=N)"),
    "before": Signature({"x": "any", "k": "count"}, 1, "first", "before(x, k=1)"),
    "count": Signature(_OVER_STEP, 1, "number", "count(STEP, condition, window=N)"),
    "last": Signature({"step": "step"}, 1, "first", "last(STEP)"),
    "live": Signature({"role": "role"}, 1, "number", "live(ROLE)"),
    "max": Signature(
        {"a": "number", "b": "number"}, 2, "number", "max(a, b, …)", more=True, pure=True
    ),
    "mean": Signature(_MEASURED, 2, "maybe number", "mean(STEP, x, window=N)"),
    "min": Signature(
        {"a": "number", "b": "number"}, 2, "number", "min(a, b, …)", more=True, pure=True
    ),
    "overlap": Signature({"step": "step"}, 1, "number", "overlap(STEP)"),
    "own": Signature({"step": "step"}, 1, "first", "own(STEP)"),
    "similarity": Signature({"a": "text", "b": "text"}, 2, "number", "similarity(a, b)", pure=True),
    "streak": Signature({"condition": "any"}, 1, "number", "streak(condition)"),
    "sum": Signature(_MEASURED, 2, "number", "sum(STEP, x, window=N)"),
    "verbatim": Signature(
        {"quotes": "texts", "source": "text"}, 2, "flag", "verbatim(quotes, source)", pure=True
    ),
    "words": Signature({"text": "text"}, 1, "number", "words(text)", pure=True),
}


def similarity(left: str, right: str) -> Fraction:
    """How alike two texts are, from 0 to 1: the Jaccard index of their pairs of characters.

    A run of whitespace counts as one blank; case and punctuation count. Texts without any pair
    are not alike.
    """
    a, b = _pairs(left), _pairs(right)
    union = len(a | b)
    return Fraction(len(a & b), union) if union else Fraction(0)


def _pairs(text: str) -> set[str]:
    joined = _BLANKS.sub(" ", text)
    return {joined[at : at + 2] for at in range(len(joined) - 1)}


def words(text: str) -> int:
    """How many words a text has: what stands between whitespace."""
    return len(text.split())


def overlaps(texts: Sequence[str]) -> list[Fraction]:
    """How far texts share their keywords, from 0 to 1: the Jaccard index of each pair of them.

    Keywords are the first hundred words in lower case that are longer than two characters and none
    of the commonest English ones.
    """
    keywords = [_keywords(text) for text in texts]
    return [Fraction(len(a & b), max(len(a | b), 1)) for a, b in combinations(keywords, 2)]


def _keywords(text: str) -> set[str]:
    kept = (w for w in text.lower().split() if len(w) > _LONGEST_IGNORED and w not in _IGNORED)
    return set(islice(kept, _MOST_KEYWORDS))


def verbatim(quotes: Sequence[str], source: str) -> bool:
    """Whether every quote stands in a source, runs of whitespace counting as one blank.

    A quote of nothing stands nowhere.
    """
    whole = " ".join(source.split())
    return all(piece and piece in whole for piece in (" ".join(q.split()) for q in quotes))

"""The functions of expressions: what they take and what they come to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

_BLANKS = re.compile(r"\s+")
Parameter: TypeAlias = Literal["step", "role", "condition", "any", "number", "text", "count"]


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a function, in order; ``more`` when the last one may be repeated.

    A ``count`` is a whole number from 1; a ``condition`` over a step sees ``it``.
    """

    parameters: Mapping[str, Parameter]
    required: int
    gives: Literal["number", "flag", "first"]
    usage: str
    more: bool = False
    pure: bool = False


_OVER_STEP: Mapping[str, Parameter] = {"step": "step", "condition": "condition", "window": "count"}

FUNCTIONS: Mapping[str, Signature] = {
    "abs": Signature({"x": "number"}, 1, "number", "abs(x)", pure=True),
    "all": Signature(_OVER_STEP, 2, "flag", "all(STEP, condition, window=N)"),
    "any": Signature(_OVER_STEP, 2, "flag", "any(STEP, condition, window=N)"),
    "before": Signature({"x": "any", "k": "count"}, 1, "first", "before(x, k=1)"),
    "count": Signature(_OVER_STEP, 1, "number", "count(STEP, condition, window=N)"),
    "live": Signature({"role": "role"}, 1, "number", "live(ROLE)"),
    "max": Signature(
        {"a": "number", "b": "number"}, 2, "number", "max(a, b, …)", more=True, pure=True
    ),
    "min": Signature(
        {"a": "number", "b": "number"}, 2, "number", "min(a, b, …)", more=True, pure=True
    ),
    "similarity": Signature({"a": "text", "b": "text"}, 2, "number", "similarity(a, b)", pure=True),
    "streak": Signature({"condition": "any"}, 1, "number", "streak(condition)"),
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

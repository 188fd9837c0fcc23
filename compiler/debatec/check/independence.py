"""Leaves out what follows from another fault.

A finding is left out where it shares text with an error of an earlier pass: one of the two places
holds the other. Beyond that, a key is not missing that is there misspelt, a value without a number
says nothing new of an expression that is wrong already, nothing is called unused that another
finding suggests to write, and nothing is said of a name that has to be another one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Source, Span

_LOOK_ALIKE = "DB106"
_UNKNOWN_KEY, _MISSING_KEY = "DB201", "DB202"
_OF_NUMBERS = frozenset({"DB423", "DB501"})
_NAMED_TWICE = "DB402"
_NAMES = frozenset({"DB206", "DB401", _NAMED_TWICE})
_UNKNOWN = frozenset({"DB403", "DB404"})
_NO_BALLOT = frozenset({"DB416", "DB417"})
_UNUSED_INPUT = "DB412"
_UNUSED = frozenset({"DB409", "DB410", "DB411", _UNUSED_INPUT, "DB413"})
_SUGGESTED = re.compile(r"did you mean '([^']+)'")
_KEY = re.compile(r"did you mean '(\w+)")
_MISSING = re.compile(r"has no '([^']+)'\Z")


def apart_from(faults: Iterable[Diagnostic], found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings of one pass that no error of an earlier one explains."""
    errors = [fault for fault in faults if fault.severity is Severity.ERROR]
    explained, renamed = _meeting(fault.span for fault in errors), _wrong_names(errors)
    return [f for f in found if not explained(f.span) and not _suggests(f, renamed)]


def worth_telling(read: Iterable[Diagnostic], refused: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What was found while reading, without look-alikes of values that are refused anyway."""
    places = {fault.span for fault in refused}
    return [fault for fault in read if fault.rule != _LOOK_ALIKE or fault.span not in places]


def misspelt_are_not_missing(faults: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The faults without the missing keys that an unknown key after them was meant to be."""
    missing: dict[str, list[Diagnostic]] = {}
    explained: set[Diagnostic] = set()
    for fault in sorted(faults, key=lambda f: (f.span.start, f.rule == _UNKNOWN_KEY)):
        if fault.rule == _MISSING_KEY and (match := _MISSING.search(fault.message)):
            missing.setdefault(match[1], []).append(fault)
        elif fault.rule == _UNKNOWN_KEY and (match := _KEY.search(fault.message)):
            explained.update(missing.get(match[1], [])[-1:])
    return [fault for fault in faults if fault not in explained]


def independent(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings of the rules, each place once for each rule, and without what others explain."""
    once = list({(f.rule, f.span): f for f in reversed(found)}.values())[::-1]
    errors = (f.span for f in once if f.rule not in _OF_NUMBERS and f.severity is Severity.ERROR)
    explained, renamed = _meeting(errors), _wrong_names(once)
    twice = {finding.span.text for finding in once if finding.rule == _NAMED_TWICE}
    suggested = {name for f in once for name in _SUGGESTED.findall(f.message)}
    return [
        finding
        for finding in once
        if not (finding.rule in _OF_NUMBERS and explained(finding.span))
        and not _suggests(finding, renamed)
        and not _follows_from_a_name(finding, twice)
        and not (finding.rule in _UNUSED and finding.span.text in suggested)
        and not (finding.rule == _UNUSED_INPUT and suggested & _uses(finding.span.text))
    ]


def _wrong_names(faults: Iterable[Diagnostic]) -> set[str]:
    """The names that have to be other ones, so that who writes the right one is not wrong."""
    return {fault.span.text for fault in faults if fault.rule in _NAMES}


def _suggests(finding: Diagnostic, names: set[str]) -> bool:
    match = _SUGGESTED.search(finding.message)
    return bool(match and match[1] in names)


def _follows_from_a_name(finding: Diagnostic, twice: set[str]) -> bool:
    """Whether a finding may be about the thing that ought to be called otherwise.

    An unknown name may be what one of two equal ones was meant to be.
    """
    if finding.rule in _UNKNOWN:
        return bool(twice) and not _SUGGESTED.search(finding.message)
    return finding.rule in _UNUSED | _NO_BALLOT and finding.span.text in twice


def _uses(input: str) -> set[str]:
    """What suggestions to use an input look like."""
    return {"inputs", f"inputs.{input}"}


def _meeting(spans: Iterable[Span]) -> Callable[[Span], bool]:
    """Whether a place holds one of some places, or lies in one."""
    places: dict[Source, list[tuple[int, int]]] = {}
    for span in spans:
        places.setdefault(span.source, []).append((span.start, span.end))
    indices = {source: _Places(sorted(found)) for source, found in places.items()}
    return lambda span: span.source in indices and indices[span.source].meet(span.start, span.end)


class _Places:
    """Ranges of one source, sorted, with the furthest end up to each and the nearest from each."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        ends = [end for _, end in ranges]
        self._starts = [start for start, _ in ranges]
        self._furthest = list(accumulate(ends, max))
        self._nearest = list(accumulate(reversed(ends), min))[::-1]

    def meet(self, start: int, end: int) -> bool:
        """Whether one of the ranges holds this one, or lies in it."""
        before = bisect_right(self._starts, start)
        after = bisect_left(self._starts, start)
        is_held = before > 0 and self._furthest[before - 1] >= end
        return is_held or (after < len(self._starts) and self._nearest[after] <= end)

"""Leaves out what follows from another fault.

A rule's finding is left out where it shares text with an error of the YAML or of the schema: one
of the two places holds the other. A value without a number says nothing new of an expression that
is wrong already, and nothing is called unused that another finding suggests to write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.text import Span

_UNBOUNDED = "DB501"
_UNUSED = frozenset({"DB409", "DB410", "DB411", "DB412", "DB413"})
_SUGGESTED = re.compile(r"did you mean '([^']+)'")


def independent(found: Iterable[Diagnostic], faults: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings that no fault of the file explains, each place once for each rule."""
    errors = [fault.span for fault in faults if fault.severity is Severity.ERROR]
    fresh = [finding for finding in found if not _meets(finding.span, errors)]
    once = list({(f.rule, f.span): f for f in reversed(fresh)}.values())[::-1]
    wrong = [f.span for f in once if f.rule != _UNBOUNDED and f.severity is Severity.ERROR]
    suggested = {name for f in [*faults, *once] for name in _SUGGESTED.findall(f.message)}
    return [
        finding
        for finding in once
        if not (finding.rule == _UNBOUNDED and _meets(finding.span, wrong))
        and not (finding.rule in _UNUSED and finding.span.text in suggested)
    ]


def _meets(span: Span, others: Iterable[Span]) -> bool:
    return any(_holds(span, other) or _holds(other, span) for other in others)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.source is inner.source and outer.start <= inner.start and inner.end <= outer.end

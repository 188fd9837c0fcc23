"""The one way a pass reports a fault."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from debatec.frozen import frozen
from debatec.source.text import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@frozen
class Related:
    """A second place that explains a fault, such as the first of two equal keys."""

    span: Span
    message: str


@frozen
class Fix:
    """A replacement of one span that would mend the fault.

    It is ``safe`` when the file then says what it said, or had no other meaning; else it is a
    guess, for a person to judge.
    """

    span: Span
    text: str
    message: str
    safe: bool = False


@frozen
class Diagnostic:
    """A fault of a file: which rule, where, what is wrong and what to do about it."""

    rule: str
    message: str
    span: Span
    severity: Severity = Severity.ERROR
    hint: str | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    secret: bool = False
    """Whether the lines may hold a key, and are not to be shown."""


def ordered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics by file and place, each said once."""
    unique = dict.fromkeys(diagnostics)
    return sorted(
        unique, key=lambda d: (d.span.source.path, d.span.start, d.span.end, d.rule, d.message)
    )


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(d.severity is Severity.ERROR for d in diagnostics)

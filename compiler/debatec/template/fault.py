"""Faults inside the text of one scalar."""

from __future__ import annotations

from collections.abc import Iterable

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, Fix
from debatec.source.nodes import Scalar
from debatec.template.tree import Place

SYNTAX = "DB301"
UNKNOWN_NAME = "DB302"
UNKNOWN_FIELD = "DB303"
UNKNOWN_FILTER = "DB304"
UNKNOWN_FUNCTION = "DB305"
WRONG_ARGUMENTS = "DB306"
NOT_ALLOWED = "DB307"
WRONG_TYPE = "DB308"
MAY_BE_ABSENT = "DB309"


@frozen
class Fault:
    """A diagnostic whose place is still a range of the scalar's text."""

    rule: str
    message: str
    place: Place
    hint: str | None = None
    instead: str | None = None
    """What to write in this place, where that is likely to be meant."""


class Refused(Exception):
    """Ends a parse that cannot go on."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*(fault.message for fault in faults))
        self.faults = faults


def diagnostics(faults: Iterable[Fault], text: Scalar) -> list[Diagnostic]:
    """Faults of a scalar as diagnostics of its file, in the order they stand."""
    ordered = sorted(dict.fromkeys(faults), key=lambda fault: (fault.place, fault.rule))
    return [_diagnostic(fault, text) for fault in ordered]


def _diagnostic(fault: Fault, text: Scalar) -> Diagnostic:
    span = text.at(*fault.place)
    fix = None
    if fault.instead and span.text == text.text[slice(*fault.place)]:
        fix = Fix(span, fault.instead, f"write '{fault.instead}'")
    return Diagnostic(fault.rule, fault.message, span, hint=fault.hint, fix=fix)

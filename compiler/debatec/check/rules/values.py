"""A value is a literal of its key, or an expression over inputs that is a number (DB3xx, DB501).

It is settled when the plan is made, so it reads nothing of the debate, and it bounds the debate:
inputs that it reads have a default or a maximum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.uses import ValueUse
from debatec.source.diagnostic import Diagnostic, Fix
from debatec.source.faults import shown
from debatec.source.nodes import Scalar
from debatec.spec.values import Slot, meant_range
from debatec.template.fault import WRONG_TYPE
from debatec.template.types import ANYTHING, FLAG, NOTHING, NUMBER, bare, describe

ID = "DB312"
_INPUTS = re.compile(r"\binputs\b")


def check(context: Context) -> Iterator[Diagnostic]:
    """What is wrong with every value."""
    for use in context.values:
        if not use.text.broken:
            yield from _faults(context, use)
    yield from context.bound[1]


def _faults(context: Context, use: ValueUse) -> Iterator[Diagnostic]:
    text = use.text
    range = meant_range(text) if use.slot is Slot.SEATS else None
    if range:
        yield _no_range(text, range)
        return
    expression, faults = context.expression(text)
    kind, wanted = None, FLAG if use.slot is Slot.FLAG else NUMBER
    if expression:
        kind, faults = expression.check(context.scopes.value)
    if faults and not _INPUTS.search(text.text):
        message = f"{shown(text.text)} is not {use.slot}"
        hint = "write that, or an expression over inputs"
        yield Diagnostic(ID, message, text.at(0, len(text.text)), hint=hint)
    elif faults:
        if context.loss.spares("inputs"):
            yield from faults
    elif kind and bare(kind) not in (wanted, ANYTHING, NOTHING):
        message = f"expected {wanted.words}, found {describe(bare(kind))}"
        yield Diagnostic(WRONG_TYPE, message, text.at(0, len(text.text)))


def _no_range(text: Scalar, range: str) -> Diagnostic:
    span = text.at(0, len(text.text))
    message = f"{shown(text.text)} is not {Slot.SEATS}; did you mean '{range}'?"
    return Diagnostic(ID, message, span, fix=Fix(span, range, f"write '{range}'"))

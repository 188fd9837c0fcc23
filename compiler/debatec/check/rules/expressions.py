"""Conditions, requirements and decisions name only what is there (DB301–DB308)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from debatec.check.context import Context
from debatec.check.uses import Use
from debatec.source.diagnostic import Diagnostic
from debatec.template.fault import UNKNOWN_FIELD, UNKNOWN_NAME

ID = "DB302"
_NAMES = ("inputs", "format", "synthesis", "veto", "blocks", "roles", "groups")


def check(context: Context) -> Iterator[Diagnostic]:
    """What is wrong with every condition, every requirement and the decision."""
    for use in (*context.conditions, *context.requirements):
        if not use.text.broken:
            yield from faults_of(context, use)


def faults_of(context: Context, use: Use) -> Iterator[Diagnostic]:
    """What is wrong with one expression."""
    expression, faults = context.expression(use.text)
    yield from faults
    if expression is None:
        return
    for fault in expression.check(use.scope)[1]:
        if fault.rule in (UNKNOWN_NAME, UNKNOWN_FIELD) and not context.loss.spares(*_NAMES):
            continue
        yield _explained(context, use, fault)


def _explained(context: Context, use: Use, fault: Diagnostic) -> Diagnostic:
    """A fault that tells a step that comes later from a name that is nothing."""
    name = fault.span.text
    is_step = fault.rule == UNKNOWN_NAME and name in context.steps
    if not is_step or fault.hint or not use.scope.steps:
        return fault
    return replace(fault, message=f"the step '{name}' comes later than this is read")

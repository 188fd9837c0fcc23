"""Somebody speaks in every phase: the rounds of one in which nobody does are empty."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Speak

ID = "DB508"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every phase without a step that speaks."""
    if not context.loss.spares("format"):
        return
    for phase in context.spec.phases:
        if phase.steps and not any(isinstance(step, Speak) for step in phase.steps):
            message = f"nobody speaks in the phase '{phase.id}'"
            yield Diagnostic(ID, message, phase.id.span, hint="move its steps to another phase")

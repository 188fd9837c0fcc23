"""Somebody is left to speak where a `where` that reads seats alone chooses among the speakers."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.graph.reads import settled_where
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Speak

ID = "DB521"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every `where` that leaves no speaker, whatever the cast and the inputs."""
    for _, step in context.spec.steps():
        if not isinstance(step, Speak) or step.where is None or not settled_where(step, {}):
            continue
        turnout = context.turnout(step)
        counts = [context.spec.roles[role].seats for role in context.roles(step)]
        known = all(context.spec.members(name) for name in step.speakers)
        if turnout.settled and turnout.most == 0 and known and all(map(context.settles, counts)):
            message = f"nobody is left to speak in '{step.id}'"
            hint = "it holds of no seat of 'who'"
            yield Diagnostic(ID, message, step.where.span, hint=hint)

"""A step that returns `choice` says what there is to choose, and no other step has options."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Speak

ID = "DB415"
_CHOICE = "choice"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every choice without options, and options without a choice."""
    for _, step in context.spec.steps():
        if not isinstance(step, Speak):
            continue
        has_options = "options" in context.nodes[step.id].entries
        if step.returns == _CHOICE and not has_options:
            hint = "add 'options': words, or the name of a role or group"
            yield Diagnostic(
                ID, "this step returns 'choice' and has no 'options'", step.returns.span, hint=hint
            )
        elif has_options and step.returns != _CHOICE:
            entry = context.nodes[step.id].entries["options"]
            hint = "add 'returns: choice', or remove 'options'"
            yield Diagnostic(ID, "only a choice has options", entry.key_span, hint=hint)

"""A group that nothing refers to is a rest of an edit, or a name was misspelt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import author_mentions
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.spec.model import Speak

ID = "DB411"
_WORD = re.compile(r"\w+")


def check(context: Context) -> Iterator[Diagnostic]:
    """Every group that no step, group or expression names."""
    groups = context.spec.groups
    if context.loss.any or not groups:
        return
    used: set[str] = set(author_mentions(context.spec))
    for _, step in context.spec.steps():
        used |= set(step.options or ()) if isinstance(step, Speak) else set()
    for text in context.expressions:
        used |= set(_WORD.findall(text.text))
    for group in groups.values():
        if group.name not in used:
            message = f"the group '{group.name}' is never used"
            yield Diagnostic(ID, message, group.name.span, Severity.WARNING)

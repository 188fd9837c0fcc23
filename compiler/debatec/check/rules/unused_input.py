"""An input that no text and no expression reads changes nothing.

Texts are searched rather than parsed, so that one with a fault still counts as a use.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.uses import inputs_in
from debatec.source.diagnostic import Diagnostic, Severity

ID = "DB412"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every input that is never read."""
    if context.loss.any or not context.spec.inputs:
        return
    texts = [*context.templates, *context.expressions]
    used = {name for text in texts for name in inputs_in(text.text)}
    if "" in used:
        return
    for input in context.spec.inputs.values():
        if input.name not in used:
            message = f"the input '{input.name}' is never used"
            yield Diagnostic(ID, message, input.name.span, Severity.WARNING)

"""Prompts, lenses and systems say what Jinja can read, and name only what is there (DB301–DB308).

Each is checked in every place that uses it; a fault of several is said once, at its first.
A step that is never heard where it is named is a fault of its own, DB502.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from debatec.check.context import Context
from debatec.check.uses import TextUse
from debatec.source.diagnostic import Diagnostic
from debatec.spec.builtin import is_builtin
from debatec.template.fault import UNKNOWN_FIELD, UNKNOWN_NAME

ID = "DB302"
UNHEARD = "DB502"
_NAMES = ("inputs", "format", "synthesis", "veto", "blocks")


def check(context: Context) -> Iterator[Diagnostic]:
    """What is wrong with every template."""
    for text in context.templates:
        if not text.broken:
            yield from context.template(text)[1]
    for use in context.texts:
        yield from _in_place(context, use)


def _in_place(context: Context, use: TextUse) -> Iterator[Diagnostic]:
    template, _ = context.template(use.text)
    if template is None or use.text.broken:
        return
    for fault in template.check(use.names):
        if fault.rule in (UNKNOWN_NAME, UNKNOWN_FIELD) and not context.loss.spares(*_NAMES):
            continue
        yield _at_its_use(use, _explained(context, use, fault))


def _explained(context: Context, use: TextUse, fault: Diagnostic) -> Diagnostic:
    """A fault that tells a step that is not heard from a name that is nothing."""
    name = fault.span.text
    if fault.rule != UNKNOWN_NAME or name not in context.steps:
        return fault
    if use.step is None:
        message = f"the text of a role cannot read the step '{name}'"
        return replace(fault, message=message, hint="a role's texts are written before it speaks")
    message = f"no turn of '{use.step.id}' can hear '{name}'"
    hint = f"add '{name}' to its 'sees', if it comes before"
    return Diagnostic(UNHEARD, message, fault.span, hint=hint)


def _at_its_use(use: TextUse, fault: Diagnostic) -> Diagnostic:
    """A fault of a shipped prompt, told where the prompt is named."""
    if not is_builtin(use.text.span) or use.named is None:
        return fault
    message = f"this prompt cannot be used here: {fault.message}"
    return replace(fault, message=message, span=use.named, hint=None)

"""Prompts, lenses and systems say what Jinja can read, and name only what is there (DB301–DB309).

Each is checked in every place that uses it, and there on each path that differs for it; a fault of
several is said once, at its first.
A step that is never heard where it is named is a fault of its own, DB502.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from debatec.check.context import Context
from debatec.check.paths import Path
from debatec.check.uses import TextUse
from debatec.source.diagnostic import Diagnostic
from debatec.source.text import Span
from debatec.spec.builtin import is_builtin
from debatec.template.fault import MAY_BE_ABSENT, UNKNOWN_FIELD, UNKNOWN_NAME

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
    found: dict[tuple[str, Span], Diagnostic] = {}
    for path, names in use.scopes():
        for fault in template.check(names):
            if not _follows(context, use, fault):
                told = _explained(context, use, path, fault)
                found.setdefault((fault.rule, fault.span), told)
    yield from (_at_its_use(use, fault) for fault in found.values())


def _follows(context: Context, use: TextUse, fault: Diagnostic) -> bool:
    """Whether a fault may be no more than what another one took away."""
    if fault.rule not in (UNKNOWN_NAME, UNKNOWN_FIELD, MAY_BE_ABSENT):
        return False
    is_unsure = use.step and fault.rule == MAY_BE_ABSENT and not context.knows_heard(use.step)
    return bool(is_unsure) or not context.loss.spares(*_NAMES)


def _explained(context: Context, use: TextUse, path: Path | None, fault: Diagnostic) -> Diagnostic:
    """A fault that tells a step that is not heard from a name that is nothing."""
    name = fault.span.text
    if fault.rule == MAY_BE_ABSENT and path and name in context.steps:
        return _not_yet(use, path, fault)
    if fault.rule != UNKNOWN_NAME or name not in context.steps:
        return fault
    if use.step is None:
        message = f"the text of a role cannot read the step '{name}'"
        return replace(fault, message=message, hint="a role's texts are written before it speaks")
    message = f"no turn of '{use.step.id}' can hear '{name}'"
    hint = f"add '{name}' to its 'sees', if it comes before"
    return Diagnostic(UNHEARD, message, fault.span, hint=hint)


def _not_yet(use: TextUse, path: Path, fault: Diagnostic) -> Diagnostic:
    """A step that is missing on a path only, with another way to mend it."""
    name = fault.span.text
    if use.some or not any(name in other.heard for other in use.paths if not other.first):
        return fault
    own = "give first turns a prompt of their own: '{first: …, then: …}'"
    return replace(fault, hint=f"{fault.hint}, or {own}") if path.first else fault


def _at_its_use(use: TextUse, fault: Diagnostic) -> Diagnostic:
    """A fault of a shipped prompt, told where the prompt is named."""
    if not is_builtin(use.text.span) or use.named is None:
        return fault
    message = f"this prompt cannot be used here: {fault.message}"
    return replace(fault, message=message, span=use.named, hint=None)

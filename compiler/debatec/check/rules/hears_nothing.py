"""A prompt that prints `heard` belongs to turns that can hear something in some round.

Otherwise the agent is asked to answer what nobody has said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from debatec.check.context import Context
from debatec.check.paths import Path
from debatec.check.uses import TextUse
from debatec.source.diagnostic import Diagnostic, Related
from debatec.source.text import Span
from debatec.spec.builtin import is_builtin
from debatec.spec.model import Speak
from debatec.template import tree
from debatec.template.template import Template

ID = "DB502"
_HEARD = "heard"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every prompt whose `heard` is always empty."""
    for use in context.texts:
        if use.step is None or _HEARD not in use.text.text or _hears(context, use.step, use.paths):
            continue
        template, _ = context.template(use.text)
        if template and context.knows_heard(use.step) and _HEARD in template.names:
            yield _silent(use, use.step, _place(template))


def _hears(context: Context, step: Speak, paths: Sequence[Path]) -> bool:
    """Whether some turn that a prompt is for can hear something."""
    return any(path.heard for path in paths) if paths else bool(context.hearing.heard[step.id])


def _silent(use: TextUse, step: Speak, place: Span) -> Diagnostic:
    message = f"'heard' is always empty: no {use.some}turn of '{step.id}' hears anything"
    hint = "change 'sees', or remove 'heard' from the prompt"
    if is_builtin(place):
        return Diagnostic(ID, message, step.id.span, hint=hint)
    related = (Related(step.id.span, "the step"),)
    return Diagnostic(ID, message, place, hint=hint, related=related)


def _place(template: Template) -> Span:
    """Where a template says `heard` first."""
    places = (
        part.place
        for part in tree.walk(template.body)
        if isinstance(part, tree.Name) and part.name == _HEARD
    )
    return template.text.at(*next(places))

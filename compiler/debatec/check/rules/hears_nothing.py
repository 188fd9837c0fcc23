"""A prompt that prints `heard` belongs to turns that can hear something in some round.

Otherwise the agent is asked to answer what nobody has said.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.uses import TextUse
from debatec.source.diagnostic import Diagnostic, Related
from debatec.source.text import Span
from debatec.template import tree
from debatec.template.template import Template

ID = "DB502"
_HEARD = "heard"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every prompt whose `heard` is always empty."""
    for use in context.texts:
        if use.step is None or context.hearing.heard[use.step.id] or _HEARD not in use.text.text:
            continue
        template, _ = context.template(use.text)
        if template and _names_are_known(context, use) and _HEARD in template.names:
            yield _silent(context, use, template)


def _names_are_known(context: Context, use: TextUse) -> bool:
    """Whether the empty `heard` is no more than a wrong name in `sees`."""
    assert use.step is not None
    named = [name for selector in use.step.sees for name in selector.places]
    return context.loss.spares("format") and all(name in context.places for name in named)


def _silent(context: Context, use: TextUse, template: Template) -> Diagnostic:
    assert use.step is not None
    message = f"'heard' is always empty: no turn of '{use.step.id}' hears anything"
    hint = "change 'sees', or remove 'heard' from the prompt"
    place = _place(template)
    if place.source is not context.spec.span.source:
        return Diagnostic(ID, message, use.step.id.span, hint=hint)
    related = (Related(use.step.id.span, "the step"),)
    return Diagnostic(ID, message, place, hint=hint, related=related)


def _place(template: Template) -> Span:
    """Where a template says `heard` first."""
    places = (
        part.place
        for part in tree.walk(template.body)
        if isinstance(part, tree.Name) and part.name == _HEARD
    )
    return template.text.at(*next(places))

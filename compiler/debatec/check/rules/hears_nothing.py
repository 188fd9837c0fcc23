"""A prompt that prints `heard` belongs to turns that can hear something in some round.

Otherwise the agent is asked to answer what nobody has said.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Related
from debatec.source.text import Span
from debatec.spec.builtin import is_builtin
from debatec.spec.model import Speak
from debatec.spec.names import WHO_WORDS
from debatec.template import tree
from debatec.template.template import Template

ID = "DB502"
_HEARD = "heard"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every prompt whose `heard` is always empty."""
    for use in context.texts:
        step = use.step
        if step is None or context.hearing.heard[step.id] or _HEARD not in use.text.text:
            continue
        template, _ = context.template(use.text)
        if template and _names_are_known(context, step) and _HEARD in template.names:
            yield _silent(step, _place(template))


def _names_are_known(context: Context, step: Speak) -> bool:
    """Whether the empty `heard` is no more than a wrong name in `sees` or `speakers`."""
    places = [name for selector in step.sees for name in selector.places]
    authors = [name for selector in step.sees for name in selector.who if name not in WHO_WORDS]
    return (
        context.loss.spares("format", "roles", "groups")
        and all(name in context.places for name in places)
        and all(context.spec.members(name) for name in [*step.speakers, *authors])
    )


def _silent(step: Speak, place: Span) -> Diagnostic:
    message = f"'heard' is always empty: no turn of '{step.id}' hears anything"
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

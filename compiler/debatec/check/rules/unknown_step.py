"""What `sees`, `in`, `of` and `result.text` name is a step or a phase.

A misspelt one would be heard by nobody. A bare word in `sees` may also be a role or a word such as
`others`, so those are suggested as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.source.suggest import did_you_mean, respelling
from debatec.spec.model import Name, Selector, selectors_of
from debatec.spec.names import SEES_WORDS, WHO_WORDS

ID = "DB404"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every mention of a step or phase that is not there."""
    if not context.loss.spares("format", "synthesis", "veto"):
        return
    for _, step in context.spec.steps():
        for selector in selectors_of(step):
            for name in selector.places:
                if name not in context.places:
                    yield _unknown(context, name, selector)
    text = context.spec.result.text
    if text and text not in context.steps:
        message = f"unknown step '{text}'{did_you_mean(text, context.steps)}"
        yield Diagnostic(ID, message, text.span, fix=respelling(text.span, text, context.steps))


def _unknown(context: Context, name: Name, selector: Selector) -> Diagnostic:
    known = [*context.places]
    authors = [*context.spec.roles, *context.spec.groups]
    if selector.span == name.span:
        known += [*authors, *sorted(SEES_WORDS | WHO_WORDS)]
    elif name in authors or name in WHO_WORDS:
        message = f"'{name}' is not a step or phase"
        return Diagnostic(ID, message, name.span, hint=f"write 'who: {name}'")
    message = f"unknown step or phase '{name}'{did_you_mean(name, known)}"
    return Diagnostic(ID, message, name.span, fix=respelling(name.span, name, known))

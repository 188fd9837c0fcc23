"""A selector that is written matches some reply in some round."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.faults import shown
from debatec.spec.model import Selector, Speak
from debatec.spec.names import WHO_WORDS

ID = "DB503"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every selector through which nothing is ever heard."""
    for _, step in context.spec.steps():
        if not isinstance(step, Speak):
            continue
        said = context.nodes[step.id].span
        for selector in step.sees:
            if selector.span == said or not _is_known(context, selector):
                continue
            if not context.hearing.selected(step, selector) and context.roles(step):
                written = shown(selector.span.text)
                message = f"no turn of '{step.id}' ever hears anything through {written}"
                hint = _hint(context, step, selector)
                yield Diagnostic(ID, message, selector.span, Severity.WARNING, hint=hint)


def _is_known(context: Context, selector: Selector) -> bool:
    """Whether all that a selector names is there; what is not has been said."""
    authors = [name for name in selector.who if name not in WHO_WORDS]
    return all(name in context.places for name in selector.places) and all(
        context.spec.members(name) for name in authors
    )


def _hint(context: Context, step: Speak, selector: Selector) -> str | None:
    steps = [s for place in selector.places for s in context.places[place]]
    if steps and all(context.order[s.id] > context.order[step.id] for s in steps):
        return "what it names comes later"
    roles = set(context.spec.roles_of(selector.who))
    if steps and roles and not any(roles & set(context.roles(s)) for s in steps):
        return "those authors do not speak there"
    return None

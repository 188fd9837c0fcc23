"""A name that is hidden is no word that its bearer writes for another reason.

In a reply that is told without its author, the author's name becomes a label wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.nodes import Scalar
from debatec.spec.model import Selector, Speak
from debatec.spec.names import WHO_WORDS

ID = "DB431"
_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.S)


def check(context: Context) -> Iterator[Diagnostic]:
    """Every role that is heard without its name and is asked with that name as a word."""
    hidden = {
        role: step.id
        for _, step in context.spec.steps()
        if isinstance(step, Speak)
        for selector in step.sees
        if selector.hidden
        for role in _authors(context, step, selector)
    }
    for role in context.spec.roles.values():
        # The seats of other roles have numbers in their names, which nobody writes by chance.
        is_alone = role.name in hidden and context.bounds.seats[role.name].most <= 1
        if is_alone and _is_word_of(role.name, _prompts(context, role.name)):
            message = f"'{role.name}' is a word of its prompts, and its replies lose it"
            hint = f"'{hidden[role.name]}' hears a label for it: give the role another name"
            yield Diagnostic(ID, message, role.name.span, Severity.WARNING, hint=hint)


def _authors(context: Context, step: Speak, selector: Selector) -> set[str]:
    """The roles that a step may hear through a selector."""
    heard = context.hearing.selected(step, selector)
    speakers = {role for name in heard for role in context.roles(context.steps[name][1])}
    named = [name for name in selector.who if name not in WHO_WORDS]
    return speakers & set(context.spec.roles_of(named)) if named else speakers


def _is_word_of(name: str, texts: Iterable[Scalar]) -> bool:
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return any(word.search(_JINJA.sub(" ", text.text)) for text in texts)


def _prompts(context: Context, role: str) -> Iterator[Scalar]:
    for _, step in context.spec.steps():
        if isinstance(step, Speak) and role in context.roles(step):
            yield step.first.text
            yield step.then.text

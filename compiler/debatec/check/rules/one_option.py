"""A choice has at least two options, each once.

A single word that names no role or group is most often a misspelt one.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.removal import removal
from debatec.source.suggest import did_you_mean, respelling
from debatec.spec.model import Speak

ID = "DB424"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every choice with a single option, and options that are there twice."""
    spec = context.spec
    authors = [*spec.roles, *spec.groups]
    for _, step in spec.steps():
        options = step.options if isinstance(step, Speak) and step.options else ()
        if len(options) == 1 and options[0] not in authors:
            message = f"'{options[0]}' is the only option{did_you_mean(options[0], authors)}"
            fix = respelling(options[0].span, options[0], authors)
            yield Diagnostic(ID, message, options[0].span, Severity.WARNING, fix=fix)
        for index, option in enumerate(options):
            if option in options[:index]:
                message = f"the option '{option}' is there twice"
                fix = removal(option.span)
                yield Diagnostic(ID, message, option.span, Severity.WARNING, fix=fix)

"""Each heading that a reply must have is asked for once."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Related, Severity
from debatec.source.nodes import Scalar
from debatec.source.removal import removal
from debatec.source.text import one_line
from debatec.spec.model import Speak

ID = "DB429"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every heading that is there before, case and blanks apart."""
    for _, step in context.spec.steps():
        seen: dict[str, Scalar] = {}
        for section in step.sections if isinstance(step, Speak) else ():
            first = seen.setdefault(one_line(section.text.casefold()), section)
            if first is not section:
                related = (Related(first.span, "first here"),)
                message = f"the heading '{section.text}' is asked for twice in '{step.id}'"
                fix = removal(section.span)
                yield Diagnostic(
                    ID, message, section.span, Severity.WARNING, related=related, fix=fix
                )

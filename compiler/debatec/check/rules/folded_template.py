"""`>` folds the lines of a text into one, so a tag no longer stands on a line of its own.

`|` keeps the lines. See YAML 1.2.2, section 8.1.3.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Fix, Severity
from debatec.source.nodes import Scalar
from debatec.source.text import Span

ID = "DB310"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every folded text with Jinja blocks."""
    for text in context.templates:
        if text.style == ">" and "{%" in text.text and not text.broken:
            yield _folded(text)


def _folded(text: Scalar) -> Diagnostic:
    home = text.anchor or text.span
    start = home.start + home.text.find(">")
    span = Span(home.source, start, start + 1)
    message = "'>' folds the lines of this template, its '{% %}' blocks among them"
    fix = Fix(span, "|", "keep the lines")
    return Diagnostic(ID, message, span, Severity.WARNING, hint="'|' keeps them", fix=fix)

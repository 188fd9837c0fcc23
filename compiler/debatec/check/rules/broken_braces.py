"""`{ { name } }` is no Jinja: formatters make it of `{{ name }}`, and agents get it as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Fix, Severity
from debatec.source.text import Span

ID = "DB311"
_BROKEN = re.compile(r"\{ \{[^{}\n]*\} ?\}|\{ %[^{}%\n]*% ?\}")


def check(context: Context) -> Iterator[Diagnostic]:
    """Every pair of braces with a blank between, in a text."""
    for text in context.templates:
        for match in _BROKEN.finditer(text.text):
            message = f"'{match[0]}' reaches the agent as it is: a blank splits its braces"
            hint = "write '{{ }}' or '{% %}' without a blank between brace and brace"
            span = text.at(*match.span())
            fix = _closed_up(span) if span.text == match[0] else None
            yield Diagnostic(ID, message, span, Severity.WARNING, hint=hint, fix=fix)


def _closed_up(span: Span) -> Fix:
    inner = span.text.removesuffix("}").rstrip(" ")
    return Fix(span, f"{span.text[0]}{inner[2:]}}}", "close the braces up")

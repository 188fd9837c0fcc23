"""`{ { name } }` is no Jinja: formatters make it of `{{ name }}`, and agents get it as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity

ID = "DB311"
_BROKEN = re.compile(r"\{ \{[^{}\n]*\} ?\}|\{ %[^{}%\n]*% ?\}")


def check(context: Context) -> Iterator[Diagnostic]:
    """Every pair of braces with a blank between, in a text."""
    for text in context.templates:
        for match in _BROKEN.finditer(text.text):
            message = f"'{match[0]}' reaches the agent as it is: a blank splits its braces"
            hint = "write '{{ }}' or '{% %}' without a blank between brace and brace"
            yield Diagnostic(ID, message, text.at(*match.span()), Severity.WARNING, hint=hint)

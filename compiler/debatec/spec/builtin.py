"""Prompts that ship with debatec, named `builtin:NAME`."""

from __future__ import annotations

from functools import cache

from debatec.data import data
from debatec.source.nodes import Scalar
from debatec.source.text import Source, Span

NAMES = ("seat", "veto")


PREFIX = "builtin:"


def is_builtin(span: Span) -> bool:
    """Whether a text ships with debatec."""
    return span.source.path.startswith(PREFIX)


@cache
def builtin(name: str) -> Scalar | None:
    """The shipped prompt of that name, or None."""
    if name not in NAMES:
        return None
    text = data("templates").joinpath("prompts", f"{name}.md.j2").read_text(encoding="utf-8")
    source = Source(f"{PREFIX}{name}", text)
    return Scalar(source.span(0, len(text)), text, text, "=")

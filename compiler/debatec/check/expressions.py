"""Walks over parsed expressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from debatec.template.tree import Expr


def parts(expr: Expr) -> list[Expr]:
    """The expressions directly below one, in the order written."""
    return [part for field in fields(expr) for part in _expressions(getattr(expr, field.name))]


def _expressions(value: object) -> Iterator[Expr]:
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _expressions(item)

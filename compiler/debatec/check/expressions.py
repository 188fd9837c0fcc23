"""Walks over parsed expressions."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.template.tree import Expr, is_expression


def parts(expr: Expr) -> list[Expr]:
    """The expressions directly below one, in the order written."""
    values = (getattr(expr, name) for name in expr.__match_args__)
    return [part for value in values for part in _expressions(value)]


def _expressions(value: object) -> Iterator[Expr]:
    if is_expression(value):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _expressions(item)

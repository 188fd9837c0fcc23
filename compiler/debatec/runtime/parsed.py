"""Templates and expressions of a checked spec, each parsed once."""

from __future__ import annotations

from functools import lru_cache

from debatec.source.nodes import Scalar
from debatec.template import expression as expressions
from debatec.template import template as templates
from debatec.template.expression import Expression
from debatec.template.reading import Environment
from debatec.template.template import RenderError, Template
from debatec.template.values import Value

_REMEMBERED = 1024


@lru_cache(maxsize=_REMEMBERED)
def template(text: Scalar) -> Template:
    """The parsed template; raises RenderError where it is none."""
    parsed, faults = templates.parse(text)
    if parsed is None:
        raise RenderError(faults[0].message)
    return parsed


@lru_cache(maxsize=_REMEMBERED)
def names(text: Scalar) -> frozenset[str]:
    """The names a template takes from its scope; raises RenderError where it is none."""
    return template(text).names


@lru_cache(maxsize=_REMEMBERED)
def expression(text: Scalar) -> Expression | None:
    """The parsed expression; None where it is none, which reads as absent."""
    return expressions.parse(text)[0]


def value_of(text: Scalar, environment: Environment) -> Value:
    """The value of an expression in an environment."""
    parsed = expression(text)
    return expressions.evaluate(parsed, environment) if parsed else None

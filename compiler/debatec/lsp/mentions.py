"""The names of a debate that texts and expressions mention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from debatec.template import tree
from debatec.template.tree import Expr, Place

_SAID = frozenset({"role", "step", "seat", "winner", "leader", "choice"})
"""Fields whose value is the name of a role or a step."""
_BY_FIELD = frozenset({"selectattr", "rejectattr"})


class Mention(NamedTuple):
    """A name and where it stands in its text; ``input`` where it is that of an input.

    One that is ``quoted`` is a word that a field is compared with.
    """

    name: str
    place: Place
    is_input: bool = False
    is_quoted: bool = False


def in_text(body: tree.Body) -> Iterator[Mention]:
    """What a text mentions, but for the names that it binds itself."""
    yield from _in_body(body, set())


def in_expression(expr: Expr, bound: frozenset[str] = frozenset()) -> Iterator[Mention]:
    """What an expression mentions, but for some names."""
    for part in tree.walk(expr):
        match part:
            case tree.Name(place, name) if name not in bound:
                yield Mention(name, place)
            case tree.Field(base=tree.Name(name="inputs"), name=name, name_place=place):
                yield Mention(name, place, is_input=True)
            case tree.Comparison():
                yield from _compared(part)
            case tree.Filter() if part.name in _BY_FIELD:
                yield from _selected(part.arguments)


def bound_in(body: tree.Body) -> set[str]:
    """Every name that a text binds."""
    names: set[str] = set()
    for _ in _in_body(body, names, keep=True):
        pass
    return names


def _in_body(body: tree.Body, bound: set[str], *, keep: bool = False) -> Iterator[Mention]:
    """What statements mention; the names that they set are added to those that are bound.

    With ``keep`` those of inner parts are added too.
    """
    for statement in body:
        match statement:
            case tree.Print(value):
                yield from in_expression(value, frozenset(bound))
            case tree.Set(name, value):
                yield from in_expression(value, frozenset(bound))
                bound.add(name)
            case tree.If():
                for test, branch in statement.branches:
                    yield from in_expression(test, frozenset(bound))
                    yield from _in_body(branch, bound, keep=keep)
                yield from _in_body(statement.other, bound, keep=keep)
            case tree.Loop():
                yield from _in_loop(statement, bound, keep)
            case tree.With(bindings, inner):
                for _, value in bindings:
                    yield from in_expression(value, frozenset(bound))
                within = bound if keep else set(bound)
                within.update(name for name, _ in bindings)
                yield from _in_body(inner, within, keep=keep)


def _in_loop(loop: tree.Loop, bound: set[str], keep: bool) -> Iterator[Mention]:
    yield from in_expression(loop.items, frozenset(bound))
    within = bound if keep else set(bound)
    within |= {loop.name, "loop"}
    if loop.condition is not None:
        yield from in_expression(loop.condition, frozenset(within))
    yield from _in_body(loop.body, within, keep=keep)
    yield from _in_body(loop.other, bound, keep=keep)


def _compared(comparison: tree.Comparison) -> Iterator[Mention]:
    """The words that a field which names a role or a step is compared with."""
    left = comparison.first
    for _, right in comparison.rest:
        for field, other in ((left, right), (right, left)):
            if _says_name(field):
                yield from _words(other)
        left = right


def _says_name(expr: Expr) -> bool:
    if not isinstance(expr, tree.Field):
        return False
    of_seat = isinstance(expr.base, tree.Name) and expr.base.name == "seat"
    return expr.name in _SAID or (of_seat and expr.name == "id")


def _selected(arguments: tuple[Expr, ...]) -> Iterator[Mention]:
    """The word of a filter such as ``selectattr('role', 'equalto', 'judge')``."""
    field = arguments[0] if arguments else None
    if isinstance(field, tree.Literal) and field.value in _SAID:
        for other in arguments[2:]:
            yield from _words(other)


def _words(expr: Expr) -> Iterator[Mention]:
    for part in expr.items if isinstance(expr, tree.Items) else (expr,):
        if isinstance(part, tree.Literal) and isinstance(part.value, str):
            yield Mention(part.value, part.place, is_quoted=True)

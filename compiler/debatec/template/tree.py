"""The syntax tree that texts and expressions share.

Places are offsets in the text of the scalar, the end excluded.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias, TypeGuard, get_args

from debatec.frozen import frozen

Place: TypeAlias = tuple[int, int]


@frozen
class Literal:
    place: Place
    value: bool | str | Fraction | None


@frozen
class Name:
    place: Place
    name: str


@frozen
class Field:
    """``base.name`` or ``base['name']``; ``name_place`` is where the name stands."""

    place: Place
    base: Expr
    name: str
    name_place: Place


@frozen
class Index:
    place: Place
    base: Expr
    index: Expr


@frozen
class Slice:
    place: Place
    base: Expr
    lower: Expr | None
    upper: Expr | None


@frozen
class Items:
    """A list written out."""

    place: Place
    items: tuple[Expr, ...]


@frozen
class Negative:
    place: Place
    operand: Expr


@frozen
class Arithmetic:
    """Operands joined from left to right by operators of one rank."""

    place: Place
    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@frozen
class Concat:
    place: Place
    parts: tuple[Expr, ...]


@frozen
class Comparison:
    """A chain such as ``0 < x <= 1``."""

    place: Place
    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@frozen
class Both:
    place: Place
    operands: tuple[Expr, ...]


@frozen
class Either:
    place: Place
    operands: tuple[Expr, ...]


@frozen
class Not:
    place: Place
    operand: Expr


@frozen
class Conditional:
    """``then if test else other``."""

    place: Place
    test: Expr
    then: Expr
    other: Expr | None


@frozen
class Test:
    """``base is name``."""

    place: Place
    base: Expr
    name: str
    name_place: Place
    arguments: tuple[Expr, ...]


@frozen
class Filter:
    """``base | name(arguments, keyword=…)``."""

    place: Place
    base: Expr
    name: str
    name_place: Place
    arguments: tuple[Expr, ...]
    keywords: tuple[tuple[str, Expr], ...]


@frozen
class Call:
    """``function(arguments, keyword=…)``."""

    place: Place
    function: str
    name_place: Place
    arguments: tuple[Expr, ...]
    keywords: tuple[tuple[str, Expr], ...]


Expr: TypeAlias = (
    Literal
    | Name
    | Field
    | Index
    | Slice
    | Items
    | Negative
    | Arithmetic
    | Concat
    | Comparison
    | Both
    | Either
    | Not
    | Conditional
    | Test
    | Filter
    | Call
)


@frozen
class Text:
    text: str


@frozen
class Print:
    value: Expr


@frozen
class If:
    branches: tuple[tuple[Expr, Body], ...]
    other: Body


@frozen
class Loop:
    name: str
    items: Expr
    condition: Expr | None
    body: Body
    other: Body


@frozen
class With:
    bindings: tuple[tuple[str, Expr], ...]
    body: Body


@frozen
class Set:
    name: str
    value: Expr


Statement: TypeAlias = Text | Print | If | Loop | With | Set
Body: TypeAlias = tuple[Statement, ...]


_KINDS = frozenset(get_args(Expr))


def is_expression(node: object) -> TypeGuard[Expr]:
    """Whether a part of the tree is an expression; asked often, so it is no `isinstance`."""
    return type(node) in _KINDS


def walk(node: object) -> Iterator[Expr]:
    """Every expression under a node of the tree, itself included, in the order written."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_expression(node) or isinstance(node, Statement):
        if is_expression(node):
            yield node
        for name in node.__match_args__:
            yield from walk(getattr(node, name))

"""The static types of what texts and expressions read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import reduce
from typing import TypeAlias, TypeGuard

from debatec.frozen import frozen


@frozen
class Basic:
    """A type without parts."""

    words: str


TEXT = Basic("text")
NUMBER = Basic("a number")
FLAG = Basic("true or false")
NOTHING = Basic("nothing")
ANYTHING = Basic("anything")


@frozen
class Choice:
    """Text that is one of a few words."""

    options: tuple[str, ...]


@frozen
class ListOf:
    """A list; ``prints`` when it may stand in ``{{ }}`` as it is."""

    item: Type
    prints: bool = False


@frozen
class Record:
    """A value with named fields; ``prints`` when it may stand in ``{{ }}`` as it is."""

    name: str
    fields: Mapping[str, Type]
    prints: bool = False


@frozen
class Maybe:
    """A value that may be absent, and why; one that is ``gone`` is absent for certain."""

    inner: Type
    why: str = field(default="", compare=False)
    gone: bool = False


@frozen
class Known:
    """A value that is there and of which it is known whether it counts as true.

    Of a whole number the least and the most are known; no most where it has none.
    """

    inner: Type
    holds: bool
    least: int | None = None
    most: int | None = None
    why: str = field(default="", compare=False)


Type: TypeAlias = Basic | Choice | ListOf | Record | Maybe | Known


def bare(type_: Type) -> Type:
    """The type of a value once it is known to be there."""
    return type_.inner if isinstance(type_, Maybe | Known) else type_


def maybe(type_: Type, why: str = "", gone: bool = False) -> Type:
    """The type of a value that may be absent."""
    if isinstance(type_, Maybe) or type_ in (ANYTHING, NOTHING):
        return type_
    return Maybe(bare(type_), why, gone)


def item_of(whole: Type) -> Type:
    """The type of an item that is taken out of a list by its number."""
    inner = bare(whole)
    item = inner.item if isinstance(inner, ListOf) else ANYTHING
    return maybe(item, whole.why, True) if is_empty(whole) else within(whole, item)


def same_items(whole: Type, type_: Type) -> Type:
    """The type of a list made of items of another: empty where that one is."""
    return Known(bare(type_), False, 0, 0, whole.why) if is_empty(whole) else type_


def is_empty(type_: Type) -> TypeGuard[Maybe | Known]:
    """Whether a list has no items for certain."""
    return isinstance(bare(type_), ListOf) and truth(type_) is False


def within(whole: Type, part: Type) -> Type:
    """The type of a part of a value: absent where the whole is."""
    return maybe(bare(part), whole.why, whole.gone) if isinstance(whole, Maybe) else part


def truth(type_: Type) -> bool | None:
    """Whether a value counts as true, where its type tells."""
    if isinstance(type_, Known):
        return type_.holds
    return False if isinstance(type_, Maybe) and type_.gone else None


def is_text(type_: Type) -> bool:
    return type_ == TEXT or isinstance(type_, Choice)


def union(left: Type, right: Type) -> Type:
    """The type of a value that has one of two types."""
    if left == right:
        return left
    if NOTHING in (left, right):
        return maybe(right if left == NOTHING else left)
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        why = next((side.why for side in (left, right) if isinstance(side, Maybe)), "")
        return maybe(union(bare(left), bare(right)), why)
    left, right = bare(left), bare(right)
    if left == right:
        return left
    if isinstance(left, Choice) and isinstance(right, Choice):
        return Choice(tuple(dict.fromkeys(left.options + right.options)))
    return TEXT if is_text(left) and is_text(right) else ANYTHING


def describe(type_: Type) -> str:
    """A type in the words of a person who writes a debate."""
    match type_:
        case Basic(words):
            return words
        case Choice(options):
            return "one of " + ", ".join(options[:8]) + (", …" if len(options) > 8 else "")
        case ListOf(item):
            return f"a list of {_plural(bare(item))}"
        case Record(name):
            return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"
        case Maybe(inner):
            return f"{describe(inner)}, if present"
        case Known(inner):
            return describe(inner)


def _plural(item: Type) -> str:
    match item:
        case Record(name):
            return name[:-1] + "ies" if name.endswith("y") else name + "s"
        case ListOf():
            return "lists"
        case Choice():
            return "words"
        case Basic():
            return {NUMBER: "numbers", TEXT: "texts", FLAG: "flags"}.get(item, "values")
        case Maybe() | Known():
            return _plural(item.inner)


_NULL = "its schema allows null"

_JSON_TYPES: Mapping[str, Type] = {
    "string": TEXT,
    "number": NUMBER,
    "integer": NUMBER,
    "boolean": FLAG,
    "null": NOTHING,
}


def from_schema(schema: Mapping[str, object], name: str = "record") -> Type:
    """The type of a value that a JSON Schema of an input or a block field allows."""
    options = schema.get("enum")
    if isinstance(options, Sequence) and not isinstance(options, str):
        return _from_options(options)
    kinds = schema.get("type")
    if isinstance(kinds, str):
        return _from_kind(kinds, schema, name)
    if isinstance(kinds, Sequence) and kinds:
        first, *others = (_from_kind(str(kind), schema, name) for kind in kinds)
        found = reduce(union, others, first)
        return Maybe(found.inner, _NULL) if isinstance(found, Maybe) else found
    return ANYTHING


def _from_options(options: Sequence[object]) -> Type:
    words = tuple(option for option in options if isinstance(option, str))
    rest = [option for option in options if not isinstance(option, str)]
    if words and all(option is None for option in rest):
        return Maybe(Choice(words), _NULL) if rest else Choice(words)
    if all(isinstance(option, bool) for option in options):
        return FLAG
    numbers = not any(isinstance(option, bool | str | list | dict) for option in rest)
    return NUMBER if numbers and None not in rest and not words else ANYTHING


def _from_kind(kind: str, schema: Mapping[str, object], name: str) -> Type:
    if kind == "array":
        items = schema.get("items")
        return ListOf(from_schema(items, "item") if isinstance(items, Mapping) else ANYTHING)
    if kind == "object":
        properties = schema.get("properties")
        if not isinstance(properties, Mapping):
            return ANYTHING
        return Record(
            name,
            {
                key: from_schema(value, key) if isinstance(value, Mapping) else ANYTHING
                for key, value in properties.items()
            },
        )
    return _JSON_TYPES.get(kind, ANYTHING)

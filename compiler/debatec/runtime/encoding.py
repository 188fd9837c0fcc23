"""Events as JSON values and back, by one table a kind, made once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from decimal import Decimal
from enum import StrEnum
from itertools import product
from json.encoder import encode_basestring
from operator import attrgetter
from types import NoneType
from typing import Any, get_args

from debatec.frozen import frozen
from debatec.runtime.events import BlockStatus, Event, Part, Purpose, TurnOutcome
from debatec.source import exactjson

_ENUMS: dict[str, type[StrEnum]] = {
    "outcome": TurnOutcome,
    "block": BlockStatus,
    "part": Part,
    "purpose": Purpose,
}
_TYPES: dict[str, tuple[type, ...]] = {
    "attempt": (int,),
    "closing": (bool,),
    "cost": (int, Decimal, NoneType),
    "counts": (bool,),
    "cut": (bool,),
    "data": (dict, NoneType),
    "failed": (list,),
    "fired": (str, NoneType),
    "heard": (list,),
    "held": (list,),
    "holds": (bool,),
    "labels": (dict,),
    "input_tokens": (int, NoneType),
    "measured": (dict, NoneType),
    "missing": (list,),
    "model": (str, NoneType),
    "origin": (dict,),
    "output_tokens": (int, NoneType),
    "plan": (dict,),
    "result": (dict,),
    "round": (int,),
    "scrubbed": (list,),
    "seconds": (int, Decimal),
    "waits": (int, Decimal),
    "warnings": (list,),
}
"""The types of fields that are no text, as JSON is read."""


_USUAL: dict[type, Callable[[Any], str]] = {
    str: encode_basestring,
    int: int.__repr__,
    float: float.__repr__,
    bool: {True: "true", False: "false"}.__getitem__,
    NoneType: {None: "null"}.__getitem__,
    tuple: lambda texts: "[" + ",".join(map(encode_basestring, texts)) + "]",
    dict: lambda value: exactjson.dumps(value) if value else "{}",
    **{
        enum: {member: encode_basestring(member) for member in enum}.__getitem__
        for enum in _ENUMS.values()
    },
}
"""How the usual values of fields are written, in a third of the time that a JSON encoder takes."""


class _Writers(dict[type, Callable[[Any], str]]):
    """How values of each type are written; what is not here is left to the JSON of exact values."""

    def __missing__(self, _type: type) -> Callable[[Any], str]:
        return exactjson.dumps


_WRITERS = _Writers(_USUAL)


@frozen
class _Kind:
    """How events of a kind are read; `types` are all that its fields may have together.

    ``pattern`` is a line of a journal in which number, times and the values that ``get`` gives are
    still to be written.
    """

    name: str
    make: Callable[..., Event]
    fields: tuple[str, ...]
    defaults: Mapping[str, Any]
    types: frozenset[tuple[type, ...]]
    converters: tuple[tuple[int, Callable[[Any], Any]], ...]
    pattern: str
    get: Callable[[Event], tuple[Any, ...]]

    def read(self, values: Mapping[str, Any]) -> Event:
        try:
            found = [values[field] for field in self.fields]
        except KeyError:
            values = {**self.defaults, **values}
            found = [values[field] for field in self.fields]
        if tuple(map(type, found)) not in self.types:
            raise TypeError(f"a field of '{self.name}' has another type")
        for index, convert in self.converters:
            found[index] = convert(found[index])
        return self.make(*found)


def encode(event: Event) -> dict[str, Any]:
    """The event as JSON values."""
    kind = _BY_TYPE[type(event)]
    values: dict[str, Any] = {field: getattr(event, field) for field in kind.fields}
    values["kind"] = kind.name
    return values


def line(number: int, at: str, elapsed: float, event: Event) -> bytes:
    """The JSON of an event with its number, time of day and running time."""
    kind = _BY_TYPE[type(event)]
    written = [_WRITERS[type(value)](value) for value in kind.get(event)]
    try:
        return (kind.pattern % (number, encode_basestring(at), elapsed, *written)).encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return exactjson.dumps(_numbered(number, at, elapsed, event)).encode()


def _numbered(number: int, at: str, elapsed: float, event: Event) -> dict[str, Any]:
    return {"n": number, "at": at, "elapsed": elapsed, **encode(event)}


def decode(values: Mapping[str, Any]) -> Event:
    """The event a journal line holds; a field that has a default may be missing.

    Raises:
        KeyError, TypeError, ValueError: it is no event of this version.
    """
    return _BY_NAME[values["kind"]].read(values)


def _kind(event: type[Event]) -> _Kind:
    names = tuple(field.name for field in fields(event))
    defaults = {f.name: f.default for f in fields(event) if f.default is not MISSING}
    defaults |= {f.name: f.default_factory() for f in fields(event) if callable(f.default_factory)}
    types = frozenset(product(*(_TYPES.get(name, (str,)) for name in names)))
    converters = [(index, _converter(name)) for index, name in enumerate(names)]
    needed = tuple((index, convert) for index, convert in converters if convert)
    plain = exactjson.loads(exactjson.dumps(defaults))
    name = event.__name__.lower()
    return _Kind(name, event, names, plain, types, needed, _pattern(name, names), _getter(names))


def _pattern(kind: str, names: tuple[str, ...]) -> str:
    values = "".join(f',"{name}":%s' for name in names)
    return f'{{"n":%d,"at":%s,"elapsed":%r,"kind":"{kind}"{values}}}'


def _getter(names: tuple[str, ...]) -> Callable[[Event], tuple[Any, ...]]:
    """What takes all fields of an event; a getter of one name alone gives no tuple."""
    if len(names) == 1:
        return lambda event: (getattr(event, names[0]),)
    return attrgetter(*names)


def _converter(name: str) -> Callable[[Any], Any] | None:
    """What makes a field's value from the one in the JSON; None where they are the same."""
    if name in _ENUMS:
        return {member.value: member for member in _ENUMS[name]}.__getitem__
    types = _TYPES.get(name, ())
    if name == "cost":
        return _money
    if list in types:
        return _texts
    return float if Decimal in types else None


def _money(value: int | Decimal | None) -> Decimal | None:
    return None if value is None else Decimal(value)


def _texts(values: list[Any]) -> tuple[str, ...]:
    if values and not {*map(type, values)} <= {str}:
        raise TypeError("a list has another thing than texts")
    return tuple(values)


_BY_TYPE = {event: _kind(event) for event in get_args(Event)}
_BY_NAME = {kind.name: kind for kind in _BY_TYPE.values()}

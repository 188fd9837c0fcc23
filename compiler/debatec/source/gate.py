"""A JSON Schema as a function that says yes or no, many times faster than jsonschema.

It keeps the meaning of the keywords it knows, and there is none for a schema with others. A no is
for jsonschema to explain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from types import NoneType
from typing import Any, TypeAlias

from debatec.source.nodes import Plain

Gate: TypeAlias = Callable[[Any], bool]


def gate_of(document: Mapping[str, Any]) -> Gate | None:
    """Whether a plain value is valid, as a function; None where a keyword is not known here."""
    try:
        return _Compiler(document).gate(document)
    except _Unknown:
        return None


def is_integer(value: object) -> bool:
    """Whether JSON Schema calls a value an integer: 1.0 is one, and true is none."""
    if isinstance(value, Decimal):
        return value.is_finite() and value == value.to_integral_value()
    return isinstance(value, int) and not isinstance(value, bool)


def identity(value: Plain) -> object:
    """A hashable value that is equal for values that JSON Schema calls equal."""
    if isinstance(value, list):
        return tuple(map(identity, value))
    if isinstance(value, dict):
        return frozenset((key, identity(item)) for key, item in value.items())
    return (type(value) is bool, value)


def has_twice(items: list[Plain]) -> bool:
    """Whether some item of a list is equal to another, in one pass."""
    return len({identity(item) for item in items}) < len(items)


class _Unknown(Exception):
    """The schema has a keyword, or refers to a place, that is not known here."""


def _is_number(value: object) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _is_a(kind: type) -> Gate:
    return lambda value: isinstance(value, kind)


def _all_of(gates: Iterable[Gate]) -> Gate:
    every = tuple(gates)
    if len(every) == 1:
        return every[0]

    def passes(value: Any) -> bool:
        for gate in every:  # noqa: SIM110  # all() with a generator takes twice as long
            if not gate(value):
                return False
        return True

    return passes


def _any_of(gates: Iterable[Gate]) -> Gate:
    some = tuple(gates)
    return some[0] if len(some) == 1 else lambda value: any(gate(value) for gate in some)


def _type(names: str | list[str]) -> Gate:
    return _any_of(_TYPES[name] for name in ([names] if isinstance(names, str) else names))


def _enum(values: list[Plain]) -> Gate:
    wanted = {identity(value) for value in values}
    return lambda value: identity(value) in wanted


def _pattern(pattern: str) -> Gate:
    search = re.compile(pattern).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _required(names: list[str]) -> Gate:
    wanted = frozenset(names)
    return lambda value: not isinstance(value, dict) or value.keys() >= wanted


def _dependent_required(names: Mapping[str, list[str]]) -> Gate:
    needs = {key: _required(needed) for key, needed in names.items()}
    return lambda value: (
        not isinstance(value, dict)
        or all(fits(value) for key, fits in needs.items() if key in value)
    )


_TYPES: Mapping[str, Gate] = {
    "string": _is_a(str),
    "integer": is_integer,
    "number": _is_number,
    "boolean": _is_a(bool),
    "array": _is_a(list),
    "object": _is_a(dict),
    "null": _is_a(NoneType),
}
_ASSERTIONS: Mapping[str, Callable[[Any], Gate]] = {
    "type": _type,
    "enum": _enum,
    "const": lambda wanted: _enum([wanted]),
    "pattern": _pattern,
    "required": _required,
    "dependentRequired": _dependent_required,
    "minimum": lambda least: lambda v: not _is_number(v) or v >= least,
    "maximum": lambda most: lambda v: not _is_number(v) or v <= most,
    "exclusiveMinimum": lambda below: lambda v: not _is_number(v) or v > below,
    "exclusiveMaximum": lambda above: lambda v: not _is_number(v) or v < above,
    "minLength": lambda least: lambda v: not isinstance(v, str) or len(v) >= least,
    "maxLength": lambda most: lambda v: not isinstance(v, str) or len(v) <= most,
    "minItems": lambda least: lambda v: not isinstance(v, list) or len(v) >= least,
    "maxItems": lambda most: lambda v: not isinstance(v, list) or len(v) <= most,
    "minProperties": lambda least: lambda v: not isinstance(v, dict) or len(v) >= least,
    "maxProperties": lambda most: lambda v: not isinstance(v, dict) or len(v) <= most,
    "uniqueItems": lambda on: lambda v: not on or not isinstance(v, list) or not has_twice(v),
}
_ENTRIES = frozenset({"properties", "patternProperties", "additionalProperties"})
_IGNORED = frozenset(
    {"$comment", "$defs", "$id", "$schema", "default", "deprecated", "description", "examples"}
    | {"title", "x-messages", "x-hints", "x-holder", "then", "else"}
)


class _Compiler:
    """Turns the schemas of one document into gates."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._named = {f"#/$defs/{key}": inner for key, inner in document.get("$defs", {}).items()}
        self._referenced: dict[str, Gate] = {}

    def gate(self, schema: Any) -> Gate:
        """What a schema, or a part of one, lets pass; raises _Unknown."""
        if isinstance(schema, bool):
            return lambda _: schema
        gates = [
            _ASSERTIONS[key](value) if key in _ASSERTIONS else self._applied(key, value, schema)
            for key, value in schema.items()
            if key not in _IGNORED and key not in _ENTRIES
        ]
        if not _ENTRIES.isdisjoint(schema):
            gates.append(self._entries(schema))
        return _all_of(gates)

    def _applied(self, key: str, value: Any, schema: Mapping[str, Any]) -> Gate:
        """The gate of a keyword that holds schemas."""
        match key:
            case "$ref":
                return self._reference(value)
            case "allOf":
                return _all_of(map(self.gate, value))
            case "anyOf":
                return _any_of(map(self.gate, value))
            case "if":
                return self._conditional(value, schema)
            case "items":
                item = self.gate(value)
                return lambda v: not isinstance(v, list) or all(map(item, v))
            case "propertyNames":
                name = self.gate(value)
                return lambda v: not isinstance(v, dict) or all(map(name, v))
        raise _Unknown(key)

    def _reference(self, ref: str) -> Gate:
        """The gate of a schema by its name; of one inside itself, a way to it."""
        if ref not in self._referenced:
            if ref not in self._named:
                raise _Unknown(ref)
            self._referenced[ref] = lambda value: self._referenced[ref](value)
            self._referenced[ref] = self.gate(self._named[ref])
        return self._referenced[ref]

    def _conditional(self, test: Any, schema: Mapping[str, Any]) -> Gate:
        holds = self.gate(test)
        then, other = self.gate(schema.get("then", True)), self.gate(schema.get("else", True))
        return lambda value: then(value) if holds(value) else other(value)

    def _entries(self, schema: Mapping[str, Any]) -> Gate:
        """The three keywords that share the entries of a mapping among them."""
        known = {key: self.gate(inner) for key, inner in schema.get("properties", {}).items()}
        patterns = [
            (re.compile(pattern).search, self.gate(inner))
            for pattern, inner in schema.get("patternProperties", {}).items()
        ]
        other = self.gate(schema.get("additionalProperties", True))

        def fits(key: str, value: Any) -> bool:
            gates = [gate for search, gate in patterns if search(key)]
            if key in known:
                gates.append(known[key])
            return all(gate(value) for gate in gates or (other,))

        def fits_by_name(key: str, value: Any) -> bool:
            return known.get(key, other)(value)

        fit = fits if patterns else fits_by_name
        return lambda value: not isinstance(value, dict) or all(map(fit, value, value.values()))

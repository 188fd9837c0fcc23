"""The words for what a schema has against a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from jsonschema.exceptions import ValidationError

from debatec.frozen import frozen
from debatec.source import faults
from debatec.source.diagnostic import Diagnostic, Fix
from debatec.source.faults import shown
from debatec.source.nodes import Mapping, Node, Scalar, Sequence
from debatec.source.place import Place
from debatec.source.removal import removal
from debatec.source.suggest import did_you_mean, nearest, respelling
from debatec.source.text import Span

_MAX_LISTED = 20

_RULES = {
    "additionalProperties": "DB201",
    "unevaluatedProperties": "DB201",
    "required": "DB202",
    "dependentRequired": "DB202",
    "type": "DB203",
    "enum": "DB204",
    "const": "DB204",
    "minimum": "DB205",
    "maximum": "DB205",
    "exclusiveMinimum": "DB205",
    "exclusiveMaximum": "DB205",
    "multipleOf": "DB205",
    "minLength": "DB205",
    "maxLength": "DB205",
    "minItems": "DB205",
    "maxItems": "DB205",
    "uniqueItems": "DB205",
    "minProperties": "DB205",
    "maxProperties": "DB205",
    "pattern": "DB206",
}
_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "empty",
}
_BOUNDS = {
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
    "exclusiveMinimum": "must be more than {}",
    "exclusiveMaximum": "must be less than {}",
    "multipleOf": "must be a multiple of {}",
    "minLength": "must have {} or more characters",
    "maxLength": "must have at most {} characters",
    "minItems": "must have {} or more items",
    "maxItems": "must have at most {} items",
    "minProperties": "must have {} or more entries",
    "maxProperties": "must have at most {} entries",
}


@frozen
class _Mismatch:
    """A keyword of a schema that a value does not keep.

    ``wanted`` is the keyword's value; ``of_key`` says that the value is a key of the place, and
    ``types`` which types the alternatives ask for, when that is what tells them apart.
    """

    place: Place
    keyword: str
    wanted: Any
    value: Any
    schema: dict[str, Any]
    message: str
    of_key: bool
    types: list[str]

    @property
    def rule(self) -> str:
        return _RULES.get(self.keyword, "DB207")

    @property
    def span(self) -> Span:
        """The value; or a key, when it is the key that the schema speaks of."""
        node = self.place.node
        if self.of_key and isinstance(node, Mapping) and self.value in node.entries:
            return node.entries[self.value].key_span
        return self.place.value

    def says(self, message: str, fix: Fix | None = None) -> Diagnostic:
        return Diagnostic(self.rule, f"{self.place.name} {message}", self.span, fix=fix)


def explain(error: ValidationError, place: Place) -> Iterable[Diagnostic]:
    """The diagnostics of one error: one, or one for each key that is too much."""
    fault = _Mismatch(
        place,
        str(error.validator),
        error.validator_value,
        error.instance,
        error.schema if isinstance(error.schema, dict) else {},
        error.message,
        "propertyNames" in error.absolute_schema_path,
        _alternative_types(error),
    )
    words = own_words(error)
    if fault.keyword in ("additionalProperties", "unevaluatedProperties"):
        return _unknown_keys(fault, words)
    if words is not None:
        text = words.replace("{name}", place.name).replace("{value}", _written(fault.value))
        found = Diagnostic(fault.rule, text, fault.span)
    else:
        found = _EXPLANATIONS.get(fault.keyword, _other)(fault)
    return [replace(found, hint=_annotation(error, "x-hints") or found.hint)]


def own_words(error: ValidationError) -> str | None:
    """The schema's own message for an error."""
    return _annotation(error, "x-messages")


def _annotation(error: ValidationError, name: str) -> str | None:
    """What an annotation beside the keyword that a value does not keep says of that keyword."""
    if not isinstance(error.schema, dict):
        return None
    words = error.schema.get(name, {}).get(error.validator)
    return None if words is None else str(words)


def describe(node: Node) -> str:
    """What a node is, in the words of a message: ``the text 'three'``, ``a list``."""
    match node:
        case Sequence():
            return "a list"
        case Mapping():
            return "a mapping"
        case Scalar(value=None):
            return "empty"
        case Scalar(value=bool()):
            return node.text
        case Scalar(value=str()):
            return f"the text {shown(node.text)}" if node.text else "an empty text"
    return f"the number {node.text}"


def _unknown_keys(fault: _Mismatch, words: str | None) -> Iterator[Diagnostic]:
    node = fault.place.node
    if isinstance(node, Mapping):
        held = _keys_to_hold(fault.schema, node)
        for key in _extra_keys(fault, node):
            if key not in held:
                yield _unknown_key(fault, node, key, words)


def _unknown_key(fault: _Mismatch, node: Mapping, key: str, words: str | None) -> Diagnostic:
    known = list(fault.schema.get("properties", {}))
    free = [other for other in known if other not in node.entries]
    suggestion = did_you_mean(key, free)
    message = f"unknown key {shown(key)}{suggestion}"
    if words is not None:
        message = words.replace("{name}", fault.place.name).replace("{value}", shown(key)[1:-1])
    hint = _hint_on(fault, key)
    if known and not suggestion and not hint:
        hint = f"known here: {_listed(known)}"
    span = node.entries[key].key_span
    return Diagnostic("DB201", message, span, hint=hint, fix=respelling(span, key, free))


def _hint_on(fault: _Mismatch, key: str) -> str | None:
    """What the schema says to do about a key that is none of its own."""
    hints: dict[str, str] = fault.schema.get("x-hints", {}).get(fault.keyword, {})
    return hints.get(key.casefold().replace("-", "_"))


def _keys_to_hold(schema: dict[str, Any], node: Mapping) -> list[str]:
    """The keys of a mapping that belong under one that it lacks."""
    holder, known = schema.get("x-holder"), schema.get("properties", {})
    unknown = [key for key in node.entries if key not in known]
    meant = {key: nearest(key, known) for key in unknown}
    if holder is None or holder in node.entries or holder in meant.values():
        return []
    return [key for key in unknown if meant[key] is None]


def _extra_keys(fault: _Mismatch, node: Mapping) -> list[str]:
    """The keys that are too much: no error says which, but in its message."""
    if fault.keyword == "unevaluatedProperties":
        return [key for key in node.entries if repr(key) in fault.message]
    known = fault.schema.get("properties", {})
    patterns = fault.schema.get("patternProperties", {})
    return [
        key
        for key in node.entries
        if key not in known and not any(re.search(pattern, key) for pattern in patterns)
    ]


def _missing(fault: _Mismatch) -> Diagnostic:
    key = next((key for key in fault.wanted if fault.message.startswith(repr(key))), "")
    place = fault.place
    span = place.head if place.is_inner else place.head.source.span(0, 0)
    held = _keys_to_hold(fault.schema, place.node) if isinstance(place.node, Mapping) else []
    hint = f"put {_listed(held)} under '{key}'" if held else f"add '{key}: …' to it"
    return Diagnostic(fault.rule, f"{place.name} has no {shown(key)}", span, hint=hint)


def _type(fault: _Mismatch) -> Diagnostic:
    return _wrong_type(fault, _types(fault.wanted))


def _wrong_type(fault: _Mismatch, types: list[str]) -> Diagnostic:
    node, name = fault.place.node, fault.place.name
    if isinstance(node, Scalar) and node.value is None:
        return Diagnostic("DB203", f"{name} must be {_wanted(types)}, but it is empty", fault.span)
    message = f"{name} must be {_wanted(types)}, not {describe(node)}"
    if types != ["string"] or not isinstance(node, Scalar):
        # Where numbers may stand too, a text is an expression: quotation marks mend nothing.
        return Diagnostic("DB203", message, fault.span)
    quoted = faults.quoted(node.text)
    fix = Fix(fault.span, quoted, "quote it", safe=True)
    return Diagnostic("DB203", message, fault.span, hint=f"quote it: {quoted}", fix=fix)


def _enum(fault: _Mismatch) -> Diagnostic:
    choices = [_written(choice) for choice in fault.wanted]
    given = fault.value if isinstance(fault.value, str) else ""
    suggestion = did_you_mean(given, choices)
    wanted = f"one of {_listed(choices)}" if len(choices) > 1 else _listed(choices)
    fix = respelling(fault.span, given, choices)
    return fault.says(f"must be {wanted}, not {describe(fault.place.node)}{suggestion}", fix)


def _const(fault: _Mismatch) -> Diagnostic:
    wanted = _written(fault.wanted)
    return fault.says(f"must be {shown(wanted)}, not {describe(fault.place.node)}")


def _bound(fault: _Mismatch) -> Diagnostic:
    words = _BOUNDS[fault.keyword].format(_counted(fault.wanted))
    if fault.keyword.endswith(("Length", "Items", "Properties")):
        return fault.says(f"{words}, and has {len(fault.value):,}")
    return fault.says(f"{words}, not {_written(fault.value)}")


def _counted(limit: Any) -> str:
    return f"{limit:,}" if isinstance(limit, int) else str(limit)


def _unique(fault: _Mismatch) -> Diagnostic:
    node = fault.place.node
    repeated = _repeated(node.items) if isinstance(node, Sequence) else None
    if repeated is None:
        return fault.says("has an item twice")
    message = f"{fault.place.name} has {shown(repeated.text)} twice"
    return Diagnostic(fault.rule, message, repeated.span, fix=removal(repeated.span))


def _pattern(fault: _Mismatch) -> Diagnostic:
    name = f"the key {shown(fault.value)}" if fault.of_key else fault.place.name
    message = f"{name} must match the pattern {fault.wanted}"
    if not fault.of_key:
        message += f", and {shown(fault.value)} does not"
    return Diagnostic(fault.rule, message, fault.span)


def _alternatives(fault: _Mismatch) -> Diagnostic:
    """None of several forms fits: say the types, when they are what tells the forms apart."""
    return _wrong_type(fault, fault.types) if fault.types else _other(fault)


def _alternative_types(error: ValidationError) -> list[str]:
    kinds = [
        kind
        for inner in error.context or ()
        if inner.validator == "type" and not inner.path
        for kind in _types(inner.validator_value)
    ]
    return list(dict.fromkeys(kinds))


def _other(fault: _Mismatch) -> Diagnostic:
    return fault.says("has none of the forms that are allowed here")


def _repeated(items: Iterable[Node]) -> Scalar | None:
    seen = set()
    for item in items:
        if isinstance(item, Scalar):
            if item.value in seen:
                return item
            seen.add(item.value)
    return None


def _types(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _wanted(types: list[str]) -> str:
    words = [_TYPES[kind] for kind in types]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _listed(words: Iterable[str]) -> str:
    quoted = [f"'{word}'" for word in words]
    more = f" and {len(quoted) - _MAX_LISTED} more" if len(quoted) > _MAX_LISTED else ""
    return ", ".join(quoted[:_MAX_LISTED]) + more


def _written(value: Any) -> str:
    """A plain value as YAML writes it, cut when it is long."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, Decimal)):
        return str(value)
    if isinstance(value, str):
        return shown(value)[1:-1]
    return "a list" if isinstance(value, list) else "a mapping"


_EXPLANATIONS: dict[str, Callable[[_Mismatch], Diagnostic]] = {
    "required": _missing,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "uniqueItems": _unique,
    "pattern": _pattern,
    "anyOf": _alternatives,
    "oneOf": _alternatives,
    **dict.fromkeys(_BOUNDS, _bound),
}

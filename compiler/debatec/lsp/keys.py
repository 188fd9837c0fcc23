"""What the JSON Schema knows of a place: the keys and words that may stand there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from debatec.check.pipeline import SCHEMA
from debatec.data import data

_PARTS = ("allOf", "anyOf", "then", "else", "if")


class Key(NamedTuple):
    """A key, what it is for, and its words where it takes only some."""

    name: str
    description: str
    words: tuple[str, ...]


@cache
def _schema() -> Mapping[str, Any]:
    text = data("schemas").joinpath(SCHEMA).read_text(encoding="utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


def keys_at(path: Sequence[str]) -> dict[str, Key]:
    """The keys that a mapping at a path may have; ``[]`` in a path is an item of a list."""
    found: dict[str, Key] = {}
    for schema in _at(path):
        for name, value in schema.get("properties", {}).items():
            if value is not False and name not in found:
                parts = [*_whole(value)]
                about = (part.get("description", "") for part in parts)
                found[name] = Key(name, next(filter(None, about), ""), tuple(_words(parts)))
    return found


def _words(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    told: dict[str, None] = {}
    for part in parts:
        words = [*part.get("enum", ()), *([part["const"]] if "const" in part else ())]
        told.update((word, None) for word in words if isinstance(word, str))
        if part.get("type") == "boolean":
            told.update(dict.fromkeys(("true", "false")))
    yield from told


def _at(path: Sequence[str]) -> list[Mapping[str, Any]]:
    """The schemas of the values at a path, each with all of its parts."""
    found = [*_whole(_schema())]
    for step in path:
        found = [
            part for schema in found for inner in _inside(schema, step) for part in _whole(inner)
        ]
    return found


def _inside(schema: Mapping[str, Any], step: str) -> Iterator[Any]:
    if step == "[]":
        yield schema.get("items")
        return
    properties = schema.get("properties", {})
    if step in properties:
        yield properties[step]
    else:
        yield schema.get("additionalProperties")
        yield from schema.get("patternProperties", {}).values()


def _whole(schema: Any) -> Iterator[Mapping[str, Any]]:
    """A schema and those that it is made of."""
    if not isinstance(schema, dict):
        return
    yield schema
    if "$ref" in schema:
        yield from _whole(_referred(schema["$ref"]))
    for name in _PARTS:
        parts = schema.get(name, ())
        for part in parts if isinstance(parts, list) else [parts]:
            yield from _whole(part)


def _referred(reference: str) -> Any:
    found: Any = _schema()
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found

"""What the JSON Schema knows of a place: the keys and words that may stand there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from debatec.data import data
from debatec.lsp.places import Path
from debatec.spec.languages import LANGUAGES, NEWEST

_NAMED = "properties"


class Key(NamedTuple):
    """A key, what it is for, its words where it takes only some, and whether it must be there."""

    name: str
    description: str
    words: tuple[str, ...] = ()
    default: str = ""
    required: bool = False


@cache
def _schema() -> Mapping[str, Any]:
    text = data("schemas").joinpath(LANGUAGES[NEWEST]).read_text(encoding="utf-8")
    found: Mapping[str, Any] = json.loads(text)
    return found


def keys_at(path: Path, beside: Mapping[str, str] | None = None) -> dict[str, Key]:
    """The keys that a mapping at a path may have.

    Where the schema makes them depend on other keys, ``beside`` are those, with their values;
    without it every key that may ever be there is given.
    """
    found: dict[str, Key] = {}
    schemas = _at(path, beside)
    needed = {name for schema in schemas for name in schema.get("required", ())}
    for schema in schemas:
        for name, value in schema.get("properties", {}).items():
            parts = [*_whole(value, None)]
            if name not in found or not found[name].description:
                found[name] = _key(name, parts, name in needed)
    return found


def value_at(path: Path) -> Key | None:
    """What is known of the value at a path; None where nothing is."""
    parts = _at(path, None)
    return _key(str(path[-1]) if path else "", parts, False) if parts else None


def _key(name: str, parts: list[Mapping[str, Any]], required: bool) -> Key:
    about = (str(part["description"]) for part in parts if "description" in part)
    default = next((part["default"] for part in parts if "default" in part), None)
    shown = "" if default is None else json.dumps(default).strip('"')
    return Key(name, next(about, ""), tuple(_words(parts)), shown, required)


def _words(parts: list[Mapping[str, Any]]) -> dict[str, None]:
    told: dict[str, None] = {}
    for part in parts:
        words = [*part.get("enum", ()), *([part["const"]] if "const" in part else ())]
        told.update((word, None) for word in words if isinstance(word, str))
        kinds = part.get("type", ())
        if "boolean" in ([kinds] if isinstance(kinds, str) else kinds):
            told.update(dict.fromkeys(("true", "false")))
    return told


def _at(path: Path, beside: Mapping[str, str] | None) -> list[Mapping[str, Any]]:
    """The schemas of the value at a path, each with all of its parts."""
    found = [*_whole(_schema(), None if path else beside)]
    for number, step in enumerate(path, 1):
        given = beside if number == len(path) else None
        found = [part for inner in _inside(found, step) for part in _whole(inner, given)]
    return found


def _inside(schemas: list[Mapping[str, Any]], step: str | int) -> list[Any]:
    """The schemas of a key or an item; those that name a key count before those of any key."""
    if isinstance(step, int):
        return [schema.get("items") for schema in schemas]
    named = [schema[_NAMED][step] for schema in schemas if step in schema.get(_NAMED, ())]
    if named:
        return named
    any_key = [schema.get("additionalProperties") for schema in schemas]
    return [*any_key, *(p for s in schemas for p in s.get("patternProperties", {}).values())]


def _whole(schema: Any, beside: Mapping[str, str] | None) -> Iterator[Mapping[str, Any]]:
    """A schema and those that it is made of, as far as they may apply."""
    if not isinstance(schema, dict):
        return
    yield schema
    if "$ref" in schema:
        yield from _whole(_referred(schema["$ref"]), beside)
    for part in (*schema.get("allOf", ()), *schema.get("anyOf", ())):
        yield from _whole(part, beside)
    holds = _holds(schema["if"], beside) if "if" in schema else None
    if holds is not False:
        yield from _whole(schema.get("then"), beside)
    if holds is not True:
        yield from _whole(schema.get("else"), beside)


def _holds(condition: Mapping[str, Any], beside: Mapping[str, str] | None) -> bool | None:
    """Whether a condition holds of a mapping with some keys, where that can be told."""
    if beside is None:
        return None
    kind = condition.get("type")
    if kind is not None:
        return "object" in ([kind] if isinstance(kind, str) else kind)
    if "properties" not in condition:
        return None  # keys that are yet to come
    if not set(condition.get("required", ())) <= beside.keys():
        return False
    wanted = condition["properties"].items()
    return all(beside[name] == value.get("const") for name, value in wanted if name in beside)


def _referred(reference: str) -> Any:
    found: Any = _schema()
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found

"""The names that may stand where a key of the language takes one."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.lsp.places import Path
from debatec.spec.builtin import NAMES, PREFIX
from debatec.spec.model import Ledger, Speak
from debatec.spec.names import SEES_WORDS, WHO_WORDS


def names_at(context: Context, path: Path) -> Iterator[tuple[str, str]]:
    """Each name that the value at a path may be, with what it is the name of."""
    keys = [step for step in path if isinstance(step, str)]
    match keys:
        case ["groups", group]:
            yield from (pair for pair in _authors(context) if pair[0] != group)
        case [*_, "speakers"] | [*_, "speakers", "who"] | ["veto", "voters"] | [*_, "options"]:
            yield from _authors(context)
        case [*_, "sees" | "of", "who"]:
            yield from ((word, "whose") for word in sorted(WHO_WORDS))
            yield from _authors(context)
        case [*_, "sees"]:
            yield from ((word, "word") for word in sorted(SEES_WORDS))
            yield from _places(context)
            yield from _authors(context)
        case [*_, "sees" | "of", "in"] | [*_, "of"]:
            yield from _places(context)
        case [*_, "sees" | "of", "take"]:
            yield "text", "the reply"
            yield from _fields(context)
        case ["format" | "synthesis", *_] | ["veto" | "result" | "roles", *_]:
            yield from _others(context, keys)


def _others(context: Context, keys: list[str]) -> Iterator[tuple[str, str]]:
    spec = context.spec
    match keys:
        case [*_, "prompt"] | [*_, "prompt", "first" | "then"] | ["roles", _, "system"]:
            yield from ((name, "prompt") for name in spec.prompts)
            yield from ((PREFIX + name, "shipped prompt") for name in NAMES)
        case [*_, "returns"]:
            yield from ((name, "block") for name in spec.blocks)
        case [*_, "covers"]:
            yield from ((s.id, "ledger") for _, s in spec.steps() if isinstance(s, Ledger))
        case ["result", "text"]:
            yield from ((s.id, "step") for _, s in spec.steps() if isinstance(s, Speak))


def keys_named(context: Context, path: Path) -> Iterator[tuple[str, str]]:
    """The names that may be keys of the mapping at a path."""
    spec = context.spec
    match path:
        case ("presets", _):
            yield from ((name, "input") for name in spec.inputs)
        case ("blocks", str(name), "otherwise") if name in spec.blocks:
            yield from ((field, "field") for field in spec.blocks[name].fields)


def _authors(context: Context) -> Iterator[tuple[str, str]]:
    yield from ((name, "group") for name in context.spec.groups)
    yield from ((name, "role") for name in context.spec.roles)


def _places(context: Context) -> Iterator[tuple[str, str]]:
    for phase in context.spec.phases:
        yield phase.id, "phase"
        yield from ((step.id, "step") for step in phase.steps)


def _fields(context: Context) -> Iterator[tuple[str, str]]:
    for block in context.spec.blocks.values():
        yield from ((field, f"field of {block.name}") for field in block.fields)

"""What may be written where a cursor stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from debatec.check.context import Context
from debatec.check.uses import TextUse
from debatec.lsp.document import Document
from debatec.lsp.keys import keys_at
from debatec.lsp.lines import Cursor, cursor_at
from debatec.spec.names import SEES_WORDS, WHO_WORDS
from debatec.template.filters import FILTERS
from debatec.template.functions import FUNCTIONS
from debatec.template.types import ANYTHING, ListOf, Record, Type, bare

_OPEN = re.compile(r"\{([{%])(?:(?![%}]\}).)*$", re.DOTALL)
_CHAIN = re.compile(r"((?:\w+(?:\[\d+\])?\.)*)(\w*)$")
_FILTER = re.compile(r"\|\s*\w*$")
_TAG = re.compile(r"\{%-?\s*\w*$")
_VALUE = re.compile(r"(?:^|[\s,{\[-])(\w+)\s*:\s*(?:\[[^\]]*|[^,{}\[\]]*)$")
_FLOW = re.compile(r"(?:(\w+)\s*:\s*)?\{[^{}]*$")
_TAGS = ("if", "elif", "else", "endif", "for", "endfor", "set", "with", "endwith")
_CONDITIONS = frozenset({"when", "where", "decision", "require"})
_MOST = 200


class Kind(StrEnum):
    KEY = "key"
    WORD = "word"
    NAME = "name"
    FIELD = "field"
    FUNCTION = "function"


class Item(NamedTuple):
    """One thing to write, what it is, and a few words about it."""

    text: str
    kind: Kind
    about: str = ""


def completions(document: Document, offset: int) -> list[Item]:
    """What may stand at an offset, each once, in order of the language or the file."""
    cursor = cursor_at(document.source, offset)
    found = _completions(document, cursor, offset)
    return [*{item.text: item for item in reversed([*found][:_MOST])}.values()][::-1]


def _completions(document: Document, cursor: Cursor, offset: int) -> Iterator[Item]:
    before = document.source.content[max(0, offset - 2_000) : offset]
    opened = _OPEN.search(before)
    context = document.context
    if opened and (cursor.in_block or cursor.key or "{{" in cursor.before or "{%" in cursor.before):
        yield from _in_tag(context, before[opened.start() :], offset) if context else ()
        return
    if cursor.in_block:
        return
    value = _VALUE.search(cursor.before)
    if value and value[1] == (_flow_key(cursor) or cursor.key or value[1]):
        yield from _values(context, value[1], cursor, offset)
    else:
        yield from _keys(context, cursor)


def _flow_key(cursor: Cursor) -> str | None:
    found = _VALUE.search(cursor.before)
    return found[1] if found and "{" in cursor.before else None


def _keys(context: Context | None, cursor: Cursor) -> Iterator[Item]:
    flow = _FLOW.search(cursor.before)
    path, beside = cursor.path, cursor.beside
    if flow:
        path = (*path, flow[1]) if flow[1] else path
        beside = frozenset(re.findall(r"(\w+)\s*:", flow[0][flow[0].index("{") :]))
    elif cursor.path and _lists_names(cursor):
        yield from _names(context, cursor.path[-1] if cursor.path[-1] != "[]" else cursor.path[-2])
        return
    for key in keys_at(path).values():
        if key.name not in beside:
            yield Item(key.name, Kind.KEY, key.description)


def _lists_names(cursor: Cursor) -> bool:
    """Whether a cursor is at an item of a list of names."""
    return cursor.path[-1] == "[]" and cursor.path[-2:-1] != () and cursor.path[-2] in _NAMES


def _values(context: Context | None, key: str, cursor: Cursor, offset: int) -> Iterator[Item]:
    if context and (key in _CONDITIONS or cursor.path[-1:] == ("stop",)):
        yield from _in_expression(context, cursor.before, offset)
        return
    yield from _names(context, key)
    flow = _FLOW.search(cursor.before)
    path = (*cursor.path, flow[1]) if flow and flow[1] and flow[1] != key else cursor.path
    known = keys_at(path).get(key)
    if known:
        yield from (Item(word, Kind.WORD) for word in known.words)


def _authors(context: Context) -> Iterator[str]:
    yield from context.spec.groups
    yield from context.spec.roles


def _places(context: Context) -> Iterator[str]:
    for phase in context.spec.phases:
        yield str(phase.id)
        yield from (str(step.id) for step in phase.steps)


_NAMES: Mapping[str, Callable[[Context], Iterable[str]]] = {
    "speakers": _authors,
    "voters": _authors,
    "groups": lambda context: context.spec.roles,
    "options": _authors,
    "who": lambda context: (*sorted(WHO_WORDS), *_authors(context)),
    "sees": lambda context: (*sorted(SEES_WORDS), *_places(context)),
    "in": _places,
    "of": _places,
    "covers": _places,
    "text": _places,
    "prompt": lambda context: context.spec.prompts,
    "first": lambda context: context.spec.prompts,
    "then": lambda context: context.spec.prompts,
    "system": lambda context: context.spec.prompts,
    "returns": lambda context: context.spec.blocks,
    "take": lambda context: (f for block in context.spec.blocks.values() for f in block.fields),
}
"""Keys that take names, and the names they take."""


def _names(context: Context | None, key: str) -> Iterator[Item]:
    if context and key in _NAMES:
        yield from (Item(str(name), Kind.NAME) for name in _NAMES[key](context))


def _in_tag(context: Context, tag: str, offset: int) -> Iterator[Item]:
    """What may stand inside of braces."""
    if _TAG.search(tag):
        yield from (Item(word, Kind.WORD) for word in _TAGS)
        return
    if _FILTER.search(tag):
        yield from (Item(name, Kind.FUNCTION, "filter") for name in FILTERS)
        return
    yield from _members(_text_names(context, offset), tag)


def _text_names(context: Context, offset: int) -> Mapping[str, Type]:
    """The names of the text at an offset; of all texts where it is none that is known."""
    uses = [use for use in context.texts if use.text.span.start <= offset]
    here = [use for use in uses if offset <= use.text.span.end + 2]
    if here:
        return _named(here[-1:])
    return _named(context.texts)


def _named(uses: Sequence[TextUse]) -> Mapping[str, Type]:
    return {name: kind for use in uses for _, names in use.scopes() for name, kind in names.items()}


def _in_expression(context: Context, before: str, offset: int) -> Iterator[Item]:
    """What may stand in an expression: names and their fields, and functions."""
    use = next((use for use in context.conditions if _covers(use.text.span, offset)), None)
    scopes = [use.scope] if use else [each.scope for each in context.conditions]
    names: dict[str, Type] = {}
    for scope in scopes:
        names |= scope.names
    if not scopes:
        names = {step: context.scopes.record(s) for step, (_, s) in context.steps.items()}
        names["inputs"] = context.scopes.inputs
    yield from _members(names, before)
    if not before.rstrip().endswith("."):
        functions = scopes[0].functions if scopes else frozenset(FUNCTIONS)
        for name in sorted(functions & FUNCTIONS.keys()):
            yield Item(name, Kind.FUNCTION, FUNCTIONS[name].usage)


def _covers(span: object, offset: int) -> bool:
    start, end = getattr(span, "start", 0), getattr(span, "end", 0)
    return bool(start <= offset <= end + 1)


def _members(names: Mapping[str, Type], before: str) -> Iterator[Item]:
    """The names themselves, or the fields of what a chain of them stands for."""
    found = _CHAIN.search(before)
    chain = found[1].split(".")[:-1] if found else []
    if not chain:
        yield from (Item(name, Kind.NAME, words_of(kind)) for name, kind in names.items())
        return
    kind: Type = ANYTHING
    for number, step in enumerate(chain):
        name, _, index = step.partition("[")
        fields = names if number == 0 else _fields(kind)
        kind = bare(fields.get(name, ANYTHING))
        if index and isinstance(kind, ListOf):
            kind = bare(kind.item)
    for name, field in _fields(kind).items():
        yield Item(name, Kind.FIELD, words_of(field))


def _fields(kind: Type) -> Mapping[str, Type]:
    inner = bare(kind)
    return inner.fields if isinstance(inner, Record) else {}


def words_of(kind: Type) -> str:
    """A type in a few words."""
    inner = bare(kind)
    if isinstance(inner, Record):
        return f"a record: {', '.join(inner.fields)}" if inner.fields else "a record"
    if isinstance(inner, ListOf):
        return f"a list; each item is {words_of(inner.item)}"
    options = getattr(inner, "options", None)
    if options:
        return f"one of {', '.join(options)}"
    return str(getattr(inner, "words", "anything"))

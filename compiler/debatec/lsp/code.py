"""What may be written next in a text's braces or in an expression."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from debatec.lsp.fragments import Fragment, calls_at, fields_of, value_before
from debatec.lsp.items import Item, Kind
from debatec.template.filters import FILTERS, TESTS
from debatec.template.functions import FUNCTIONS
from debatec.template.types import Choice, Type, bare, describe

_TAGS = ("if", "for", "set", "with", "raw")
_MIDDLES = {"endif": ("elif", "else"), "endfor": ("else",)}
_FILTER = re.compile(r"(?<!\|)\|\s*\w*\Z")
_TEST = re.compile(r"\bis\s+(?:not\s+)?\w*\Z")
_FIELD = re.compile(r"\.\s*\w*\Z")
_OPTION = re.compile(r"\s*(?:==|!=)\s*(['\"]{0,2})\w*\Z")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_NEW_NAME = re.compile(r"\s*(?:for|set)\s+\w*\Z")


def offers(part: Fragment) -> Iterator[Item]:
    """What may stand at the end of a fragment."""
    code = part.code
    if part.opened == "{%" and re.fullmatch(r"\s*\w*", code):
        yield from _tags(part.ends)
    elif (option := _OPTION.search(code)) and (words := _options(part, option)):
        yield from words
    elif _is_quoted(code) or (part.opened == "{%" and _NEW_NAME.fullmatch(code)):
        return
    elif field := _FIELD.search(code):
        yield from _fields(part, field.start())
    elif part.inside.is_text and _FILTER.search(code):
        yield from (Item(name, Kind.FUNCTION, filter_usage(name)) for name in FILTERS)
    elif _TEST.search(code):
        tests = TESTS if part.inside.is_text else ("none",)
        yield from (Item(name, Kind.WORD, "a test") for name in tests)
    else:
        yield from _names(part)


def _tags(ends: tuple[str, ...]) -> Iterator[Item]:
    for end in ends[:1]:
        yield from (Item(word, Kind.WORD) for word in (end, *_MIDDLES.get(end, ())))
    yield from (Item(word, Kind.WORD) for word in _TAGS)


def _options(part: Fragment, found: re.Match[str]) -> list[Item]:
    """The words that the value before a comparison may be."""
    value = value_before(part.code, found.start())
    kind = bare(part.type_of(value)) if value else None
    if not isinstance(kind, Choice):
        return []
    words = kind.options if found[1] else tuple(f"'{word}'" for word in kind.options)
    return [Item(word, Kind.WORD) for word in words]


def _is_quoted(code: str) -> bool:
    """Whether some code ends inside of quotes."""
    rest = _QUOTED.sub("", code)
    return "'" in rest or '"' in rest


def _fields(part: Fragment, dot: int) -> Iterator[Item]:
    value = value_before(part.code, dot)
    known = fields_of(part.type_of(value)) if value and not value.isdecimal() else {}
    yield from _typed(known, Kind.FIELD)


def _typed(names: Mapping[str, Type], kind: Kind) -> Iterator[Item]:
    yield from (Item(name, kind, about_type(type_)) for name, type_ in names.items())


def _names(part: Fragment) -> Iterator[Item]:
    """Names, and what else a value can begin with."""
    scope = part.inside.scope
    calls = [] if part.inside.is_text else calls_at(part.code)
    signature = FUNCTIONS.get(calls[0][0]) if calls and not calls[0][1] else None
    if signature:
        first = next(iter(signature.parameters.values()))
        if first == "step":
            yield from (Item(name, Kind.NAME, "a step") for name in scope.steps)
            return
        if first == "role":
            yield from (Item(name, Kind.NAME, "a role or group") for name in
                        sorted(scope.roles))  # fmt: skip
            return
    yield from _typed(part.names, Kind.NAME)
    if not part.inside.is_text:
        for name in sorted(scope.functions):
            yield Item(name, Kind.FUNCTION, FUNCTIONS[name].usage)


def filter_usage(name: str) -> str:
    """How a filter is written, such as ``join(d, attribute)``."""
    parameters = FILTERS[name].parameters
    return f"{name}({', '.join(parameters)})" if parameters else name


def about_type(kind: Type) -> str:
    """A type in a few words, with its fields."""
    fields = fields_of(kind)
    words = describe(kind)
    return f"{words}: {', '.join(fields)}" if fields else words

"""Every name of a debate: where it is declared, and where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from debatec.check.context import Context
from debatec.check.declarations import author_mentions, declared, entries, prompt_uses
from debatec.frozen import frozen
from debatec.lsp.mentions import Mention, in_expression, in_text
from debatec.lsp.places import Key
from debatec.source.nodes import Scalar
from debatec.source.text import Source, Span
from debatec.spec.builtin import is_builtin
from debatec.spec.model import Name, Speak, selectors_of

Space: TypeAlias = Literal["name", "input", "prompt", "block"]
"""Roles, groups, phases and steps share their names; the others have a space each."""
_SECTIONS: Mapping[str, Space] = {"inputs": "input", "prompts": "prompt", "blocks": "block"}
_MADE_BY = {"closing": "synthesis", "synthesis": "synthesis"} | {
    "ballot": "veto",
    "verdict": "veto",
}
"""Steps and phases that a shorthand stands for, with its key."""


class Symbol(NamedTuple):
    space: Space
    name: str


@frozen
class Place:
    """Where a symbol stands, in the debate or in a file of one of its prompts.

    One that is ``made`` is the key of the shorthand that the symbol comes from.
    """

    symbol: Symbol
    span: Span
    declares: bool = False
    made: bool = False


@dataclass(frozen=True)
class Index:
    """The places of every symbol, in the order of the file; those in other files are last."""

    places: Sequence[Place]

    def at(self, source: Source, offset: int) -> Place | None:
        """The place at an offset of a text, or just before it."""
        found = (p for p in self.places if p.span.source is source)
        return next((p for p in found if p.span.start <= offset <= p.span.end), None)

    def of(self, symbol: Symbol) -> Sequence[Place]:
        return self._by_symbol.get(symbol, ())

    @cached_property
    def _by_symbol(self) -> Mapping[Symbol, Sequence[Place]]:
        found: dict[Symbol, list[Place]] = {}
        for place in self.places:
            found.setdefault(place.symbol, []).append(place)
        return found


def index_of(context: Context, keys: Sequence[Key]) -> Index:
    """The index of a debate; ``keys`` are those of its text, by which shorthands are found."""
    own = context.root.span.source
    known = [*_declared(context), *_made(context, keys)]
    symbols = {place.symbol for place in known}
    used = (place for place in (*_used(context), *_mentioned(context)) if place.symbol in symbols)
    found: dict[tuple[str, int, Symbol], Place] = {}
    for place in (*known, *used):
        found.setdefault((place.span.source.path, place.span.start, place.symbol), place)
    order = sorted(found.values(), key=lambda p: (p.span.source is not own, p.span.start))
    return Index(order)


def letters(span: Span, name: str) -> Span | None:
    """The very letters of a name, without quotes or an anchor; None where it is not written so."""
    written = _written(name).fullmatch(span.text)
    if written is None:
        return None
    return span.source.span(span.start + written.start(1), span.start + written.end(1))


@lru_cache(maxsize=4096)
def _written(name: str) -> re.Pattern[str]:
    quotes = r"(?:\\?['\"]){0,2}"
    return re.compile(rf"(?:&\S+\s+)?{quotes}({re.escape(name)}){quotes}")


def _place(space: Space, name: str, span: Span, *, declares: bool = False) -> Iterator[Place]:
    found = letters(span, name)
    if found:
        yield Place(Symbol(space, name), found, declares)


def _declared(context: Context) -> Iterator[Place]:
    for key, space in _SECTIONS.items():
        for entry in entries(context.root.get(key)):
            yield from _place(space, entry.key, entry.key_span, declares=True)
    for each in declared(context.root):
        if each.written:
            yield from _place("name", each.name, each.span, declares=True)


def _made(context: Context, keys: Sequence[Key]) -> Iterator[Place]:
    tops = {str(key.path[0]): key for key in keys if len(key.path) == 1}
    source = context.root.span.source
    for each in declared(context.root):
        key = tops.get(_MADE_BY.get(each.name, ""))
        if not each.written and key:
            span = source.span(key.start, key.end)
            yield Place(Symbol("name", each.name), span, declares=True, made=True)


def _used(context: Context) -> Iterator[Place]:
    """Names that stand where a key takes one."""
    spec = context.spec
    for name in author_mentions(spec):
        yield from _place("name", name, name.span)
    for prompt in prompt_uses(spec):
        if prompt.name:
            yield from _place("prompt", prompt.name, prompt.name.span)
    for preset in entries(context.root.get("presets")):
        for entry in entries(preset.value):
            yield from _place("input", entry.key, entry.key_span)
    for space, name in _of_steps(context):
        yield from _place(space, name, name.span)
    if spec.result.text:
        yield from _place("name", spec.result.text, spec.result.text.span)


def _of_steps(context: Context) -> Iterator[tuple[Space, Name]]:
    for _, step in context.spec.steps():
        for selector in selectors_of(step):
            yield from (("name", place) for place in selector.places)
        if isinstance(step, Speak):
            yield from (("name", option) for option in step.options or ())
            if step.covers:
                yield "name", step.covers
            if step.returns:
                yield "block", step.returns


def _mentioned(context: Context) -> Iterator[Place]:
    """Names inside texts and expressions."""
    for text in context.templates:
        if is_builtin(text.span):
            continue
        template, _ = context.template(text)
        yield from _in(text, in_text(template.body)) if template else ()
    for text in context.expressions:
        expression, _ = context.expression(text)
        yield from _in(text, in_expression(expression.tree)) if expression else ()


def _in(text: Scalar, mentions: Iterator[Mention]) -> Iterator[Place]:
    for mention in mentions:
        space: Space = "input" if mention.is_input else "name"
        if text.written:
            yield from _place(space, mention.name, text.at(*mention.place))
        else:
            yield from _inside(space, mention.name, text.span)


def _inside(space: Space, name: str, span: Span) -> Iterator[Place]:
    """Where a shorthand says a name that it is written out with."""
    before = r"\binputs\s*\.\s*" if space == "input" else r"(?<![\w.])"
    for found in re.finditer(rf"{before}({re.escape(name)})\b", span.text):
        start = span.start + found.start(1)
        yield Place(Symbol(space, name), span.source.span(start, start + len(name)))

"""The tags of a text: which are known, whether each is closed, and the lines they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from debatec.source.suggest import did_you_mean
from debatec.template.fault import NOT_ALLOWED, SYNTAX, Fault
from debatec.template.tokens import MAX_DEPTH, RawToken, too_deep
from debatec.template.tree import Place

_CLOSED_BY = {"if": "endif", "for": "endfor", "with": "endwith"}
_MIDDLES = {"elif": {"if"}, "else": {"if", "for"}}
_KNOWN = {*_CLOSED_BY, *_CLOSED_BY.values(), *_MIDDLES, "set", "raw", "endraw"}
_FOREIGN_ENDS = {
    *("endautoescape", "endblock", "endcall", "endfilter", "endmacro", "endset", "endtrans")
}
_FOREIGN = {
    *("autoescape", "block", "call", "do", "extends", "filter", "from", "import", "include"),
    *("macro", "print", "trans", "break", "continue", "debug"),
    *_FOREIGN_ENDS,
}
_ALLOWED = "a text may use if, for, with, set and raw"


@dataclass(slots=True)
class _Tag:
    """One ``{% name … %}``."""

    name: str
    name_place: Place
    place: Place
    words: list[RawToken] = field(default_factory=list)


def check_tags(tokens: list[RawToken]) -> list[Fault]:
    """Unknown tags, tags that are not allowed, and tags that do not pair up."""
    faults: list[Fault] = []
    opened: list[_Tag] = []
    for tag in _tags(tokens):
        fault = _known(tag) or _paired(tag, opened)
        # The end of a tag that is not allowed says nothing new.
        if fault and not (faults and tag.name in _FOREIGN_ENDS):
            faults.append(fault)
        if tag.name in _CLOSED_BY:
            opened.append(tag)
            if len(opened) > MAX_DEPTH:
                return [*faults, too_deep(tag.place)]
        elif opened and tag.name in _CLOSED_BY.values():
            opened.pop()
    return faults or [_never_closed(tag) for tag in opened]


def _tags(tokens: list[RawToken]) -> Iterator[_Tag]:
    inside: list[RawToken] = []
    start: RawToken | None = None
    for token in tokens:
        if token.kind == "block_begin":
            start, inside = token, []
        elif token.kind == "block_end" and start is not None:
            place = start.place[0], token.place[1]
            first = inside[0] if inside and inside[0].kind == "name" else None
            yield _Tag(first.text if first else "", first.place if first else place, place, inside)
            start = None
        else:
            inside.append(token)


def _known(tag: _Tag) -> Fault | None:
    if not tag.name:
        return Fault(SYNTAX, "'{% %}' names no tag", tag.place, _ALLOWED)
    if tag.name in _FOREIGN:
        return Fault(NOT_ALLOWED, f"the tag '{tag.name}' is not allowed", tag.name_place, _ALLOWED)
    if tag.name not in _KNOWN:
        suggestion = did_you_mean(tag.name, _KNOWN)
        return Fault(SYNTAX, f"unknown tag '{tag.name}'{suggestion}", tag.name_place, _ALLOWED)
    if tag.name == "set" and all(word.text != "=" for word in tag.words):
        return Fault(SYNTAX, "'set' needs a value", tag.place, "write '{% set name = value %}'")
    return None


def _paired(tag: _Tag, opened: list[_Tag]) -> Fault | None:
    inner = opened[-1] if opened else None
    if tag.name in _MIDDLES:
        if inner is None or inner.name not in _MIDDLES[tag.name]:
            return Fault(SYNTAX, f"'{tag.name}' stands in no '{{% if %}}'", tag.name_place)
    elif tag.name in _CLOSED_BY.values():
        if inner is None:
            return Fault(SYNTAX, f"'{tag.name}' closes nothing", tag.name_place)
        if _CLOSED_BY[inner.name] != tag.name:
            message = f"'{tag.name}' cannot close '{{% {inner.name} %}}'"
            hint = f"write '{{% {_CLOSED_BY[inner.name]} %}}' first"
            return Fault(SYNTAX, message, tag.name_place, hint)
    return None


def _never_closed(tag: _Tag) -> Fault:
    hint = f"write '{{% {_CLOSED_BY[tag.name]} %}}' where it ends"
    return Fault(SYNTAX, f"'{{% {tag.name} %}}' is never closed", tag.place, hint)


_TAG_SIGN = re.compile(r"\{[%#][-+]|[-+][%#]\}")
_TAG_LINE = re.compile(r"^[ \t]*#[# \t]*(?:\r?\n|\Z)", re.M)
_BEGINS = {"block_begin", "comment_begin", "raw_begin", "raw_end"}
_ENDS = {"block_end", "comment_end", "raw_begin", "raw_end"}


def without_tag_lines(tokens: list[RawToken], source: str) -> list[RawToken]:
    """The tokens of a text in which lines that hold only tags and comments leave no trace.

    A tag beside other text changes no line break: in ``a{% if x %}, b{% endif %}`` the line ends
    where it was written to end. Tags with an explicit ``-`` or ``+`` do as they say and no more.
    The line break at the end of the text is dropped.
    """
    hidden = _hidden(source, list(_plain_tags(tokens)))
    if source.endswith("\n"):
        hidden.add(len(source) - 1)
    return [
        token
        if token.kind != "data" or hidden.isdisjoint(range(*token.place))
        else token._replace(
            text="".join(source[at] for at in range(*token.place) if at not in hidden)
        )
        for token in tokens
    ]


def _hidden(source: str, tags: list[Place]) -> set[int]:
    """The places of blanks and line breaks on lines that hold only tags."""
    if not tags:
        return set()
    mask = _masked(source, tags)
    lines = (range(*line.span()) for line in _TAG_LINE.finditer(mask))
    return {at for line in lines for at in line if mask[at] != "#"}


def _masked(source: str, tags: list[Place]) -> str:
    """The source with tags as so many ``#``, and no other of them."""
    parts: list[str] = []
    at = 0
    for start, end in tags:
        parts += (source[at:start].replace("#", "x"), "#" * (end - start))
        at = end
    return "".join([*parts, source[at:].replace("#", "x")])


def _plain_tags(tokens: list[RawToken]) -> Iterator[Place]:
    """The places of tags and comments without whitespace control."""
    start: RawToken | None = None
    for token in tokens:
        if token.kind in _BEGINS:
            start = token
        if token.kind in _ENDS and start is not None:
            if not _TAG_SIGN.search(start.text) and not _TAG_SIGN.search(token.text):
                yield start.place[0], token.place[1]
            start = None

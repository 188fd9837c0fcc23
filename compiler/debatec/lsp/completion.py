"""What may be written where a cursor stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from debatec.lsp.code import offers
from debatec.lsp.document import Document
from debatec.lsp.fragments import fragment
from debatec.lsp.insides import inside
from debatec.lsp.items import Item, Kind
from debatec.lsp.keys import keys_at, value_at
from debatec.lsp.places import Path
from debatec.lsp.slots import keys_named, names_at
from debatec.lsp.spots import Spot, before_cursor, spot_at

_ONE_WORD = re.compile(r"\s*['\"]?[\w:-]*\Z")
_COLON = re.compile(r"[\w-]*[ \t]*:")
_MOST = 2_000


def completions(document: Document, offset: int) -> list[Item]:
    """What may stand at an offset, each once, in the order of the language or the file."""
    spot = spot_at(document.source.content, offset)
    first: dict[str, Item] = {}
    for item in islice(_completions(document, spot, offset), _MOST):
        first.setdefault(item.text, item)
    return [*first.values()]


def _completions(document: Document, spot: Spot, offset: int) -> Iterator[Item]:
    if spot.is_value:
        yield from _values(document, spot, offset)
        return
    after = document.source.content[offset : offset + 200]
    yield from _keys(document, spot, "" if _COLON.match(after) else ": ")
    if spot.path and isinstance(spot.path[-1], int):
        yield from _words(document, spot.path)


def _keys(document: Document, spot: Spot, then: str) -> Iterator[Item]:
    keys = [key for key in keys_at(spot.path, spot.beside).values() if key.name not in spot.beside]
    for key in sorted(keys, key=lambda key: not key.required):
        yield Item(key.name, Kind.KEY, key.description, then)
    for name, about in keys_named(document.context, spot.path) if document.context else ():
        if name not in spot.beside:
            yield Item(name, Kind.KEY, about, then)


def _values(document: Document, spot: Spot, offset: int) -> Iterator[Item]:
    before = before_cursor(document.source.content, spot, offset)
    found = inside(document.context, spot.path) if document.context else None
    if found:
        part = fragment(before, found)
        yield from offers(part) if part else ()
        if part and found.is_text:
            return
    if not spot.is_text and _ONE_WORD.match(before):
        yield from _words(document, spot.path)


def _words(document: Document, path: Path) -> Iterator[Item]:
    """The names and words that a value may be."""
    for name, about in names_at(document.context, path) if document.context else ():
        yield Item(name, Kind.NAME, about)
    known = value_at(path)
    if known:
        for word in known.words:
            yield Item(word, Kind.WORD, "the default" if word == known.default else "")

"""Where a symbol is declared and used, and what changes when it gets another name."""

from __future__ import annotations

from collections.abc import Sequence

from debatec.lsp.document import Document
from debatec.lsp.index import Place, at, places
from debatec.source.text import Span
from debatec.spec.names import NAME, RESERVED


class Refused(Exception):
    """A name that cannot be given, and why."""


def place_at(document: Document, offset: int) -> tuple[Place | None, Sequence[Place]]:
    """The symbol at an offset, if there is one, and every place of the document."""
    if document.context is None:
        return None, ()
    found = places(document.context, document.source)
    return at(found, offset), found


def definition(document: Document, offset: int) -> list[Span]:
    """Where what stands at an offset is declared."""
    return [place.span for place in _alike(document, offset) if place.declares]


def references(document: Document, offset: int, *, declaration: bool = True) -> list[Span]:
    """Everywhere that what stands at an offset is used."""
    return [p.span for p in _alike(document, offset) if declaration or not p.declares]


def _alike(document: Document, offset: int) -> list[Place]:
    here, found = place_at(document, offset)
    return [place for place in found if here and place.symbol == here.symbol]


def renamed(document: Document, offset: int, name: str) -> list[Span]:
    """The places to write another name in.

    Raises:
        Refused: nothing that has a name stands there, or the name cannot be given to it.
    """
    here, found = place_at(document, offset)
    if here is None:
        raise Refused("nothing here has a name of its own")
    if not NAME.match(name):
        raise Refused(f"'{name}' is no name: it has lower case letters, digits and '_'")
    if here.symbol.space == "name" and name in RESERVED:
        raise Refused(f"'{name}' is a word of the language")
    taken = {place.symbol for place in found}
    if here.symbol._replace(name=name) in taken and name != here.symbol.name:
        raise Refused(f"'{name}' is taken")
    if document.compiled.root is None or document.compiled.spec is None:
        raise Refused("the file has to be read first: mend its syntax")
    return [place.span for place in found if place.symbol == here.symbol]

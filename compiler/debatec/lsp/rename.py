"""Where a symbol is declared and used, and what changes when it gets another name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from debatec.lsp.document import Document, read
from debatec.lsp.index import Place, Symbol
from debatec.lsp.mentions import bound_in
from debatec.source.text import Span
from debatec.spec.bases import is_opened
from debatec.spec.model import Speak
from debatec.spec.names import NAME, RESERVED


class Refused(Exception):
    """A name that cannot be given, and why."""


def place_at(document: Document, offset: int) -> Place | None:
    """The symbol at an offset, if there is one."""
    return document.index.at(document.source, offset)


def nameable_at(document: Document, offset: int) -> Span | None:
    """The place of a name that can be another one; None where there is none."""
    here = place_at(document, offset)
    made = here and any(place.made for place in document.index.of(here.symbol))
    return here.span if here and not made else None


def definition(document: Document, offset: int) -> list[Span]:
    """Where what stands at an offset is declared."""
    return [place.span for place in _alike(document, offset) if place.declares]


def references(document: Document, offset: int, *, declaration: bool = True) -> list[Span]:
    """Everywhere that what stands at an offset is used."""
    return [p.span for p in _alike(document, offset) if declaration or not p.declares]


def _alike(document: Document, offset: int) -> Sequence[Place]:
    """The places of what stands at an offset, but for those in what ships or is locked."""
    here = place_at(document, offset)
    places = document.index.of(here.symbol) if here else ()
    return [place for place in places if is_opened(place.span.source.path)]


def _paths(spans: Iterable[Span]) -> Iterable[str]:
    return (span.source.path for span in spans)


def renamed(document: Document, offset: int, name: str) -> list[Span]:
    """The places to write another name in.

    Raises:
        Refused: nothing that has a name stands there, the name cannot be given to it, or the
            debate would not be the same under it.
    """
    here = place_at(document, offset)
    if here is None:
        raise Refused("nothing here has a name of its own")
    if not document.is_whole:
        raise Refused("the file has to be read first: mend its syntax")
    found = document.index.of(here.symbol)
    if any(place.made for place in found):
        raise Refused(f"'{here.symbol.name}' is made by a shorthand, which names it")
    if name == here.symbol.name:
        return []
    _check(document, here.symbol, name)
    spans = [place.span for place in found]
    base = next((path for path in _paths(spans) if path not in document.own), None)
    if base:
        raise Refused(f"'{here.symbol.name}' stands in '{Path(base).name}' too, which this extends")
    if all(span.source is document.source for span in spans):
        _try(document, spans, name)
    return spans


def _check(document: Document, symbol: Symbol, name: str) -> None:
    """Refuse what is no name, or one that says something already."""
    if not NAME.match(name):
        raise Refused(f"'{name}' is no name: it has lower case letters, digits and '_'")
    if symbol.space == "name" and name in RESERVED:
        raise Refused(f"'{name}' is a word of the language")
    if document.index.of(symbol._replace(name=name)):
        raise Refused(f"'{name}' is taken")
    if symbol.space == "name" and name in _words(document):
        raise Refused(f"'{name}' is taken: a text or an option of the debate is called so")


def _words(document: Document) -> set[str]:
    """The words that stand for something else where a role or a step could be named."""
    context = document.context
    if context is None:
        return set()
    found: set[str] = set()
    for text in context.templates:
        template, _ = context.template(text)
        found |= bound_in(template.body) if template else set()
    for _, step in context.spec.steps():
        found.update(step.options or () if isinstance(step, Speak) else ())
    return found


def _try(document: Document, spans: Iterable[Span], name: str) -> None:
    """Refuse a change after which other things are wrong than before."""
    text = document.source.content
    for span in sorted(spans, key=lambda span: -span.start):
        text = text[: span.start] + name + text[span.end :]
    then = read(document.source.path, text, document.folder)
    before, after = (Counter(f.rule for f in each.findings) for each in (document, then))
    first = next((f.message for f in then.findings if after[f.rule] > before[f.rule]), None)
    if first:
        raise Refused(f"with the name '{name}' more would be wrong: {first}")

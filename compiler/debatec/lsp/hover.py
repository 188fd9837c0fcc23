"""What there is to say about what stands under a cursor, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from debatec.check.pages import page_of
from debatec.check.registry import BY_ID
from debatec.lsp.code import about_type, filter_usage
from debatec.lsp.document import Document
from debatec.lsp.fragments import Fragment, fragment, value_before
from debatec.lsp.helps import FUNCTION_HELP
from debatec.lsp.insides import inside
from debatec.lsp.keys import Key, keys_at, value_at
from debatec.lsp.portraits import coded, listed, portrait
from debatec.lsp.rename import place_at
from debatec.lsp.spots import before_cursor, spot_at
from debatec.source.text import Span
from debatec.template.filters import FILTERS
from debatec.template.functions import FUNCTIONS
from debatec.template.types import ANYTHING, bare

_WORD = re.compile(r"[\w-]+")
_NAME = re.compile(r"\w+")
_MARKUP = re.compile(r"[\\`*\[\]<>!#~|]")
_PIPE = re.compile(r"\|\s*\Z")


def hover(document: Document, offset: int) -> tuple[str, Span] | None:
    """The text, and the place that it is about; None where there is nothing to say."""
    parts = [*_findings(document, offset)]
    word = _word_at(document, offset, _WORD)
    place = place_at(document, offset)
    if place and document.context:
        parts.append(portrait(document.context, place.symbol))
    elif word:
        parts += _key(document, word) or _code(document, offset)
    span = place.span if place else word
    told = [part for part in parts if part]
    return ("\n\n".join(told), span) if told and span else None


def _findings(document: Document, offset: int) -> Iterator[str]:
    for found in document.findings:
        here = found.span.source is document.source
        if here and found.span.start <= offset <= found.span.end:
            rule = BY_ID[found.rule]
            yield f"**{rule.id} {rule.name}**: {rule.summary}"
            yield page_of(rule).why


def _word_at(document: Document, offset: int, pattern: re.Pattern[str]) -> Span | None:
    """The word at an offset, or just before it."""
    content = document.source.content
    start = content.rfind("\n", 0, offset) + 1
    end = content.find("\n", offset)
    for found in pattern.finditer(content, start, len(content) if end < 0 else end):
        if found.start() <= offset <= found.end():
            return document.source.span(*found.span())
    return None


def _key(document: Document, word: Span) -> list[str]:
    """What a key is for, or that of a value which is one of its words."""
    spot = spot_at(document.source.content, word.end)
    after = document.source.content[word.end : word.end + 200].lstrip("'\" \t")
    if spot.is_value and not spot.is_text:
        value = value_at(spot.path)
        return [about_key(value)] if value and word.text in value.words else []
    if spot.is_value or spot.typed != word.text or not after.startswith(":"):
        return []
    known = keys_at(spot.path, spot.beside).get(word.text) or keys_at(spot.path).get(word.text)
    return [about_key(known)] if known else []


def about_key(key: Key) -> str:
    """A key in a few lines: what it is for, its words, its default."""
    words = f"One of {listed(key.words)}." if key.words else ""
    default = f"Default: `{key.default}`." if key.default else ""
    more = " ".join(part for part in (words, default) if part)
    return f"`{key.name}`: {key.description}" + (f"\n\n{more}" if more else "")


def _code(document: Document, offset: int) -> list[str]:
    """What a word of a text's braces or of an expression stands for."""
    word = _word_at(document, offset, _NAME)
    if word is None or document.context is None:
        return []
    spot = spot_at(document.source.content, word.start)
    found = inside(document.context, spot.path) if spot.is_value else None
    before = before_cursor(document.source.content, spot, word.start)
    part = fragment(before, found) if found else None
    said = _said(part, word.text) if part else ""
    return [said] if said else []


def _said(part: Fragment, word: str) -> str:
    if part.inside.is_text and _PIPE.search(part.code):
        return f"filter `{filter_usage(word)}`" if word in FILTERS else ""
    if not part.inside.is_text and word in FUNCTIONS and not part.code.rstrip().endswith("."):
        return f"function `{FUNCTIONS[word].usage}`\n\n{FUNCTION_HELP[word]}"
    code = value_before(part.code, len(part.code)) + word
    kind = bare(part.type_of(code))
    return f"{coded(code)}: {_plain(about_type(kind))}" if kind != ANYTHING else ""


def _plain(words: str) -> str:
    """Words that are no Markdown; those of a choice are a debate's own."""
    return _MARKUP.sub(r"\\\g<0>", words)

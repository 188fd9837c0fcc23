"""The tokens of a text or an expression, each with its exact place.

Jinja's lexer gives lines only. But it drops nothing except blanks that a ``-`` strips, so each
token is the next occurrence of what it says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from jinja2 import Environment, TemplateSyntaxError
from jinja2.lexer import get_lexer

from debatec.template.fault import NOT_ALLOWED, SYNTAX, Fault, Refused
from debatec.template.foreign import foreign_operator
from debatec.template.tree import Place

MAX_DEPTH = 24
LEXER = get_lexer(Environment(keep_trailing_newline=True))
_LINE_BREAK = re.compile("\r\n|\r")
_NUMBER = re.compile(r"\d{1,40}(\.\d{1,40})?")
_ESCAPE = re.compile(r"\\(.)", re.S)
_KNOWN_ESCAPES = "\\'\"nt"
CLOSERS = {"variable_begin": "}}", "block_begin": "%}"}
_ENDS = {"variable_end", "block_end"}
_LITERALS = {"integer", "float", "string"}


class RawToken(NamedTuple):
    """A token as Jinja's lexer names it, the text it stands for, and where that stands."""

    line: int
    kind: str
    text: str
    place: Place


def read_tokens(source: str, *, expression: bool = False) -> list[RawToken]:
    """The tokens of a text, or of a bare expression, but blanks in tags; raises `Refused`."""
    joined, offsets = _with_plain_line_breaks(source)
    state = "variable" if expression else None
    found: list[RawToken] = []
    at = 0
    try:
        for line, kind, text in LEXER.tokeniter(joined, None, None, state):
            start = joined.index(text, at)
            at = start + len(text)
            if kind != "whitespace":
                found.append(RawToken(line, kind, text, (offsets[start], offsets[at])))
    except TemplateSyntaxError as error:
        fault = _lexical_fault(error.message or "", source, offsets[at], found)
        raise Refused(unclosed(source, found, offsets[at]) or fault) from None
    _check(found, source)
    return found


def _with_plain_line_breaks(source: str) -> tuple[str, Sequence[int]]:
    """The source with LF alone, as Jinja reads it, and the place of each of its characters."""
    if "\r" not in source:
        return source, range(len(source) + 1)
    offsets: list[int] = []
    at = 0
    for match in _LINE_BREAK.finditer(source):
        offsets.extend(range(at, match.start() + 1))
        at = match.end()
    offsets.extend(range(at, len(source) + 1))
    return _LINE_BREAK.sub("\n", source), offsets


def _lexical_fault(message: str, source: str, at: int, found: list[RawToken]) -> Fault:
    if message.startswith("Missing end of"):
        opened = found[-1]
        return Fault(SYNTAX, f"'{opened.text}' is never closed", opened.place)
    while at < len(source) and source[at].isspace():
        at += 1
    if fault := foreign_operator(source, at):
        return fault
    if source[at : at + 1] in ("'", '"'):
        return Fault(SYNTAX, f"the text after {source[at]} is never closed", (at, at + 1))
    expected = re.search(r", expected '(.)'$", message)
    words = f", expected '{expected[1]}'" if expected else " cannot stand here"
    return Fault(SYNTAX, f"'{source[at : at + 1]}'{words}", (at, at + 1))


def unclosed(source: str, tokens: list[RawToken], at: int) -> Fault | None:
    """The fault of a ``{{`` or ``{%`` before an offset that nothing closes before the next one."""
    opened = None
    for token in tokens:
        if token.place[0] > at:
            break
        if token.kind in CLOSERS:
            opened = token
        elif token.kind in _ENDS:
            opened = None
    if opened is None:
        return None
    start, end = opened.place
    following = re.compile(r"\{[{%]").search(source, end)
    if CLOSERS[opened.kind] in source[end : following.start() if following else len(source)]:
        return None
    return _never_closed(opened, (start, start + 2))


def _never_closed(opened: RawToken, place: Place) -> Fault:
    mark = opened.text[:2]
    return Fault(
        SYNTAX, f"'{mark}' is never closed", place, f"close it with '{CLOSERS[opened.kind]}'"
    )


def _check(tokens: list[RawToken], source: str) -> None:
    opened: RawToken | None = None
    depth = 0
    for token in tokens:
        if token.kind in CLOSERS:
            opened = token
        elif token.kind in _ENDS:
            opened = None
        elif token.kind == "operator":
            depth += (token.text in "([{") - (token.text in ")]}")
            if depth > MAX_DEPTH:
                raise Refused(too_deep(token.place))
        elif token.kind in _LITERALS and (fault := _literal_fault(token)) is not None:
            raise Refused(fault)
    if opened is not None:
        raise Refused(unclosed(source, tokens, len(source)) or _never_closed(opened, opened.place))


def _literal_fault(token: RawToken) -> Fault | None:
    if token.kind == "string":
        return _escape_fault(token)
    if _NUMBER.fullmatch(token.text):
        return None
    words = "too long" if len(token.text) > 40 else "not a plain decimal number"
    return Fault(SYNTAX, f"'{token.text[:20]}' is {words}", token.place)


def _escape_fault(token: RawToken) -> Fault | None:
    for match in _ESCAPE.finditer(token.text):
        if match[1] not in _KNOWN_ESCAPES:
            start = token.place[0] + match.start()
            hint = r"known are '\\', '\n', '\t' and quotes; write '\\' for the character itself"
            return Fault(SYNTAX, f"unknown escape '{match[0]}'", (start, start + 2), hint)
    return None


def too_deep(place: Place) -> Fault:
    return Fault(NOT_ALLOWED, f"nested deeper than {MAX_DEPTH} levels", place)

"""Jinja's parser, fed with tokens that know their offsets.

Jinja copies the line number of a token as it is into nodes and errors, so an ``int`` that also
carries an offset comes back wherever Jinja says which line. Nothing is compiled or evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.lexer import TOKEN_EOF, Token, TokenStream
from jinja2.parser import Parser

from debatec.frozen import frozen
from debatec.template.fault import NOT_ALLOWED, SYNTAX, Fault, Refused
from debatec.template.foreign import foreign_operator
from debatec.template.tags import check_tags, without_tag_lines
from debatec.template.tokens import LEXER, RawToken, read_tokens, too_deep, unclosed

MAX_TEXT = 20_000
MAX_EXPRESSION = 2_000

_TAG = re.compile(r"\{[{%#]")
_LINE_BREAK = re.compile("\r\n|\r")


class _Environment(Environment):
    """Jinja's settings, for parsers that are given their tokens and read no source."""

    def _tokenize(self, *_: object, **__: object) -> TokenStream:
        return TokenStream((), None, None)


_JINJA = _Environment()


class Offset(int):
    """A line number that knows the offset of its token."""

    at: int

    def __new__(cls, line: int, at: int) -> Offset:
        self = super().__new__(cls, line)
        self.at = at
        return self


def offset_of(line: int | None) -> int:
    return line.at if isinstance(line, Offset) else 0


@frozen
class Syntax:
    """What Jinja made of a source; ``ends`` gives the end of each token by its start."""

    body: list[nodes.Node]
    source: str
    ends: dict[int, int]


def parse_text(source: str) -> Syntax:
    """The Jinja statements of a text with ``{{ }}`` and ``{% %}``; raises `Refused`."""
    _check_length(source, MAX_TEXT)
    if not _TAG.search(source):
        return Syntax(_data(source), source, {})
    tokens = read_tokens(source)
    if faults := check_tags(tokens):
        raise Refused(*faults)
    shown = without_tag_lines(tokens, source)
    return _parsed(source, tokens, shown, Parser.subparse)


def _data(source: str) -> list[nodes.Node]:
    """What Jinja makes of a text without tags, its last line break dropped."""
    data = _LINE_BREAK.sub("\n", source.removesuffix("\n"))
    return [nodes.Output([nodes.TemplateData(data)])]


def parse_expression(source: str) -> Syntax:
    """The Jinja expression of a source without braces around it; raises `Refused`."""
    _check_length(source, MAX_EXPRESSION)
    if braces := re.match(r"\s*\{[{%]", source):
        place = braces.end() - 2, braces.end()
        hint = "write the expression bare, without '{{' and '}}'"
        raise Refused(Fault(SYNTAX, "braces stand only in texts", place, hint))
    if not source.strip():
        raise Refused(Fault(SYNTAX, "the expression is empty", (0, len(source))))
    tokens = read_tokens(source, expression=True)
    return _parsed(source, tokens, tokens, lambda parser: [_whole(parser)])


def _check_length(source: str, limit: int) -> None:
    if len(source) > limit:
        message = f"{len(source)} characters are too many; the limit is {limit}"
        raise Refused(Fault(NOT_ALLOWED, message, (0, len(source))))


def _whole(parser: Parser) -> nodes.Expr:
    expression = parser.parse_expression()
    parser.stream.expect("eof")
    return expression


def _parsed(
    source: str,
    tokens: list[RawToken],
    shown: list[RawToken],
    parse: Callable[[Parser], list[nodes.Node]],
) -> Syntax:
    ends = dict(token.place for token in tokens)
    parser = Parser(_JINJA, "")
    try:
        parser.stream = TokenStream(_converted(shown, len(source)), None, None)
        return Syntax(parse(parser), source, ends)
    except TemplateSyntaxError as error:
        at = offset_of(error.lineno)
        fault = unclosed(source, tokens, at) or foreign_operator(source, at)
        raise Refused(fault or _in_plain_words(error.message or "", source, at, ends)) from None
    except RecursionError:
        at = offset_of(parser.stream.current.lineno)
        raise Refused(too_deep((at, ends.get(at, at)))) from None


def _converted(raw: list[RawToken], end: int) -> Iterator[Token]:
    plain = ((Offset(token.line, token.place[0]), token.kind, token.text) for token in raw)
    yield from LEXER.wrap(plain)
    yield Token(Offset(1, end), TOKEN_EOF, "")


_MISSING = re.compile(r"Expected an expression, got '(.+)'\Z")
_EXPECTED = re.compile(r"expected token '(.+)', got '(.+)'\Z")
_ENDED = re.compile(r"unexpected end of template, expected '(.+)'\.\Z")
_UNEXPECTED = re.compile(r"unexpected '(.+)'\Z")
_KINDS = {
    "end of print statement": "'}}'",
    "end of statement block": "'%}'",
    "end of template": "the end",
    "name": "a name",
    "string": "a text in quotes",
    "integer": "a number",
    "float": "a number",
}


def _in_plain_words(message: str, source: str, at: int, ends: dict[int, int]) -> Fault:
    """Jinja's message in the words of somebody who has not read its parser."""
    place = at, ends.get(at, at)
    if match := _MISSING.match(message):
        return _missing(source, place, _words(match[1]))
    if match := _EXPECTED.match(message):
        found = _found(match[2], source, place)
        return Fault(SYNTAX, f"expected {_words(match[1])}, found {found}", place)
    if match := _ENDED.match(message):
        return Fault(SYNTAX, f"expected {_words(match[1])}, found the end", place)
    if match := _UNEXPECTED.match(message):
        found = _found(match[1], source, place)
        words = (
            "the expression ends too early" if found == "the end" else f"{found} cannot stand here"
        )
        return Fault(SYNTAX, words, place)
    return Fault(SYNTAX, message[:1].lower() + message[1:].replace("Jinja", "the text"), place)


def _missing(source: str, place: tuple[int, int], before: str) -> Fault:
    opened = source.rfind("{{", 0, place[0])
    if before == "'}}'" and opened >= 0 and source[opened + 2 : place[0]].strip("-+ \n\t") == "":
        return Fault(SYNTAX, "'{{ }}' is empty", (opened, place[1]), "name what to print")
    return Fault(SYNTAX, f"a value is missing before {before}", place)


def _found(kind: str, source: str, place: tuple[int, int]) -> str:
    written = source[slice(*place)].strip()
    return f"'{written}'" if written else _words(kind)


def _words(kind: str) -> str:
    return _KINDS.get(kind, f"'{kind}'")

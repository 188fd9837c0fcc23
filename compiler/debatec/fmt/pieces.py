"""A text cut into what has to stay, such as scalars and brackets; between them lie the gaps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml
from yaml.tokens import (
    AliasToken,
    AnchorToken,
    BlockEndToken,
    BlockEntryToken,
    BlockMappingStartToken,
    BlockSequenceStartToken,
    DocumentEndToken,
    DocumentStartToken,
    FlowEntryToken,
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    KeyToken,
    ScalarToken,
    TagToken,
    Token,
    ValueToken,
)

from debatec.frozen import frozen
from debatec.source.builder import LOADER

KINDS: dict[type[Token], str] = {
    DocumentStartToken: "---",
    DocumentEndToken: "...",
    BlockEntryToken: "-",
    ValueToken: ":",
    FlowEntryToken: ",",
    FlowSequenceStartToken: "[",
    FlowSequenceEndToken: "]",
    FlowMappingStartToken: "{",
    FlowMappingEndToken: "}",
    AnchorToken: "&",
    AliasToken: "*",
    TagToken: "!",
    ScalarToken: "scalar",
    # What only tells the structure, and takes no room:
    KeyToken: "key",
    BlockMappingStartToken: "mapping",
    BlockSequenceStartToken: "sequence",
    BlockEndToken: "end",
}
OPENINGS, CLOSINGS = ("[", "{"), ("]", "}")
_UNSEEN = ("key", "mapping", "sequence", "end")


class Unusual(Exception):
    """The text has a construct that is not formatted; the message names it."""


@frozen
class Piece:
    """A part of a text, or a mark of its structure, which has no length.

    ``column`` counts from 0; ``style`` is that of a scalar.
    """

    kind: str
    start: int
    end: int
    column: int
    style: str = ""

    @property
    def is_seen(self) -> bool:
        return self.kind not in _UNSEEN

    @property
    def is_block_scalar(self) -> bool:
        return self.style in ("|", ">")


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a well-formed text whose lines end in line feeds.

    Raises:
        Unusual: it has an explicit key, or something that is not known here.
    """
    tokens: Iterator[Any] = yaml.scan(text, Loader=LOADER)
    for token in tokens:
        kind = KINDS.get(type(token))
        if kind is not None:
            yield _piece(text, kind, token)


def _piece(text: str, kind: str, token: Any) -> Piece:
    start, end, column = token.start_mark.index, token.end_mark.index, token.start_mark.column
    if kind == "key" and text[start:end].startswith("?"):
        raise Unusual("a key that begins with '?'")
    style = (token.style or "") if kind == "scalar" else ""
    return Piece(kind, start, end, column, style)

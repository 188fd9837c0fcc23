"""What a text says: every value, how it is written, and every comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from debatec.fmt.pieces import pieces
from debatec.fmt.scalars import header_of
from debatec.source.builder import LOADER

_COMMENT = re.compile(r"#[^\n]*")


def reading(text: str) -> list[tuple[object, ...]]:
    """The events of a text without their places, and its comments without blanks at their ends.

    Raises:
        yaml.YAMLError: the text is not well-formed.
    """
    events: Iterator[Any] = yaml.parse(text, Loader=LOADER)
    said = [(type(event).__name__, *map(repr, map(event.__dict__.get, _SAID))) for event in events]
    return [*said, tuple(_comments(text))]


_SAID = ("anchor", "tag", "value", "style", "flow_style")


def _comments(text: str) -> Iterator[str]:
    at = 0
    for piece in pieces(text):
        if piece.is_seen:
            yield from _found(text[at : piece.start])
            if piece.is_block_scalar:
                yield from _found(header_of(text[piece.start : piece.end])[1])
            at = piece.end
    yield from _found(text[at:])


def _found(gap: str) -> Iterator[str]:
    yield from (match[0].rstrip(" \t") for match in _COMMENT.finditer(gap))

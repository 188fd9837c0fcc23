"""A table of a TOML file as nodes, each with the place where it most likely stands.

The parser of the standard library tells no places. They are found again by what lines of tables
and keys look like; what is not found has the place of what it is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from debatec.source import nodes
from debatec.source.nodes import Entry, Node, node_of
from debatec.source.text import Source, Span

Path = tuple[str, ...]

_WORD = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_WORD}(?:[ \t]*\.[ \t]*{_WORD})*"
_LINE = re.compile(
    rf"^[ \t]*(?:\[(?P<table>[ \t]*{_DOTTED}[ \t]*)\]|(?P<key>{_DOTTED})[ \t]*=)", re.M
)
_PART = re.compile(_WORD)


def nodes_of(source: Source, table: Mapping[str, Any], path: Path) -> Node:
    """The nodes of the table at a path of a file."""
    return _Finder(source).node(table, path, source.span(0, 0))


class _Finder:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._places = dict(reversed(list(_places(source))))

    def node(self, value: Any, path: Path, around: Span) -> Node:
        """The node of a value whose key or item has a place."""
        if isinstance(value, dict):
            entries = {key: self._entry(key, inner, path, around) for key, inner in value.items()}
            return nodes.Mapping(around, entries)
        if isinstance(value, list):
            items = (self.node(item, path, self._item(item, around)) for item in value)
            return nodes.Sequence(around, tuple(items))
        if isinstance(value, float):
            return node_of(Decimal(str(value)), around)
        # What is left are numbers and texts, and dates, which no setting takes.
        return node_of(value if isinstance(value, int) else str(value), around)

    def _entry(self, key: str, value: Any, path: Path, around: Span) -> Entry:
        place = self._places.get((*path, key)) or self._item(key, around)
        return Entry(key, place, self.node(value, (*path, key), place))

    def _item(self, item: Any, around: Span) -> Span:
        """Where a key or an item is written first after the place of what it is in."""
        if not isinstance(item, str) or not item:
            return around
        start = self._source.content.find(item, around.start)
        return self._source.span(start, start + len(item)) if start >= 0 else around


def _places(source: Source) -> Iterator[tuple[Path, Span]]:
    """The path of each line that begins a table or has a key, and where its last part stands."""
    table: Path = ()
    for match in _LINE.finditer(source.content):
        group = "table" if match["table"] else "key"
        parts = list(_PART.finditer(source.content, match.start(group), match.end(group)))
        names = tuple(part.group().strip("\"'") for part in parts)
        if group == "table":
            table = names
        path = names if group == "table" else (*table, *names)
        yield path, source.span(parts[-1].start(), parts[-1].end())

"""The settings in a table of a TOML file, and what is wrong with them.

The parser of the standard library tells no places. They are found again by what lines of tables
and keys look like; what is not found has the place of what it is in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import PurePath
from typing import Any

from debatec.linter.directives import unknown
from debatec.linter.selection import is_known
from debatec.linter.settings import NAMES, PATHS
from debatec.source import nodes
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Node, node_of
from debatec.source.schema import load_schema
from debatec.source.text import Source, Span

Path = tuple[str, ...]

_WORD = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_WORD}(?:[ \t]*\.[ \t]*{_WORD})*"
_LINE = re.compile(
    rf"^[ \t]*(?:\[(?P<table>[ \t]*{_DOTTED}[ \t]*)\]|(?P<key>{_DOTTED})[ \t]*=)", re.M
)
_PART = re.compile(_WORD)


def read_table(
    source: Source, table: Mapping[str, Any], path: Path
) -> tuple[Mapping[str, Any], list[Diagnostic]]:
    """The settings in the table at a path of a file, by their fields, and what is wrong there."""
    node = _Finder(source).node(table, path, source.span(0, 0))
    faults = load_schema("settings.v1.schema.json").check(node) or [*_beyond_schema(node)]
    fields = {name: field for field, name in NAMES.items()}
    return {} if faults else {fields[name]: value for name, value in table.items()}, faults


def _beyond_schema(node: Node) -> Iterator[Diagnostic]:
    """What is wrong with settings that are valid by their schema."""
    for name, span in _rules(node):
        if not is_known(name):
            yield Diagnostic("DB802", unknown(name), span)
    assert isinstance(node, nodes.Mapping), "settings are a table"
    for entry in node:
        # Whoever writes the settings of a project may not choose where else files are written.
        if entry.key in map(NAMES.get, PATHS) and _leads_out(nodes.plain(entry.value)):
            message = f"'{entry.key}' leads out of the folder of the settings"
            hint = "name a path below it, or use the option or the environment"
            yield Diagnostic("DB206", message, entry.key_span, hint=hint)


def _leads_out(path: nodes.Plain) -> bool:
    parts = PurePath(str(path))
    return parts.is_absolute() or ".." in parts.parts


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


def _rules(node: Node) -> Iterator[tuple[str, Span]]:
    """What valid settings call rules, and where."""
    assert isinstance(node, nodes.Mapping), "settings are a table"
    for name in ("select", "ignore"):
        yield from _listed(node.get(name))
    rules, files = node.get("rules"), node.get("per-file-ignores")
    for entry in rules if isinstance(rules, nodes.Mapping) else ():
        yield entry.key, entry.key_span
    for entry in files if isinstance(files, nodes.Mapping) else ():
        yield from _listed(entry.value)


def _listed(node: Node | None) -> Iterator[tuple[str, Span]]:
    for item in node if isinstance(node, nodes.Sequence) else ():
        if isinstance(item, nodes.Scalar):
            yield item.text, item.span

"""From YAML events to nodes: every fault that a well-formed file can have.

Nothing is expanded and nothing recurses: aliases share the nodes they stand for, and are counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from debatec.frozen import frozen
from debatec.source import commas, faults, nodes, removal
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Mapping, Node, Scalar
from debatec.source.scalars import NumberTooLong, Value, look_alike, resolve
from debatec.source.text import Source, Span

MAX_DEPTH = 40
MAX_NODES = 50_000

_SURROGATE = re.compile("[\ud800-\udfff]")

# A comment that looks like the rest of the text before it: one with a placeholder, or one whose
# `#` touches a word, as in "Fix issue #42".
_COMMENT = re.compile(r"(?<![ \t])[ \t]+#")
_CUT_PLACEHOLDER = re.compile(r"[ \t]+(#[^\n]*?\{[{%][^\n]*)")
_CUT_WORD = re.compile(r"[ \t]+(#\w[^\n]*)")


@frozen
class Hole:
    """A blanked part of the text.

    Either the value that began after ``start - 1``, a colon or a dash, or, when ``lost``, whole
    lines whose first character stood in column ``column`` (from 0).
    """

    start: int
    end: int
    column: int
    lost: bool


class _Mark(Protocol):
    index: int
    column: int


class _Event(Protocol):
    """What PyYAML's events have among them; its stubs let every mark be None, which none is."""

    start_mark: _Mark
    end_mark: _Mark
    anchor: str | None
    tag: str | None
    value: str
    style: str | None
    flow_style: bool | None
    version: tuple[int, int] | None
    tags: dict[str, str] | None


class Refused(Exception):
    """The file goes over a limit; nothing of it is used."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(slots=True)
class Frame:
    """A collection that is not closed yet."""

    start: int
    column: int
    flow: bool
    is_mapping: bool
    anchor: str | None
    said: int
    key: Node | None = None
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    end: int = 0
    count: int = 1
    height: int = 1
    braces: bool = False


@frozen
class _Anchored:
    node: Node
    count: int
    height: int


class Builder:
    """Builds the tree of one document, event by event."""

    def __init__(self, source: Source, text: str, holes: Sequence[Hole] = ()) -> None:
        self.source = source
        self.text = text
        self.root: Node | None = None
        self.found: list[Diagnostic] = []
        self.stack: list[Frame] = []
        self.last: Scalar | None = None
        self.odd_spaces: list[Span] = []
        self.holes = tuple(holes)
        # Of an empty value inside brackets the parser gives the end, of any other the start.
        self._values = {
            at: hole for hole in holes if not hole.lost for at in (hole.start, hole.end)
        }
        self._lost = sorted((hole for hole in holes if hole.lost), key=lambda hole: hole.start)
        self._anchors: dict[str, _Anchored] = {}
        self._total = 0
        self._ended = False
        self._comments = {match.start() for match in _COMMENT.finditer(text)}

    def run(self) -> None:
        """Read the text to its end; raises yaml.YAMLError at a syntax error, or Refused."""
        handlers: dict[type[Event], Callable[[_Event], None]] = {
            ScalarEvent: self._scalar,
            DocumentStartEvent: self._document,
            MappingStartEvent: self._open_mapping,
            SequenceStartEvent: self._open_sequence,
            MappingEndEvent: self._close,
            SequenceEndEvent: self._close,
            AliasEvent: self._alias,
        }
        events: Iterator[Any] = yaml.parse(self.text, Loader=LOADER)
        for event in events:
            handler = handlers.get(type(event))
            if handler is not None:
                handler(event)
            if self._ended:
                return

    def _document(self, event: _Event) -> None:
        span = self.source.span(event.start_mark.index, event.end_mark.index)
        if self.root is not None:
            self.found.append(faults.second_document(span))
            self.root = replace(self.root, broken=True)
            self._ended = True
        elif event.version or event.tags:
            self.found.append(faults.directive(span))

    def _scalar(self, event: _Event) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        span = Span(self.source, start, end)
        text, style = event.value, event.style or ""
        value: Value = text
        broken = False
        if event.tag is not None:
            self.found.append(faults.tag(span, event.tag))
        elif not style:
            hole = self._hole(start) if start == end and self.holes else None
            if hole is not None:
                span, broken, value = Span(self.source, start, hole.end), True, None
            else:
                value, broken = self._plain(text, span)
        elif style == '"' and _SURROGATE.search(text):
            # Only the pure Python parser lets such an escape through.
            self.found.append(faults.surrogate(span))
            value, broken = None, True
        node = Scalar(span, value, text, style, None, broken)
        self.last = node
        self._count(1, span)
        if event.anchor:
            self._anchors[event.anchor] = _Anchored(node, 1, 0)
        self._add(node, end, 1, 0)

    def _hole(self, start: int) -> Hole | None:
        """The blanked part that an empty scalar stands for."""
        hole = self._values.get(start)
        if hole is not None or not self.stack:
            return hole
        column = self.stack[-1].column
        for hole in self._lost:
            if hole.column > column and start <= hole.start:
                if self.text[start : hole.start].strip():
                    return None
                self._lost.remove(hole)
                return hole
        return None

    def _plain(self, text: str, span: Span) -> tuple[Value, bool]:
        if text[:1] in faults.ODD_SPACES and text and self._begins_line(span.start):
            self.odd_spaces.append(span)
        try:
            value = resolve(text)
        except NumberTooLong:
            self.found.append(faults.long_number(span))
            return text, True
        if type(value) is str and not self._at_key():
            meant = look_alike(text)
            if meant:
                self.found.append(faults.look_alike(span, meant))
            if span.end in self._comments:
                self._cut_text(text, span)
        return value, False

    def _at_key(self) -> bool:
        """Whether the next node is the key of an entry."""
        frame = self.stack[-1] if self.stack else None
        return frame is not None and frame.is_mapping and frame.key is None

    def _begins_line(self, start: int) -> bool:
        line = self.text.rfind("\n", 0, start) + 1
        return not self.text[line:start].strip(" -")

    def _cut_text(self, text: str, span: Span) -> None:
        cut = _CUT_PLACEHOLDER.match(self.text, span.end)
        if cut is None and " " in text:
            cut = _CUT_WORD.match(self.text, span.end)
        if cut is not None:
            comment = self.source.span(cut.start(1), cut.start(1) + len(cut[1].rstrip()))
            self.found.append(faults.comment_cuts_text(span, comment))

    def _open_mapping(self, event: _Event) -> None:
        parent = self.stack[-1] if self.stack else None
        if (
            parent is not None
            and parent.is_mapping
            and parent.key is None
            and event.start_mark.index == parent.start + 1
            and self.text.startswith("{{", parent.start)
        ):
            parent.braces = True
        self._open(event, is_mapping=True)

    def _open_sequence(self, event: _Event) -> None:
        self._open(event, is_mapping=False)

    def _open(self, event: _Event, *, is_mapping: bool) -> None:
        mark = event.start_mark
        span = Span(self.source, mark.index, mark.index + 1)
        if len(self.stack) >= MAX_DEPTH:
            raise Refused(faults.too_deep(span, MAX_DEPTH))
        self._count(1, span)
        if event.tag is not None:
            self.found.append(faults.tag(span, event.tag))
        flow = bool(event.flow_style)
        frame = Frame(mark.index, mark.column, flow, is_mapping, event.anchor, len(self.found))
        self.stack.append(frame)

    def _close(self, event: _Event) -> None:
        frame = self.stack.pop()
        mark = event.end_mark.index
        # A block collection ends, for the parser, where the next token begins.
        end = mark if frame.flow else frame.end
        span = Span(self.source, frame.start, end)
        node: Node
        if frame.braces:
            del self.found[frame.said :]
            self.found.append(faults.braces(span))
            node = Scalar(span, None, span.text, "", None, broken=True)
        else:
            broken = bool(self._lost) and self._take_lost(frame, mark)
            if frame.is_mapping and frame.flow:
                entries, split = commas.mend(frame.entries)
                self.found += split
                node = Mapping(span, entries, None, broken)
            elif frame.is_mapping:
                node = Mapping(span, frame.entries, None, broken)
            else:
                node = nodes.Sequence(span, tuple(frame.items), None, broken)
        if frame.anchor:
            self._anchors[frame.anchor] = _Anchored(node, frame.count, frame.height)
        self._add(node, end, frame.count, frame.height)

    def _take_lost(self, frame: Frame, end: int) -> bool:
        """Whether lines blanked inside this collection, and in none deeper, belonged to it."""
        mine = [
            hole
            for hole in self._lost
            if frame.start <= hole.start <= end and (frame.flow or frame.column <= hole.column)
        ]
        self._lost = [hole for hole in self._lost if hole not in mine]
        return bool(mine)

    def _alias(self, event: _Event) -> None:
        span = Span(self.source, event.start_mark.index, event.end_mark.index)
        name = str(event.anchor)
        anchored = self._anchors.get(name)
        node: Node
        if anchored is None:
            is_open = any(frame.anchor == name for frame in self.stack)
            self.found.append(faults.alias(span, name, is_open=is_open))
            node = Scalar(span, None, "", broken=True)
            anchored = _Anchored(node, 1, 0)
        else:
            node = replace(anchored.node, span=span, anchor=anchored.node.span)
        if len(self.stack) + anchored.height > MAX_DEPTH:
            raise Refused(faults.too_deep(span, MAX_DEPTH))
        self._count(anchored.count, span)
        self._add(node, span.end, anchored.count, anchored.height)

    def _count(self, count: int, span: Span) -> None:
        self._total += count
        if self._total > MAX_NODES:
            raise Refused(faults.too_many_nodes(span, MAX_NODES))

    def _add(self, node: Node, end: int, count: int, height: int) -> None:
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        frame.end = end
        frame.count += count
        if height >= frame.height:
            frame.height = height + 1
        if not frame.is_mapping:
            frame.items.append(node)
        elif frame.key is None:
            frame.key = node
        else:
            key, frame.key = frame.key, None
            self._entry(frame, key, node)

    def _entry(self, frame: Frame, key: Node, value: Node) -> None:
        if not isinstance(key, Scalar):
            self.found.append(faults.collection_as_key(key.span))
            return
        if key.text == "<<" and not key.style:
            self.found.append(faults.merge_key(key.span))
            return
        if not isinstance(key.value, str) and not key.broken:
            self.found.append(faults.key_not_text(key.span, key.text))
        first = frame.entries.get(key.text)
        if first is not None:
            fix = removal.of_repeated(first, key.span, value)
            self.found.append(faults.duplicate_key(key.span, key.text, first.key_span, fix))
            return
        frame.entries[key.text] = Entry(key.text, key.span, value)


LOADER: type[Any] = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader

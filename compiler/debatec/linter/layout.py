"""Where a YAML text has scalars, and on which lines its values lie."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml import tokens

from debatec.source.builder import LOADER
from debatec.source.text import Source

_MAX_RESTARTS = 10
_SILENT = (tokens.StreamStartToken, tokens.StreamEndToken, tokens.DocumentStartToken)
_PROPERTIES = (tokens.AnchorToken, tokens.TagToken, tokens.KeyToken)
_OPEN = (tokens.FlowMappingStartToken, tokens.FlowSequenceStartToken)
_CLOSE = (tokens.FlowMappingEndToken, tokens.FlowSequenceEndToken)


@dataclass(slots=True)
class Layout:
    """Scalars by offsets, without the header of a block scalar, and values by lines."""

    source: Source
    top: int
    """Offset of what is written first besides comments."""
    bodies: list[tuple[int, int]] = field(default_factory=list)
    lasts: dict[int, int] = field(default_factory=dict)
    """Line of a value or of its key -> its last line."""

    def body_at(self, offset: int) -> tuple[int, int] | None:
        """The scalar around an offset."""
        before = bisect_right(self.bodies, offset, key=lambda body: body[0]) - 1
        if before >= 0 and offset < self.bodies[before][1]:
            return self.bodies[before]
        return None


def layout_of(source: Source) -> Layout:
    """The layout of a text; after a syntax error, of what can be read from the next line on."""
    layout = Layout(source, len(source.content))
    at = 0
    for _ in range(_MAX_RESTARTS):
        reader = _Reader(layout, at)
        try:
            for token in yaml.scan(source.content[at:], Loader=LOADER):
                reader.read(token)
            break
        except yaml.MarkedYAMLError as error:
            mark = error.context_mark or error.problem_mark
            line_end = source.content.find("\n", at + (mark.index if mark else 0))
            if line_end < 0:
                break
            at = line_end + 1
        except (yaml.YAMLError, ValueError, OverflowError):
            break
    layout.bodies.sort()
    return layout


class _Reader:
    """Reads the tokens of a text from an offset on."""

    def __init__(self, layout: Layout, offset: int) -> None:
        self._layout = layout
        self._offset = offset
        self._is_key = False
        self._head: int | None = None
        self._key_line = 0
        self._open: list[int] = []

    def read(self, token: Any) -> None:
        if isinstance(token, _SILENT):
            return
        start = token.start_mark.index + self._offset
        end = token.end_mark.index + self._offset
        self._layout.top = min(self._layout.top, start)
        if isinstance(token, tokens.ScalarToken):
            self._scalar(start, end, token.style)
        elif isinstance(token, _OPEN):
            self._open.append(self._line(start) if self._head is None else self._head)
        elif isinstance(token, _CLOSE) and self._open:
            self._lies(self._open.pop(), end)
        elif isinstance(token, tokens.ValueToken):
            self._head = self._key_line
            return
        elif isinstance(token, tokens.BlockEntryToken):
            self._head = self._line(start)
            return
        if isinstance(token, tokens.KeyToken):
            self._is_key = True
        if not isinstance(token, _PROPERTIES):
            self._is_key = False
            self._head = None

    def _scalar(self, start: int, end: int, style: str | None) -> None:
        line = self._line(start)
        if self._is_key:
            self._key_line = line
        else:
            self._lies(line if self._head is None else self._head, end)
        if style in ("|", ">"):
            header = self._layout.source.content.find("\n", start, end)
            start = header + 1 if header >= 0 else end
        self._layout.bodies.append((start, end))

    def _lies(self, head: int, end: int) -> None:
        last = self._line(max(end - 1, 0))
        self._layout.lasts[head] = max(last, self._layout.lasts.get(head, 0))

    def _line(self, offset: int) -> int:
        return self._layout.source.position(offset)[0]

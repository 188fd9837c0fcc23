"""Where in a file's structure each key and a cursor stand, read from lines alone.

A text that is being written is seldom well-formed, so it is not parsed: indentation, dashes, keys
and brackets say where things stand, and what is none of these is passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from debatec.frozen import frozen

Path: TypeAlias = tuple[str | int, ...]
"""The keys, and the numbers of the items, that lead to a place."""

_KEY = re.compile(r"([A-Za-z_][\w.-]*|'[^'\n]*'|\"[^\"\n]*\")[ \t]*:(?=[\s,\]}]|$)")
_ANCHOR = re.compile(r"(?:[&!][^\s,\[\]{}]*\s+)*")
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?$")
_PLAIN = re.compile(r"(?:(?! #|:[\s,\]}]|:$)[^,\[\]{}\n])+")
_FLOW = -1
MAX_DEPTH = 100
"""How deep collections are followed; a file that nests deeper is refused."""


@frozen
class Key:
    """A key that is written: the path of its value, its place, and the rest of its line."""

    path: Path
    start: int
    end: int
    value: str


@dataclass(slots=True)
class _Frame:
    """An open collection: its column, and the key or the number of the item that is read in it."""

    column: int
    step: str | int | None
    closer: str = ""
    filled: bool = False


@dataclass(slots=True)
class Reading:
    """What lines say, read one after the other."""

    frames: list[_Frame] = field(default_factory=list)
    keys: list[Key] = field(default_factory=list)
    block: int | None = None
    """The column that the lines of a text are deeper than, while one is open."""
    quote: str = ""
    """The sign that ends the quotation that is open."""
    word: int = 0
    """Where what was read last begins."""
    is_value: bool = False
    """Whether that follows a colon."""
    item: bool = False
    """Whether the line has opened an item that nothing was read of yet."""

    @property
    def path(self) -> Path:
        return tuple(frame.step for frame in self.frames if frame.step is not None)

    @property
    def is_flow(self) -> bool:
        return bool(self.frames) and self.frames[-1].column == _FLOW

    def feed(self, line: str, base: int) -> None:
        """Read a line that begins at an offset."""
        column = len(line) - len(line.lstrip(" "))
        is_blank = not line.strip()
        if self.block is not None:
            if is_blank or column > self.block:
                return
            self.block = None
        if (self.quote or self.is_flow) and not is_blank and self._ends(line, column):
            self._drop()
        self.item = False
        if self.quote or self.is_flow:
            self._flow(line, base, 0)
        elif not is_blank and line[column] != "#":
            self._line(line, base, column)
        else:
            self.is_value, self.word = False, base + column

    def _ends(self, line: str, column: int) -> bool:
        """Whether a line cannot be inside of the brackets or quotes that are open."""
        # What an item holds may go on right below its dash.
        outer = max((f.column - isinstance(f.step, int) for f in self.frames), default=_FLOW)
        outer += line[column] == "-" and line[column + 1 : column + 2] in ("", " ")
        return column <= outer and line[column] not in "]}"

    def _drop(self) -> None:
        self.quote = ""
        self.frames = [frame for frame in self.frames if frame.column != _FLOW]

    def _line(self, line: str, base: int, at: int) -> None:
        """Read a line of a block: dashes, a key, a value."""
        while line[at] == "-" and line[at + 1 : at + 2] in ("", " "):
            self._open_item(at)
            rest = line[at + 1 :]
            at += 1 + len(rest) - len(rest.lstrip(" "))
            if at >= len(line):
                break
        found = _KEY.match(line, at)
        if found:
            self._open_key(at, found[1].strip("'\""))
            self._add_key(found, line, base)
            at = found.end()
            at += len(line[at:]) - len(line[at:].lstrip(" "))
        elif not self.item:
            self._close(at + 1 if self._continues(at) else at)
        self.is_value = bool(found)
        self.word = base + at
        if found or self.item or not self.frames:
            self._value(line, base, at)

    def _continues(self, column: int) -> bool:
        """Whether a line of some depth goes on with the value of the key above."""
        return bool(self.frames) and self.frames[-1].filled and self.frames[-1].column < column

    def _open_item(self, column: int) -> None:
        while self.frames and self.frames[-1].column > column:
            self.frames.pop()
        top = self.frames[-1] if self.frames else None
        if top and top.column == column and isinstance(top.step, int):
            top.step, top.filled = top.step + 1, False
        elif len(self.frames) < MAX_DEPTH:
            self.frames.append(_Frame(column, 0))
        self.item = True

    def _open_key(self, column: int, key: str) -> None:
        self._close(column)
        if len(self.frames) < MAX_DEPTH:
            self.frames.append(_Frame(column, key))

    def _close(self, column: int) -> None:
        """Close what a key at a column cannot be inside of."""
        while self.frames and self.frames[-1].column >= column:
            self.frames.pop()

    def _add_key(self, found: re.Match[str], line: str, base: int) -> None:
        plain = _PLAIN.match(line, found.end()) if self.is_flow else None
        value = (plain[0] if plain else line[found.end() :]).strip()
        self.keys.append(Key(self.path, base + found.start(1), base + found.end(1), value))

    def _value(self, line: str, base: int, at: int) -> None:
        """Read what follows a key or a dash."""
        anchor = _ANCHOR.match(line, at)
        at = anchor.end() if anchor else at
        rest = line[at:].strip()
        if self.frames:
            self.frames[-1].filled = bool(rest) and not rest.startswith("#")
        if _BLOCK.match(rest):
            self.block = self.frames[-1].column if self.frames else _FLOW
        elif rest[:1] in ("{", "["):
            self._open(rest[0], base + at)
            self._flow(line, base, at + 1)
        elif rest[:1] in ("'", '"'):
            self.quote = rest[0]
            self._flow(line, base, at + 1)

    def _flow(self, line: str, base: int, at: int) -> None:
        """Read on in brackets or quotes, as far as the line goes."""
        while at < len(line):
            if self.quote:
                at = self._quoted(line, at)
            elif not self.is_flow:
                return
            elif line[at] in " \t":
                at += 1
            elif line[at] == "#" and line[at - 1 : at] in ("", " ", "\t"):
                return
            else:
                at = self._token(line, base, at)

    def _quoted(self, line: str, at: int) -> int:
        """Read to the end of a quotation, if it is on this line."""
        while at < len(line):
            if line[at] == "\\" and self.quote == '"':
                at += 2
            elif line[at] == self.quote:
                if self.quote == "'" and line[at + 1 : at + 2] == "'":
                    at += 2
                    continue
                self.quote = ""
                return at + 1
            else:
                at += 1
        return at

    def _token(self, line: str, base: int, at: int) -> int:
        """Read one token in brackets."""
        top, sign = self.frames[-1], line[at]
        found = _KEY.match(line, at)
        if found and top.closer == "}" and top.step is None:
            top.step = found[1].strip("'\"")
            self._add_key(found, line, base)
            self.word, self.is_value = base + found.end() + 1, True
            return found.end()
        if sign in "{[":
            self._open(sign, base + at)
        elif sign in "}]":
            self.frames.pop()
        elif sign == ",":
            top.step = top.step + 1 if isinstance(top.step, int) else None
            self.word, self.is_value = base + at + 1, False
        elif sign in "'\"":
            self.word, self.quote = base + at, sign
        else:
            self.word = base + at
            plain = _PLAIN.match(line, at)
            return plain.end() if plain else at + 1
        return at + 1

    def _open(self, sign: str, at: int) -> None:
        if len(self.frames) < MAX_DEPTH:
            closer, step = ("}", None) if sign == "{" else ("]", 0)
            self.frames.append(_Frame(_FLOW, step, closer))
        self.word, self.is_value = at + 1, False


def read_lines(text: str) -> Reading:
    """All that a text says by its lines."""
    reading, base = Reading(), 0
    for line in text.split("\n"):
        reading.feed(line.removesuffix("\r"), base)
        base += len(line) + 1
    return reading

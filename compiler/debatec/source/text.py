"""Source text and places in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

from debatec.frozen import frozen


def one_line(text: str) -> str:
    """A text without line breaks and runs of spaces."""
    return " ".join(text.split())


@dataclass(frozen=True, eq=False)
class Source:
    """A file's text, decoded, without its byte order mark.

    Offsets count code points. Lines end at ``\\n`` alone, as editors see them: YAML's other
    line breaks (U+0085, U+2028, U+2029) do not start a line here.
    """

    path: str
    content: str = field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        at = self.content.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.content.find("\n", at + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, numbered from 1, without its line break."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.content)
        return self.content[start:end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        return Span(self, start, end)


@frozen
class Span:
    """A range of a source, in code points, end excluded."""

    source: Source
    start: int
    end: int

    @property
    def position(self) -> tuple[int, int]:
        return self.source.position(self.start)

    @property
    def text(self) -> str:
        return self.source.content[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.position
        return f"{self.source.path}:{line}:{column}"

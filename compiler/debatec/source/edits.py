"""Changes of a text by offsets into it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A replacement of a range of a text, in code points, end excluded."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Edits:
    """Edits of one text, of which none meets another, from its beginning to its end."""

    items: Sequence[Edit] = field(default=())

    @cached_property
    def _starts(self) -> list[int]:
        return [edit.start for edit in self.items]

    @cached_property
    def _growth(self) -> list[int]:
        grown = (len(edit.text) - (edit.end - edit.start) for edit in self.items)
        return [0, *accumulate(grown)]

    def applied(self, text: str) -> str:
        parts: list[str] = []
        at = 0
        for edit in self.items:
            parts += (text[at : edit.start], edit.text)
            at = edit.end
        return "".join([*parts, text[at:]])

    def moved(self, offset: int) -> int:
        """Where the character at an offset stands afterwards; of a range, where its text begins."""
        index = bisect_right(self._starts, offset)
        if index and offset < self.items[index - 1].end:
            index -= 1
            offset = self.items[index].start
        elif index and self.items[index - 1] == Edit(offset, offset, self.items[index - 1].text):
            index -= 1
        return offset + self._growth[index]

    def meets(self, start: int, end: int) -> bool:
        """Whether a range shares a character with an edit, or touches one."""
        index = bisect_right(self._starts, end)
        return index > 0 and self.items[index - 1].end >= start

    @property
    def ranges(self) -> Edits:
        """The ranges that the new texts take afterwards, as edits that take them back out."""
        starts = [edit.start + grown for edit, grown in zip(self.items, self._growth, strict=False)]
        return Edits(
            [
                Edit(start, start + len(edit.text), "")
                for edit, start in zip(self.items, starts, strict=True)
            ]
        )


def apart(edits: Iterable[Edit]) -> Edits:
    """Edits from the first in the text to the last, without those that meet one before."""
    kept: list[Edit] = []
    for edit in sorted(edits):
        if not kept or edit.start > kept[-1].end:
            kept.append(edit)
    return Edits(kept)

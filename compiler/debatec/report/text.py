"""Words and numbers as people read them, and texts made safe to show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """A text without what would move a terminal's cursor or turn its direction."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def shortened(text: str, length: int) -> str:
    """A text cut to a number of characters, with a mark where it is cut."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def duration(seconds: float) -> str:
    """A time such as `8.2 s`, `1 m 15 s` or `2 h 05 m`."""
    if round(seconds, 1) < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} m {rest:02} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} m"


def plural(number: int, word: str) -> str:
    """A number with its noun, as in `3 turns`."""
    if number == 1:
        return f"{number} {word}"
    return f"{number} {word}{'es' if word.endswith('x') else 's'}"


def columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Rows of equally many cells as lines, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()

"""What a cursor is at: a key, a value or a text, whatever state the file is in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field

from debatec.frozen import frozen
from debatec.lsp.places import Path, read_lines

_WORD = re.compile(r"[\w-]*$")


@frozen
class Spot:
    """What a cursor is at.

    ``path`` is that of the value it is in, or of the collection that a key or an item may be
    written in. ``typed`` is what stands of that before the cursor, from ``start`` on.
    """

    path: Path
    typed: str
    start: int
    is_value: bool
    is_text: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)
    """The other keys of the mapping that a key may be written in, with what follows each."""


def spot_at(text: str, offset: int) -> Spot:
    """What stands around an offset."""
    reading = read_lines(text[:offset])
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if reading.block is not None and (line.strip() or len(line) > reading.block):
        return Spot(reading.path, line.lstrip(), offset - len(line.lstrip()), True, is_text=True)
    if not line.strip() and not reading.is_flow and not reading.quote:
        reading.is_value = False
        reading.frames = [f for f in reading.frames if f.column < len(line)]
    is_value = reading.is_value or bool(reading.quote)
    if not is_value and reading.frames and reading.frames[-1].filled and not reading.item:
        is_value = not reading.is_flow
    start = min(reading.word, offset)
    if not is_value:
        start = offset - len(_words(line))
    beside = {} if is_value else _beside(text, reading.path, start)
    return Spot(reading.path, text[start:offset], start, is_value, False, beside)


def _words(line: str) -> str:
    found = _WORD.search(line)
    return found[0] if found else ""


def _beside(text: str, path: Path, start: int) -> dict[str, str]:
    keys = read_lines(text).keys
    return {str(k.path[-1]): k.value for k in keys if k.path[:-1] == path and k.start != start}


def before_cursor(content: str, spot: Spot, offset: int) -> str:
    """What is written of a value before a cursor in it, all of its lines."""
    keys = read_lines(content[:offset]).keys
    key = next((key for key in reversed(keys) if key.path == spot.path), None)
    if key is None:
        return spot.typed
    written = content[key.end : offset].lstrip(" \t'\"").removeprefix(":").lstrip(" \t")
    return written[1:] if written[:1] in ("'", '"') else written

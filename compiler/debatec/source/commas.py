"""A comma that splits an unquoted value inside `{ }`.

``{when: count(say, it.ok) > 1}`` is well-formed: to YAML, ``it.ok) > 1`` is a key without a value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile

from debatec.source import faults
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Scalar

_WORD = re.compile(r"[A-Za-z_][\w-]*\Z")


def mend(entries: Mapping[str, Entry]) -> tuple[dict[str, Entry], list[Diagnostic]]:
    """The entries of a `{ }` with split values put together, and what is wrong with each.

    A value that was split is broken, so that nothing that follows from it is reported.
    """
    mended: dict[str, Entry] = {}
    found: list[Diagnostic] = []
    listed = list(entries.values())
    while listed:
        entry = listed.pop(0)
        rest = _split_from(entry, listed)
        del listed[: len(rest)]
        if rest:
            whole = replace(entry.value.span, end=rest[-1].key_span.end)
            found.append(faults.comma_splits(entry.value.span, whole, entry.key))
            entry = replace(entry, value=replace(entry.value, span=whole, broken=True))
        mended[entry.key] = entry
    return mended, found


def _split_from(entry: Entry, following: list[Entry]) -> list[Entry]:
    """The keys that were meant to go on with the value of the entry before them."""
    value = entry.value
    if not isinstance(value, Scalar) or value.style or not value.text or value.anchor:
        return []
    pieces = list(takewhile(_has_no_value, following))
    is_open = value.text.count("(") > value.text.count(")")
    is_prose = any(not _WORD.match(piece.key) for piece in pieces)
    return pieces if is_open or is_prose else []


def _has_no_value(entry: Entry) -> bool:
    """Whether an entry is a key alone, without even a colon."""
    value = entry.value
    is_empty = isinstance(value, Scalar) and not value.text and not value.style
    return is_empty and value.span.start == entry.key_span.end

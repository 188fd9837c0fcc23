"""Finding the block of a turn in a reply, and telling what is wrong with it."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from debatec.frozen import frozen
from debatec.runtime.forms import Form
from debatec.source import exactjson

MAX_STARTS = 1_000
"""Braces of a reply that are tried as the start of an object: the last so many that look like one.

A block stands at the end of its reply.
"""
MAX_READINGS = 16
"""How often a reply is read over, in all these tries, before the search gives up."""
MAX_NESTING = 32
"""Lists and objects within each other; a block that goes deeper is none."""


@frozen
class Found:
    """A reply taken apart: its prose, and its block or what is wrong with it.

    ``data`` are fields that meet the schema, ``failed`` the requirements that they do not meet;
    ``given`` tells whether there was a block at all, good or bad.
    """

    text: str
    data: dict[str, Any] | None
    fault: str = ""
    failed: tuple[str, ...] = ()
    given: bool = True

    @property
    def is_valid(self) -> bool:
        return self.data is not None and not self.failed


@frozen
class _Candidate:
    """A stretch of a reply that may be the block; no value where it is not JSON."""

    start: int
    end: int
    value: Any = None


def find(reply: str, form: Form) -> Found:
    """The block of a reply: the last one fenced under its name, else the last object that fits.

    A block inside a quotation of another seat is no block of this reply.
    """
    readable = _without_quotations(reply)
    fenced = list(_fenced(readable, form.name))
    if fenced:
        return _checked(reply, fenced[-1], form)
    objects = list(_objects(readable))
    if not objects:
        return Found(reply.strip(), None, f"there is no {form.name} block in it", given=False)
    return _checked(reply, _best(objects, form), form)


def _best(objects: list[_Candidate], form: Form) -> _Candidate:
    """The last object that is valid, else the last that meets the schema, else the last."""
    fitting: list[_Candidate] = []
    for item in reversed(objects):
        if not form.faults(item.value):
            if not form.unmet(item.value):
                return item
            fitting.append(item)
    return fitting[0] if fitting else objects[-1]


def _checked(reply: str, candidate: _Candidate, form: Form) -> Found:
    prose = (reply[: candidate.start] + reply[candidate.end :]).strip()
    if candidate.value is None:
        return Found(prose, None, "it is not JSON, or was cut short")
    if wrong := form.faults(candidate.value):
        return Found(prose, None, "; ".join(wrong))
    failed = form.unmet(candidate.value)
    return Found(prose, candidate.value, form.told(failed), failed)


def _without_quotations(reply: str) -> str:
    """The reply with quoted lines blanked, every offset kept."""
    return re.sub(r"(?m)^[ \t]*>.*$", lambda match: " " * len(match.group()), reply)


_CLOSE = re.compile(r"\s*```+[ \t]*")


def _fenced(reply: str, name: str) -> Iterator[_Candidate]:
    for match in re.finditer(rf"(?mi)^[ \t]*```+[ \t]*{re.escape(name)}[ \t]*\r?$", reply):
        start = reply.find("{", match.end())
        found = _object(reply, start) if start >= 0 else None
        if found and found.value is not None and not reply[match.end() : start].strip():
            close = _CLOSE.match(reply, found.end)
            yield _Candidate(match.start(), close.end() if close else found.end, found.value)
        else:
            close_at = reply.find("```", match.end())
            end = close_at + 3 if close_at >= 0 else len(reply)
            yield _Candidate(match.start(), end)


_START = re.compile(r"\{(?=\s*[\"}])")


def _objects(reply: str) -> Iterator[_Candidate]:
    """Every outermost JSON object of a text, left to right."""
    past, left = 0, MAX_READINGS * len(reply)
    for start in deque((match.start() for match in _START.finditer(reply)), MAX_STARTS):
        if start < past:
            continue
        found = _object(reply, start)
        if found.value is not None:
            past = found.end
            yield found
        left -= found.end - start
        if left < 0:
            return


_DECODER = json.JSONDecoder(parse_float=exactjson.decimal, parse_constant=exactjson.refuse)


def _object(reply: str, start: int) -> _Candidate:
    """The object that starts somewhere, or how far it was read and found to be none."""
    try:
        value, end = _DECODER.raw_decode(reply, start)
    except json.JSONDecodeError as error:
        return _Candidate(start, error.pos)
    except (ValueError, RecursionError):  # too long a number, or too deep
        return _Candidate(start, len(reply))
    is_shallow = exactjson.nests_within(value, MAX_NESTING)
    return _Candidate(start, end, value if is_shallow else None)

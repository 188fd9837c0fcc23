"""Finding the block of a turn in a reply, and telling what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from debatec.runtime.forms import Form
from debatec.source import exactjson
from debatec.source.nodes import node_of
from debatec.source.schema import Schema
from debatec.source.text import Source

MAX_STARTS = 1_000
"""Braces of a reply that are tried as the start of an object before the search gives up."""
MAX_NESTING = 32
"""Lists and objects within each other; a block that goes deeper is none."""
MAX_FAULTS = 3
"""Faults of a block that its seat is told."""


@dataclass(frozen=True, slots=True)
class Found:
    """A reply taken apart: its prose, and its block or what is wrong with it."""

    text: str
    data: dict[str, Any] | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
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
    schema = Schema(dict(form.schema))
    fenced = list(_fenced(readable, form.name))
    if fenced:
        return _checked(reply, fenced[-1], schema)
    objects = list(_objects(readable))
    if not objects:
        return Found(reply.strip(), None, f"there is no {form.name} block in it")
    fitting = (item for item in reversed(objects) if not faults(item.value, schema))
    return _checked(reply, next(fitting, objects[-1]), schema)


def faults(value: Any, schema: Schema) -> list[str]:
    """What is wrong with a block, a sentence each, the first few."""
    node = node_of(value, Source("block", "").span(0, 0))
    messages = [diagnostic.message for diagnostic in schema.check(node)[:MAX_FAULTS]]
    return [re.sub(r"\Athe file\b", "the block", message) for message in messages]


def _checked(reply: str, candidate: _Candidate, schema: Schema) -> Found:
    prose = (reply[: candidate.start] + reply[candidate.end :]).strip()
    if candidate.value is None:
        return Found(prose, None, "it is not JSON, or was cut short")
    wrong = faults(candidate.value, schema)
    return Found(prose, None, "; ".join(wrong)) if wrong else Found(prose, candidate.value)


def _without_quotations(reply: str) -> str:
    """The reply with quoted lines blanked, every offset kept."""
    return re.sub(r"(?m)^[ \t]*>.*$", lambda match: " " * len(match.group()), reply)


_CLOSE = re.compile(r"\s*```+[ \t]*")


def _fenced(reply: str, name: str) -> Iterator[_Candidate]:
    for match in re.finditer(rf"(?mi)^[ \t]*```+[ \t]*{re.escape(name)}[ \t]*\r?$", reply):
        start = reply.find("{", match.end())
        found = _object(reply, start) if start >= 0 else None
        if found and not reply[match.end() : start].strip():
            close = _CLOSE.match(reply, found.end)
            yield _Candidate(match.start(), close.end() if close else found.end, found.value)
        else:
            close_at = reply.find("```", match.end())
            end = close_at + 3 if close_at >= 0 else len(reply)
            yield _Candidate(match.start(), end)


def _objects(reply: str) -> Iterator[_Candidate]:
    """Every outermost JSON object of a text, left to right."""
    at = reply.find("{")
    for _ in range(MAX_STARTS):
        if at < 0:
            return
        found = _object(reply, at)
        if found:
            yield found
        at = reply.find("{", found.end if found else at + 1)


_DECODER = json.JSONDecoder(parse_float=Decimal, parse_constant=exactjson.refuse)


def _object(reply: str, start: int) -> _Candidate | None:
    try:
        value, end = _DECODER.raw_decode(reply, start)
    except (ValueError, RecursionError):
        return None
    is_shallow = exactjson.nests_within(value, MAX_NESTING)
    return _Candidate(start, end, value) if is_shallow else None

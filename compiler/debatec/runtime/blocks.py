"""Finding the block of a turn in a reply, and telling what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from jsonschema import Draft202012Validator

from debatec.runtime.forms import Form
from debatec.source import exactjson

MAX_OBJECTS = 200
"""Objects of a reply that are looked at before the search gives up."""


@dataclass(frozen=True, slots=True)
class Found:
    """A reply taken apart: its prose, and its block or what is wrong with it."""

    text: str
    data: dict[str, Any] | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    end: int
    value: Any


def find(reply: str, form: Form) -> Found:
    """The block of a reply: the last one fenced under its name, else the last object that fits.

    A block inside a quotation of another seat is no block of this reply.
    """
    readable = _without_quotations(reply)
    fenced = list(_fenced(readable, form.name))
    if fenced:
        return _checked(reply, fenced[-1], form)
    objects = list(_objects(readable))
    fitting = [item for item in objects if not faults(item.value, form)]
    if fitting:
        return _checked(reply, fitting[-1], form)
    if objects:
        return _checked(reply, objects[-1], form)
    return Found(reply.strip(), None, f"there is no {form.name} block in it")


def faults(value: Any, form: Form) -> list[str]:
    """What is wrong with a block, a line each, at most three."""
    errors = sorted(
        Draft202012Validator(form.schema).iter_errors(value), key=lambda e: list(map(str, e.path))
    )
    return [_line(error.json_path, error.message) for error in errors[:3]]


def _line(path: str, message: str) -> str:
    place = path.removeprefix("$").removeprefix(".")
    short = message if len(message) < 160 else f"{message[:157]}..."
    return f"{place}: {short}" if place else short


def _checked(reply: str, candidate: _Candidate, form: Form) -> Found:
    prose = (reply[: candidate.start] + reply[candidate.end :]).strip()
    wrong = faults(candidate.value, form)
    if wrong:
        return Found(prose, None, "; ".join(wrong))
    return Found(prose, candidate.value)


def _without_quotations(reply: str) -> str:
    """The reply with quoted lines blanked, every offset kept."""
    return re.sub(r"(?m)^[ \t]*>.*$", lambda match: " " * len(match.group()), reply)


def _fenced(reply: str, name: str) -> Iterator[_Candidate]:
    for match in re.finditer(rf"(?m)^[ \t]*```+[ \t]*{re.escape(name)}[ \t]*$", reply):
        start = reply.find("{", match.end())
        found = _object(reply, start) if start >= 0 else None
        if found and not reply[match.end() : start].strip():
            close = re.compile(r"\s*```+[ \t]*").match(reply, found.end)
            yield _Candidate(match.start(), close.end() if close else found.end, found.value)
        else:
            close_at = reply.find("```", match.end())
            end = close_at + 3 if close_at >= 0 else len(reply)
            yield _Candidate(match.start(), end, None)


def _objects(reply: str) -> Iterator[_Candidate]:
    """Every outermost JSON object of a text, left to right."""
    at = reply.find("{")
    for _ in range(MAX_OBJECTS):
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
    return _Candidate(start, end, value)

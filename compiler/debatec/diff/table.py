"""What a change at a place of a debate is about, and the version that it asks for.

A change is major where a caller or a consumer breaks, minor where the debate behaves differently
or takes more, and a patch where it stays what it is, as Semantic Versioning (https://semver.org)
has it of programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple

from debatec.diff.breaking import narrows, narrows_seats, required, retypes
from debatec.frozen import frozen
from debatec.source.nodes import Plain
from debatec.spec.build import DEFAULTS
from debatec.spec.values import Slot


class Category(StrEnum):
    """What a change is about, in the order in which changes are told."""

    RUN = "run"
    PROMPT = "prompt"
    OUTPUT = "output"
    INPUT = "input"
    STYLE = "style"


class Bump(IntEnum):
    """The part of a version that a change asks to raise; the higher one counts."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3


class Breaks(NamedTuple):
    """When a change is major: in words, and as a test of its path and its values."""

    words: str
    test: Callable[[str, Plain, Plain], bool]


@frozen
class Row:
    """What changes at some paths are: those of a pattern, and those below them.

    In a pattern ``*`` is any name and ``[*]`` any item of a list. What is ``added`` or ``gone`` as
    a whole may ask for something else than what ``changed``; None is the same. What is left out
    stands for the ``default``; values are compared as numbers of their ``slot``, ``unordered``
    lists as sets, and where one ``names_prompt`` by the text that is sent.
    """

    path: str
    category: Category
    changed: Bump
    added: Bump | None = None
    gone: Bump | None = None
    breaks: Breaks | None = None
    default: Plain = None
    slot: Slot | None = None
    unordered: bool = False
    names_prompt: bool = False

    def bump(self, path: str, was: Plain, now: Plain, *, added: bool, gone: bool) -> Bump:
        """What a change asks for; what is ``added`` or ``gone`` has one of the values only."""
        if self.breaks and self.breaks.test(path, was, now):
            return Bump.MAJOR
        bump = self.added if added else self.gone if gone else self.changed
        return self.changed if bump is None else bump


RUN, PROMPT, OUTPUT, INPUT, STYLE = Category
PATCH, MINOR, MAJOR = Bump.PATCH, Bump.MINOR, Bump.MAJOR
_STEP = "format[*].steps[*]"
_TIMES, _COUNT, _TOKENS = Slot.DURATION, Slot.COUNT, Slot.TOKENS


def _selector(path: str) -> tuple[Row, ...]:
    """The rows of a selector."""
    return (
        Row(f"{path}.who", RUN, MINOR, default=["everyone"], unordered=True),
        Row(f"{path}.in", RUN, MINOR, unordered=True),
        Row(f"{path}.window", RUN, MINOR, default="latest"),
        Row(f"{path}.where", RUN, MINOR, default=True),
        Row(f"{path}.names", RUN, MINOR, default="shown"),
        Row(f"{path}.shuffle", RUN, MINOR, default="none"),
    )


TABLE: tuple[Row, ...] = (
    Row("debate", STYLE, PATCH),
    Row("version", STYLE, Bump.NONE),
    Row("summary", STYLE, PATCH),
    Row("extends", STYLE, PATCH),
    Row("arithmetic", RUN, MINOR, default="exact"),
    Row("x-*", STYLE, PATCH),
    Row("name", OUTPUT, MINOR),
    Row("inputs.*.description", STYLE, PATCH),
    Row("inputs.*.default", INPUT, MINOR, gone=MAJOR),
    Row(
        "inputs.*.*",
        INPUT,
        MINOR,
        breaks=Breaks("a value is refused that was taken", narrows),
        unordered=True,
    ),
    Row("inputs.*", INPUT, MINOR, gone=MAJOR, breaks=Breaks("one is added and required", required)),
    Row("presets.*.*", INPUT, MINOR),
    Row("presets.*", INPUT, MINOR, gone=MAJOR),
    Row(
        "roles.*.seats",
        RUN,
        MINOR,
        breaks=Breaks("a number of seats is refused that was taken", narrows_seats),
        default=1,
    ),
    Row("roles.*.lens", PROMPT, MINOR),
    Row("roles.*.system", PROMPT, MINOR, default="builtin:seat", names_prompt=True),
    Row("roles.*.words", PROMPT, MINOR, slot=_COUNT),
    Row("roles.*.session", RUN, MINOR, default="persistent"),
    Row("roles.*.turn_timeout", RUN, MINOR, slot=_TIMES),
    Row("roles.*.*", RUN, MINOR, slot=_COUNT),
    Row("roles.*", RUN, MINOR, gone=MAJOR),
    Row("groups.*", RUN, MINOR),
    Row("prompts.*", PROMPT, MINOR, added=PATCH, gone=PATCH),
    Row("blocks.*.fields.*.description", PROMPT, MINOR),
    Row(
        "blocks.*.fields.*.*",
        OUTPUT,
        MINOR,
        breaks=Breaks("the type changes, or a part of an object is gone", retypes),
    ),
    Row("blocks.*.fields.*", OUTPUT, MINOR, gone=MAJOR),
    Row("blocks.*.asks", RUN, MINOR, default=2, slot=_COUNT),
    Row("blocks.*.otherwise", OUTPUT, MINOR, default="abstain"),
    Row("blocks.*.require", OUTPUT, MINOR),
    Row("blocks.*", OUTPUT, MINOR, gone=MAJOR),
    Row("format[*].rounds.hidden", RUN, MINOR, default=False),
    Row("format[*].rounds", RUN, MINOR, default=1, slot=_COUNT),
    Row("format[*].when", RUN, MINOR, default=True),
    Row("format[*].always", RUN, MINOR, default=False),
    Row("format[*].stop[*].outcome", OUTPUT, MINOR),
    Row("format[*].stop[*].check", RUN, MINOR, default="round"),
    Row(f"{_STEP}.kind", OUTPUT, MAJOR, default="speak"),
    Row(f"{_STEP}.order", RUN, MINOR, default="parallel"),
    Row(f"{_STEP}.when", RUN, MINOR, default=True),
    Row(f"{_STEP}.speakers.where", RUN, MINOR, default=True),
    *_selector(f"{_STEP}.sees[*]"),
    *_selector(f"{_STEP}.of"),
    Row(f"{_STEP}.sees", RUN, MINOR, default=[{"who": ["others"]}]),
    Row(f"{_STEP}.prompt", PROMPT, MINOR, names_prompt=True),
    Row(f"{_STEP}.words", PROMPT, MINOR, slot=_COUNT),
    Row(f"{_STEP}.sections", PROMPT, MINOR),
    Row(f"{_STEP}.covers", PROMPT, MINOR),
    Row(f"{_STEP}.returns", OUTPUT, MAJOR, added=MINOR),
    Row(f"{_STEP}.options", OUTPUT, MINOR),
    Row("format", RUN, MINOR),
    Row("stop[*].outcome", OUTPUT, MINOR),
    Row("stop[*].check", RUN, MINOR, default="round"),
    Row("stop", RUN, MINOR),
    Row("result", OUTPUT, MINOR, gone=MAJOR),
    Row("limits.turn_timeout", RUN, MINOR, default=DEFAULTS["turn_timeout"], slot=_TIMES),
    Row("limits.idle_timeout", RUN, MINOR, default=DEFAULTS["idle_timeout"], slot=_TIMES),
    Row("limits.time", RUN, MINOR, slot=_TIMES),
    Row("limits.attempts", RUN, MINOR, default=DEFAULTS["attempts"], slot=_COUNT),
    Row("limits.strikes", RUN, MINOR, default=DEFAULTS["strikes"], slot=_COUNT),
    Row("limits.at_once", RUN, MINOR, default=DEFAULTS["at_once"], slot=_COUNT),
    Row("limits.reply", RUN, MINOR, default=DEFAULTS["reply"], slot=_TOKENS),
    Row("limits", RUN, MINOR, slot=_TOKENS),
)
"""The first row that a path meets counts."""

OTHER = Row("*", RUN, MINOR)
"""What no row is about."""

UNITS = frozenset(
    {"inputs.*", "presets.*", "roles.*", "groups.*", "prompts.*", "blocks.*", "x-*"}
    | {"blocks.*.fields.*", "blocks.*.require", "blocks.*.otherwise", f"{_STEP}.of"}
)
"""Mappings that are told as a whole where they are added or gone."""


@lru_cache(maxsize=4096)
def row_of(path: str) -> Row:
    """The row of a path."""
    return next((row for row in TABLE if _meets(path, row.path, below=True)), OTHER)


@lru_cache(maxsize=4096)
def is_unit(path: str) -> bool:
    """Whether what is there is told as a whole where it is added or gone."""
    return any(_meets(path, pattern, below=False) for pattern in UNITS)


@lru_cache(maxsize=4096)
def default_of(path: str) -> Plain:
    """What a place stands for where it is left out; None where for nothing."""
    row = next((row for row in TABLE if _meets(path, row.path, below=False)), OTHER)
    return row.default


def _meets(path: str, pattern: str, *, below: bool) -> bool:
    written = re.escape(pattern).replace(r"\*", r"[^.\[\]]*")
    return bool(re.fullmatch(rf"{written}(?:[.\[].*)?" if below else written, path))

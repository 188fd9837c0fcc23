"""Tests of a debate as a file has them: cases, their scripted replies, what has to come out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from debatec.frozen import frozen
from debatec.source.nodes import Mapping, Node
from debatec.source.text import Source, Span
from debatec.transports.replay import Answer

OTHERWISE = "otherwise"
MOST_BYTES = 80
"""Longest part that a case's name has in the name of a file."""


@frozen
class Scripted:
    """One answer of a script: where it stands, and its node for what is checked of it.

    A ``made_up`` one is written when its turn is known.
    """

    answer: Answer
    node: Node
    made_up: bool = False


@frozen
class Reply:
    """What the turns are answered that a key names, in the order of asking; the last repeats."""

    key: str
    key_span: Span
    answers: Sequence[Scripted]


@frozen
class Case:
    """One run, and what has to come out; parts that the file leaves out are None or empty."""

    name: str
    span: Span
    inputs: Mapping | None
    preset: Node | None
    cast: Mapping | None
    seed: int
    replies: Sequence[Reply]
    replay: Node | None
    expect: Mapping

    @property
    def slug(self) -> str:
        """Its name as part of a file's name."""
        return slug_of(self.name)


@frozen
class Suite:
    """The tests of one file; ``debate`` is the node that names what they are of.

    ``inputs`` and ``replies`` are those of every case that has none of its own.
    """

    source: Source
    debate: Node | None
    inputs: Mapping | None
    replies: Sequence[Reply]
    cases: Sequence[Case]


def slug_of(name: str) -> str:
    """A name in small letters, digits and hyphens, at most `MOST_BYTES` long."""
    slug = re.sub(r"[\W_]+", "-", name.casefold()).strip("-")
    return slug.encode()[:MOST_BYTES].decode(errors="ignore") or "case"

"""Values of a debate on one line, so that what differs is seen."""

from __future__ import annotations

from itertools import takewhile

from debatec.source import exactjson
from debatec.source.nodes import Node, Scalar, plain
from debatec.source.text import one_line

LONGEST = 60
"""Characters of a value that are shown."""

_BEFORE = 12
"""Characters that are shown before the first one that differs."""


def said(old: Node | None, new: Node | None) -> tuple[str | None, str | None]:
    """Two values, each on one line and cut where it is long; None where there is none."""
    was, now = _line(old), _line(new)
    start = 0
    if was is not None and now is not None:
        start = max(_in_common(was, now) - _BEFORE, 0)
        start = start if max(len(was), len(now)) > LONGEST else 0
    return _cut(was, start), _cut(now, start)


def _line(node: Node | None) -> str | None:
    if node is None:
        return None
    if isinstance(node, Scalar):
        return "null" if node.value is None else one_line(node.text)
    return one_line(exactjson.dumps(plain(node)))


def _in_common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _cut(text: str | None, start: int) -> str | None:
    if text is None:
        return None
    text = f"…{text[start:]}" if start else text
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"

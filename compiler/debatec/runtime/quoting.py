"""Replies as other seats read them: marked quotations that keep who said it, where and when.

Every line of a quotation starts with ``> ``, so no reply can end its own quotation or speak in the
name of another.
"""

from __future__ import annotations

from collections.abc import Mapping

from debatec.source import exactjson
from debatec.source.nodes import Plain


def quote(
    author: str, step: str, round: int, text: str, key: Mapping[str, str] | None = None
) -> str:
    """One quotation under its heading; ``key`` says whom the labels in it stand for."""
    lines = [f"> {line}".rstrip() for line in text.strip().splitlines()]
    explained = ", ".join(f"{label} = {name}" for label, name in (key or {}).items())
    place = f"{step}, round {round}" + (f"; {explained}" if explained else "")
    return "\n".join([f"{author} ({place}):", *lines])


def silence(author: str, step: str, round: int) -> str:
    """What is heard where a seat had a place and gave no reply."""
    return f"{author} ({step}, round {round}) gave no reply."


def with_data(text: str, data: Mapping[str, Plain] | None, name: str) -> str:
    """A reply's prose, then its block under the block's name."""
    if not data:
        return text
    fence = f"{name}: {exactjson.dumps(data)}"
    return f"{text.strip()}\n\n{fence}" if text.strip() else fence

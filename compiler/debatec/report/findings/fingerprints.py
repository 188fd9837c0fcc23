"""A name for each finding that stays when lines are put in or taken out above it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from debatec.source.diagnostic import Diagnostic


def fingerprints(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """A name for each finding, in hexadecimal, none of them twice.

    It is made of the file, the rule, the text of the line and which of its equals the finding is;
    neither of the line's number nor of the message, whose words may become better.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    for found in diagnostics:
        kind = _kind(found)
        seen[kind] += 1
        text = "\0".join([*kind, str(seen[kind])])
        yield hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:32]


def _kind(found: Diagnostic) -> tuple[str, ...]:
    source = found.span.source
    line = source.line(found.span.position[0]).strip()
    return (PurePath(source.path).as_posix(), found.rule, line, found.span.text)

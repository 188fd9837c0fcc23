"""Patterns as in .gitignore, with the meaning that git gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from debatec.frozen import frozen

_FOLDER = "ps_d"
"""The group of pathspec's expressions that matches the slash after a folder."""


@frozen
class _Pattern:
    regex: re.Pattern[Any]
    hides: bool


@frozen
class Patterns:
    """The lines of a file such as .gitignore; what is wrong among them matches nothing."""

    patterns: Sequence[_Pattern]

    def hides(self, path: str) -> bool | None:
        """Whether the last pattern that matches a path hides it; None when none matches.

        The path is relative to where the patterns stand, has '/' between its parts and after it
        when it is a folder. Only itself is looked at, not the folders around it.
        """
        for pattern in reversed(self.patterns):
            match = pattern.regex.match(path)
            if match is None:
                continue
            is_inside = match.lastgroup == _FOLDER and match.end(_FOLDER) < len(path)
            if not is_inside:
                return pattern.hides
        return None

    def reaches(self, path: str) -> bool:
        """Whether a path, or a folder around it, is hidden."""
        parts = path.split("/")
        folders = ["/".join(parts[:end]) + "/" for end in range(1, len(parts))]
        return any(self.hides(place) for place in [*folders, path])


def patterns_of(lines: Iterable[str]) -> Patterns:
    """The patterns of lines."""
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    if not lines:
        return Patterns(())
    # Takes some time to import, and many projects have no patterns.
    from pathspec.patterns.gitignore import GitIgnorePatternError
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    found = []
    for line in lines:
        try:
            pattern = GitIgnoreSpecPattern(line)
        except GitIgnorePatternError:
            continue
        if pattern.regex is not None and pattern.include is not None:
            found.append(_Pattern(pattern.regex, pattern.include))
    return Patterns(tuple(found))

"""Rules that a project leaves out in some of its files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from debatec.check.registry import BY_ID
from debatec.linter.patterns import patterns_of
from debatec.linter.selection import closeness


class FileIgnores:
    """Patterns of files, relative to a folder, and the rules that are off in them."""

    def __init__(self, ignores: Mapping[str, Sequence[str]], root: str) -> None:
        self._ignores = [(patterns_of([pattern]), words) for pattern, words in ignores.items()]
        self._root = root
        self._words: dict[str, Sequence[str]] = {}

    def hides(self, file: str, rule: str) -> bool:
        """Whether a rule is off in a file, which is named as from the working folder."""
        if not self._ignores:
            return False
        if file not in self._words:
            self._words[file] = self._words_for(file)
        return any(closeness(word, BY_ID[rule]) is not None for word in self._words[file])

    def _words_for(self, file: str) -> Sequence[str]:
        name = os.path.relpath(file, self._root).replace(os.sep, "/")
        if name.startswith("../"):
            return ()
        return [
            word for patterns, words in self._ignores if patterns.reaches(name) for word in words
        ]

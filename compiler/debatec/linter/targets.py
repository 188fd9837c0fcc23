"""What is to be linted: files as they are named, and those that folders hold."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from debatec.frozen import frozen
from debatec.linter.ignored import Ignored, relative
from debatec.linter.patterns import Patterns

SUFFIX = ".debate.yaml"
SHIPPED = "builtin:"
SKIPPED = frozenset(
    {".git", ".hg", ".svn", ".venv", "venv", ".tox", ".nox", "node_modules", "site-packages"}
)
"""Folders that hold what is not of the project, whatever its settings."""


@frozen
class Target:
    """A text to lint: a file, unless its ``data`` is given.

    ``name`` is what findings call it. Files that it names for its prompts lie in ``folder``; a
    text without one has none.
    """

    name: str
    folder: str | None
    data: bytes | None = None

    @property
    def label(self) -> str:
        """What people call it: a shipped format goes by its own name."""
        return self.name.removeprefix(SHIPPED) if self.is_shipped else self.name

    @property
    def is_shipped(self) -> bool:
        """Whether it is a format of debatec itself, that nobody mends."""
        return self.data is not None and self.name.startswith(SHIPPED)


@frozen
class Excluded:
    """Patterns of what to leave out, and the folder that they are relative to."""

    patterns: Patterns
    root: Path

    def hides(self, path: Path, *, folder: bool) -> bool:
        if not self.patterns.patterns or not path.is_relative_to(self.root):
            return False
        return self.patterns.hides(relative(path, self.root, folder=folder)) is True


def file_target(name: str) -> Target:
    """A file that is linted whatever its name, and whoever ignores it."""
    return Target(name, str(Path(name).parent))


@frozen
class Found:
    """The specs in a folder, in order, and whether anything else there is ignored or excluded."""

    targets: Sequence[Target]
    hides: bool


def search(name: str, excluded: Excluded, suffix: str = SUFFIX) -> Found:
    """The specs in a folder and below it, or its other files of some ``suffix``.

    Symbolic links to folders are not followed, and those to files not out of the folder.

    Raises:
        OSError: a folder cannot be read.
    """
    top = Path(os.path.abspath(name))  # noqa: PTH100  # resolve() would follow links
    walk = _Walk(top, Ignored(top), excluded, suffix)
    inside = [str(Path(name) / path.relative_to(top)) for path in walk.files()]
    return Found(tuple(map(file_target, sorted(inside))), walk.hides)


class _Walk:
    """A way through a folder, past what is ignored."""

    def __init__(self, top: Path, ignored: Ignored, excluded: Excluded, suffix: str) -> None:
        self.top = top
        self._suffix = suffix
        self.hides = False
        self._ignored = ignored
        self._excluded = excluded

    def files(self) -> Iterator[Path]:
        """The files of the suffix that are not left out."""
        for at, folders, files in os.walk(self.top, onerror=_refuse):
            folder = Path(at)
            self._ignored.enter(folder)
            folders[:] = [
                inner
                for inner in folders
                if inner not in SKIPPED and not self._leaves_out(folder / inner, folder=True)
            ]
            for path in (folder / file for file in files if file.endswith(self._suffix)):
                if self._is_inside(path) and not self._leaves_out(path, folder=False):
                    yield path

    def _leaves_out(self, path: Path, *, folder: bool) -> bool:
        hidden = self._ignored.hides(path, folder=folder) or self._excluded.hides(
            path, folder=folder
        )
        self.hides |= hidden
        return hidden

    def _is_inside(self, path: Path) -> bool:
        """Whether a path is a file, and no symbolic link that leads out of the folder."""
        try:
            if path.is_symlink() and not path.resolve().is_relative_to(self.top.resolve()):
                return False
            return path.is_file()
        except (OSError, RuntimeError):
            return False


def _refuse(error: OSError) -> None:
    raise error

"""What git ignores, by every .gitignore from the top of a repository down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from debatec.linter.patterns import Patterns, patterns_of

_MAX_BYTES = 1_000_000


class Ignored:
    """The .gitignore files on the way to the folders that are searched."""

    def __init__(self, folder: Path) -> None:
        self._files: dict[Path, Patterns] = {}
        for above in _above(folder):
            self.enter(above)

    def enter(self, folder: Path) -> None:
        """Read what a folder says of what is in it."""
        patterns = _read(folder)
        if patterns:
            self._files[folder] = patterns

    def hides(self, path: Path, *, folder: bool) -> bool:
        """Whether something in a folder that was entered is ignored; the nearest file says."""
        for above in path.parents if self._files else ():
            if above in self._files:
                verdict = self._files[above].hides(relative(path, above, folder=folder))
                if verdict is not None:
                    return verdict
        return False


def relative(path: Path, above: Path, *, folder: bool) -> str:
    """A path as patterns see it from a folder above."""
    return path.relative_to(above).as_posix() + ("/" if folder else "")


def _above(folder: Path) -> Iterator[Path]:
    """The folders around one, up to the top of its repository if it is in one."""
    around: list[Path] = []
    for above in (folder, *folder.parents):
        if (above / ".git").exists():
            yield from [*around, above][1:]
            return
        around.append(above)


def _read(folder: Path) -> Patterns | None:
    try:
        with (folder / ".gitignore").open("rb") as file:
            text = file.read(_MAX_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return None
    return patterns_of(text.removeprefix("\ufeff").splitlines())

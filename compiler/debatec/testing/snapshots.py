"""Texts kept in files beside a test file, and what differs from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from debatec.source.diagnostic import Related
from debatec.source.text import Source
from debatec.testing.cases import Suite
from debatec.testing.matching import shown
from debatec.testing.staging import SUFFIX

FOLDER = ".snapshots"
MOST_DIFFERENCES = 3


@dataclass
class Snapshots:
    """The files of one suite, in the folder ``NAME.snapshots`` beside ``NAME.test.yaml``.

    With ``update`` they are written as they come. ``seen`` are the names that cases asked for.
    """

    folder: Path
    update: bool = False
    seen: set[str] = field(default_factory=set)
    written: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, suite: Suite, update: bool = False) -> Snapshots:
        path = Path(suite.source.path)
        return cls(path.with_name(path.name.removesuffix(SUFFIX) + FOLDER), update)

    def differences(self, case: str, name: str, text: str) -> tuple[str, tuple[Related, ...]]:
        """In what a text differs from its file, in words and at its lines; nothing where it fits.

        Raises:
            OSError: a file cannot be written or read.
        """
        path = self.folder / f"{case}.{name}.txt"
        self.seen.add(path.name)
        text = f"{text.rstrip()}\n"
        try:
            kept = path.read_bytes().decode(errors="replace").replace("\r\n", "\n")
        except FileNotFoundError:
            kept = None
        if kept == text:
            return "", ()
        if self.update:
            self._write(path, text)
            return "", ()
        if kept is None:
            return f"has no snapshot '{self.folder.name}/{path.name}'", ()
        return "is not as its snapshot has it", tuple(_hunks(Source(str(path), kept), text))

    def _write(self, path: Path, text: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode(errors="backslashreplace"))
        self.written.append(path.name)

    def remove_others(self) -> list[str]:
        """Delete the snapshots that no case asked for; returns their names.

        Raises:
            OSError: one cannot be deleted.
        """
        others = sorted(path for path in self.folder.glob("*.txt") if path.name not in self.seen)
        for path in others:
            path.unlink()
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()
        return [path.name for path in others]


def _hunks(kept: Source, text: str) -> Iterator[Related]:
    """The first places in which a snapshot differs, each with what came there."""
    lines = text.split("\n")
    before = kept.content.split("\n")
    matcher = SequenceMatcher(None, before, lines, autojunk=False)
    changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    for _, first, _, start, end in changes[:MOST_DIFFERENCES]:
        at = sum(len(line) + 1 for line in before[:first])
        length = len(before[first]) if first < len(before) else 0
        came = " ⏎ ".join(lines[start:end])
        message = f"now {shown(came)}" if start < end else "now this is left out"
        yield Related(kept.span(min(at, len(kept.content)), at + length), message)
    if len(changes) > MOST_DIFFERENCES:
        more = len(changes) - MOST_DIFFERENCES
        yield Related(kept.span(0, 0), f"it differs in {more} more places")

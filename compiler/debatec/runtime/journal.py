"""The journal: what happened in a run, one line each, durable before anything depends on it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such locks: there nobody stops a second process
    fcntl = None  # type: ignore[assignment]

from debatec.runtime.events import Event, Finished, Settled, Started, decode, encode
from debatec.source import exactjson

NAME = "journal.jsonl"
DURABLE = (Started, Settled, Finished)
"""Events that are on disk before the run goes on; the others ride with the next of these."""


class JournalError(Exception):
    """A journal that cannot be read or written, with one line for people."""


@dataclass(frozen=True, slots=True)
class Line:
    """An event, when it happened (ISO 8601) and after how many seconds of running."""

    at: str
    elapsed: float
    event: Event


class Journal:
    """An open journal, held by this process alone."""

    def __init__(self, file: FileIO, lines: int) -> None:
        self._file = file
        self._lines = lines

    @classmethod
    def open(cls, folder: Path) -> tuple[Journal, list[Line]]:
        """Open a run's journal for appending, and read what it holds.

        A torn last line, left by a kill in mid-write, is cut off.

        Raises:
            JournalError: another process holds it, or it cannot be read or written.
        """
        path = folder / NAME
        try:
            file = _hold(path)
        except BlockingIOError as error:
            raise JournalError(f"{path}: another process is running this debate") from error
        except OSError as error:
            raise JournalError(f"{path}: {error.strerror}") from error
        try:
            data = file.readall()
            lines = list(_parse(data, path))
            file.truncate(data.rfind(b"\n") + 1)
        except JournalError:
            file.close()
            raise
        return cls(file, len(lines)), lines

    def append(self, line: Line) -> None:
        """Write one event; a durable one is on disk when this returns.

        Raises:
            JournalError: the disk is full or gone.
        """
        self._lines += 1
        values = {"n": self._lines, "at": line.at, "elapsed": line.elapsed, **encode(line.event)}
        try:
            self._write(exactjson.dumps(values).encode() + b"\n")
            if isinstance(line.event, DURABLE):
                os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(f"the journal cannot be written: {error.strerror}") from error

    def _write(self, data: bytes) -> None:
        while data:
            data = data[self._file.write(data) or 0 :]

    def close(self) -> None:
        self._file.close()


def read_journal(folder: Path) -> list[Line]:
    """What a run's journal holds, without taking hold of it.

    Raises:
        JournalError: there is none, or a line of it is no event.
    """
    path = folder / NAME
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}") from error
    return list(_parse(data, path))


def is_held(folder: Path) -> bool:
    """Whether a process is at a run; False where the system has no locks to tell.

    Raises:
        OSError: the journal cannot be opened.
    """
    with (folder / NAME).open("rb") as file:
        try:
            # Shared, so that several who ask do not take each other for the holder.
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _hold(path: Path) -> FileIO:
    file = FileIO(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+")
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise
    return file


def _parse(data: bytes, path: Path) -> Iterator[Line]:
    """The events of all whole lines."""
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        yield _line(line, number, path)


def _line(line: bytes, number: int, path: Path) -> Line:
    try:
        values = exactjson.loads(line.decode())
        if values["n"] != number:
            raise JournalError(f"{path}:{number}: a line is missing before this one")
        return Line(str(values["at"]), float(values["elapsed"]), decode(values))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise JournalError(f"{path}:{number}: this line is no event") from error

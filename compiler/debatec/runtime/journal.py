"""The journal: what happened in a run, one line each, durable before anything depends on it.

Each line ends with a digest over itself and the line before it, so that a line that was edited,
removed, added or moved is noticed. The chain guards against accidents, not against forgers: who
rewrites a line can rewrite all that follow.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import field
from decimal import Decimal
from hashlib import sha256
from io import FileIO
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such locks: there nobody stops a second process
    fcntl = None  # type: ignore[assignment]

from debatec.frozen import frozen
from debatec.runtime.encoding import decode
from debatec.runtime.encoding import line as encoded
from debatec.runtime.events import Event
from debatec.source import exactjson

NAME = "journal.jsonl"
DIGITS = 16
"""Hexadecimal digits of a line's digest."""
BUFFER = 2**16
"""Bytes that are read at once: lines of two or three thousand come at a third of the time."""
SEAL = len(',"chain":""}\n') + DIGITS
"""Bytes at the end of a line that its digest does not cover."""


class JournalError(Exception):
    """A journal that cannot be read or written, with one line for people."""


@frozen
class Line:
    """An event, when it happened (ISO 8601) and after how many seconds of running.

    ``place`` is where its journal has it, in bytes from the beginning, ``chain`` its digest there.
    """

    at: str
    elapsed: float
    event: Event
    place: int = field(default=0, compare=False)
    chain: str = field(default="", compare=False)


class Journal:
    """An open journal, held by this process alone."""

    def __init__(self, file: FileIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._extent = _Extent(path)
        self._fault = ""

    @classmethod
    def open(cls, folder: Path) -> tuple[Journal, list[Line]]:
        """Open a run's journal for appending, and read what it holds.

        A torn last line, left by a kill in mid-write, is cut off.

        Raises:
            JournalError: another process holds it, it was changed, or it cannot be read or written.
        """
        journal = cls.hold(folder)
        try:
            return journal, list(journal.read())
        except JournalError:
            journal.close()
            raise

    @classmethod
    def hold(cls, folder: Path) -> Journal:
        """Take hold of a run's journal, which has to be read before anything is written.

        Raises:
            JournalError: another process holds it, or it cannot be opened.
        """
        path = folder / NAME
        try:
            return cls(_hold(path), path)
        except BlockingIOError as error:
            raise JournalError(f"{path}: another process is running this debate") from error
        except OSError as error:
            raise JournalError(f"{path}: {error.strerror}") from error

    def read(self) -> Iterator[Line]:
        """Each line that is there, once; behind the last whole one the file is cut off.

        Raises:
            JournalError: it was changed, or it cannot be read or written.
        """
        try:
            yield from self._extent
            self._file.truncate(self._extent.size)
            if not self._extent.lines:
                _sync_folder(self._path.parent)
        except OSError as error:
            raise JournalError(f"{self._path}: {error.strerror}") from error

    def append(self, line: Line, *, durable: bool) -> int:
        """Write one event; a durable one is on disk when this returns, with all before it.

        Returns its place.

        Raises:
            JournalError: the disk is full or gone. Nothing can be written from then on, as
                nobody knows what the last line has become.
        """
        if self._fault:
            raise JournalError(self._fault)
        body = encoded(self._extent.lines + 1, line.at, line.elapsed, line.event)[:-1]
        chain = _digest(self._extent.chain, body)
        data, place = body + _seal(chain), self._extent.size
        try:
            self._write(data)
            if durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._fault = f"{self._path} cannot be written: {error.strerror}"
            raise JournalError(self._fault) from error
        self._extent.grow(len(data), chain)
        return place

    def event_at(self, place: int) -> Event:
        """The event that was written at a place.

        Raises:
            JournalError: it cannot be read, or is not there any more.
        """
        try:
            with self._path.open("rb") as file:
                file.seek(place)
                text = file.readline()
            return decode(exactjson.loads(text.decode()))
        except OSError as error:
            raise JournalError(f"{self._path}: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise JournalError(f"{self._path} was changed while the debate runs") from error

    def _write(self, data: bytes) -> None:
        while data:
            data = data[self._file.write(data) or 0 :]

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def read_journal(folder: Path) -> list[Line]:
    """What a run's journal holds, without taking hold of it; a torn last line is left out.

    Raises:
        JournalError: there is none, it was changed, or a line of it is no event.
    """
    path = folder / NAME
    try:
        return list(_Extent(path))
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}") from error


def sealed(bodies: Iterable[bytes]) -> Iterator[bytes]:
    """Lines of a journal from JSON objects without a digest."""
    chain = b""
    for body in bodies:
        chain = _digest(chain, body[:-1])
        yield body[:-1] + _seal(chain)


def is_held(folder: Path) -> bool:
    """Whether a process is at a run; False where the system has no locks to tell.

    Raises:
        OSError: the journal cannot be opened.
    """
    if not (folder / NAME).exists():  # killed before its first line
        return False
    with (folder / NAME).open("rb") as file:
        try:
            # Shared, so that several who ask do not take each other for the holder.
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _hold(path: Path) -> FileIO:
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    file = FileIO(os.open(path, flags, 0o600), "r+")
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise
    return file


def _sync_folder(folder: Path) -> None:
    """Make a new file's name outlive a power cut as well."""
    if fcntl:
        descriptor = os.open(folder, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def _digest(before: bytes, body: bytes | memoryview) -> bytes:
    digest = sha256(before)
    digest.update(body)
    return digest.hexdigest()[:DIGITS].encode()


def _seal(chain: bytes) -> bytes:
    return b',"chain":"%b"}\n' % chain


class _Extent:
    """The whole lines of a file, how many bytes they take, and the digest of the last.

    To go through it is to read the file, whose lines are checked one by one.
    """

    def __init__(self, path: Path) -> None:
        self.lines = 0
        self.size = 0
        self.chain = b""
        self._path = path

    def grow(self, size: int, chain: bytes) -> None:
        """Take one more line into account."""
        self.lines += 1
        self.size += size
        self.chain = chain

    def __iter__(self) -> Iterator[Line]:
        with self._path.open("rb", buffering=BUFFER) as file:
            for text in file:
                if not text.endswith(b"\n"):
                    return
                chain = _digest(self.chain, memoryview(text)[:-SEAL])
                if text[-SEAL:] != _seal(chain):
                    raise _changed(self._path, text, self.lines + 1)
                line = _line(self._path, text, self.lines + 1, self.size, chain.decode())
                self.grow(len(text), chain)
                yield line


def _line(path: Path, text: bytes, number: int, place: int, chain: str) -> Line:
    try:
        values = exactjson.loads(text.decode())
        at, elapsed = values["at"], values["elapsed"]
        if type(at) is str and type(elapsed) in (int, Decimal) and values["n"] == number:
            return Line(at, float(elapsed), decode(values), place, chain)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise JournalError(f"{path}:{number}: this line is no event of this version of debatec")


def _changed(path: Path, text: bytes, number: int) -> JournalError:
    """What is wrong with a line that does not follow from those before it, and what to do."""
    try:
        written = exactjson.loads(text.decode())["n"]
    except (ValueError, KeyError, TypeError, RecursionError):
        written = number
    if written == number:
        fault = "this line, or the one before it, was changed after it was written"
    else:
        fault = f"this line was written as line {written}: lines were removed, added or moved"
    remedy = "restore the file"
    if number > 1:
        remedy += f", or keep the {number - 1} before this one and resume from there"
    return JournalError(f"{path}:{number}: {fault}; {remedy}")

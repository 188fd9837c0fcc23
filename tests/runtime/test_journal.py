"""A journal that was torn, edited or taken away says so in one line."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from stat import S_ISDIR
from typing import Any

import pytest

from debatec.runtime.events import (
    Asked,
    Dropped,
    Event,
    Purpose,
    Replied,
    Resumed,
    Settled,
    Started,
    TurnOutcome,
)
from debatec.runtime.journal import NAME, SEAL, Journal, JournalError, Line, read_journal, sealed

EVENTS: tuple[Event, ...] = (Started("r", "d", {}), Resumed(), Dropped("peer", "why\nso"))


def written(folder: Path) -> Path:
    journal, lines = Journal.open(folder)
    assert lines == []
    for number, event in enumerate(EVENTS, 1):
        journal.append(Line("2026-01-01T00:00:00Z", float(number), event), durable=True)
    journal.close()
    return folder / NAME


def test_what_was_written_is_read(tmp_path: Path) -> None:
    written(tmp_path)
    journal, lines = Journal.open(tmp_path)
    journal.close()
    assert [line.event for line in lines] == list(EVENTS)
    assert [line.elapsed for line in lines] == [1.0, 2.0, 3.0]
    assert read_journal(tmp_path) == lines


@pytest.mark.parametrize("torn", [b"{", b'{"n":4,"at":"\xe2', b'{"n":4}'])
def test_a_torn_last_line_is_cut_off(tmp_path: Path, torn: bytes) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert len(read_journal(tmp_path)) == 3
    journal, lines = Journal.open(tmp_path)
    assert len(lines) == 3
    journal.append(Line("now", 4.0, Resumed()), durable=True)
    journal.close()
    assert path.read_bytes().startswith(whole + b'{"n":4,"at":"now"')
    assert len(read_journal(tmp_path)) == 4


# --- Lines that were tampered with ------------------------------------------------------------

Change = Callable[[list[bytes]], list[bytes]]


def changed(folder: Path, change: Change) -> str:
    """What is said of a journal after a change of its lines, without the path."""
    path = written(folder)
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    before = path.read_bytes()
    said = set()
    for read in (Journal.open, read_journal):
        with pytest.raises(JournalError) as caught:
            read(folder)
        said.add(str(caught.value).removeprefix(f"{path}:"))
    assert path.read_bytes() == before
    [message] = said
    return message


def body(line: bytes) -> bytes:
    """A line without its digest."""
    return line[:-SEAL] + b"}"


MOVED = "lines were removed, added or moved; restore the file"
EDITED = "this line, or the one before it, was changed after it was written; restore the file"
TAMPERED: dict[str, tuple[Change, str]] = {
    "edited": (
        lambda lines: [lines[0], lines[1], lines[2].replace(b"why", b"how")],
        f"3: {EDITED}, or keep the 2 before this one and resume from there",
    ),
    "edited at the start": (lambda lines: [lines[0].replace(b'"r"', b'"s"'), *lines[1:]], EDITED),
    "edited with its digest": (
        lambda lines: [*sealed([body(lines[0]).replace(b'"r"', b'"s"')]), *lines[1:]],
        f"2: {EDITED}, or keep the 1 before",
    ),
    "a digest edited": (lambda lines: [*lines[:2], lines[2][:-4] + b'z"}\n'], f"3: {EDITED}"),
    "removed": (
        lambda lines: [lines[0], lines[2]],
        f"2: this line was written as line 3: {MOVED}, or keep the 1 before this one",
    ),
    "removed at the start": (
        lambda lines: lines[1:],
        f"1: this line was written as line 2: {MOVED}",
    ),
    "added": (
        lambda lines: [lines[0], lines[0], *lines[1:]],
        f"2: this line was written as line 1: {MOVED}",
    ),
    "added of another run": (
        lambda lines: [lines[0], next(sealed(map(body, lines[1:]))), *lines[1:]],
        f"2: {EDITED}",
    ),
    "moved": (
        lambda lines: [lines[0], lines[2], lines[1]],
        f"2: this line was written as line 3: {MOVED}",
    ),
    "no JSON": (lambda lines: [lines[0], b"nothing\n", *lines[2:]], f"2: {EDITED}"),
    "empty": (lambda lines: [lines[0], b"\n", *lines[1:]], f"2: {EDITED}"),
    "not UTF-8": (lambda lines: [lines[0].replace(b'"r"', b'"\xff"'), *lines[1:]], f"1: {EDITED}"),
    "too deep": (lambda lines: [b"[" * 100_000 + b"\n", *lines[1:]], f"1: {EDITED}"),
    "line ends changed": (lambda lines: [line[:-1] + b"\r\n" for line in lines], f"1: {EDITED}"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "message"), TAMPERED.values(), ids=TAMPERED)
def test_a_journal_that_was_tampered_with_is_refused(
    tmp_path: Path, change: Change, message: str
) -> None:
    assert message in changed(tmp_path, change)


def test_no_byte_can_be_changed_unnoticed(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    for at in range(len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(JournalError):
            read_journal(tmp_path)


def test_a_cut_at_a_line_end_looks_like_a_kill(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
    assert [line.event for line in read_journal(tmp_path)] == list(EVENTS[:2])


NO_EVENTS: dict[str, Change] = {
    "a list": lambda lines: [b"[]", *lines[1:]],
    "not UTF-8": lambda lines: [lines[0].replace(b'"r"', b'"\xff"'), *lines[1:]],
    "another kind": lambda lines: [lines[0].replace(b"started", b"sung"), *lines[1:]],
    "another type": lambda lines: [lines[0].replace(b'"r"', b"3"), *lines[1:]],
    "another time": lambda lines: [lines[0].replace(b"1.0", b'"1.0"'), *lines[1:]],
    "another number": lambda lines: [lines[0].replace(b'"n":1', b'"n":3'), *lines[1:]],
    "a field missing": lambda lines: [lines[0].replace(b',"run":"r"', b""), *lines[1:]],
    "too deep": lambda lines: [b"[" * 100_000, *lines[1:]],
}


@pytest.mark.parametrize("change", NO_EVENTS.values(), ids=NO_EVENTS)
def test_a_line_that_is_no_event_is_refused(tmp_path: Path, change: Change) -> None:
    said = changed(tmp_path, lambda lines: list(sealed(change(list(map(body, lines))))))
    assert said == "1: this line is no event of this version of debatec"


# --- Files ------------------------------------------------------------------------------------


def test_no_journal_is_no_traceback(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="No such file or directory"):
        read_journal(tmp_path)
    with pytest.raises(JournalError, match="No such file or directory"):
        Journal.open(tmp_path / "nowhere")


def test_one_journal_is_held_once(tmp_path: Path) -> None:
    journal, _ = Journal.open(tmp_path)
    with pytest.raises(JournalError, match="another process is running this debate"):
        Journal.open(tmp_path)
    journal.close()
    Journal.open(tmp_path)[0].close()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("precious")
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(JournalError, match=r"journal.jsonl: Too many levels of symbolic links"):
        Journal.open(tmp_path)
    assert (tmp_path / "elsewhere").read_text() == "precious"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux alone has a full disk to try")
def test_a_full_disk_is_said_in_one_line(tmp_path: Path) -> None:
    full = Journal(FileIO("/dev/full", "w"), tmp_path / NAME)
    with pytest.raises(JournalError, match=r"jsonl cannot be written: No space left on device$"):
        full.append(Line("now", 0.0, Resumed()), durable=False)
    full.close()


def append_until_it_fails(journal: Journal) -> None:
    while True:
        journal.append(Line("now", 4.0, Resumed()), durable=False)


class Filling(FileIO):
    """A file on a disk that is full after some bytes, until it is not."""

    room = 0

    def write(self, data: Any) -> int:
        if not self.room:
            raise OSError(28, "No space left on device")
        written = super().write(data[: self.room])
        self.room -= written
        return written


@pytest.mark.parametrize("room", [1, 40, 10_000])
def test_nothing_is_written_after_a_fault(tmp_path: Path, room: int) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    file = Filling(path, "a")
    file.room = room
    journal = Journal(file, path)
    with pytest.raises(JournalError, match="No space left"):
        append_until_it_fails(journal)
    file.room = 10_000
    with pytest.raises(JournalError, match="No space left"):
        journal.append(Line("now", 4.0, Resumed()), durable=False)
    journal.close()
    assert len(path.read_bytes()) == len(whole) + room


def test_what_could_not_be_synced_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, _ = Journal.open(tmp_path)

    def fail(_descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    for durable in (True, False):
        with pytest.raises(JournalError, match="cannot be written: Input/output error"):
            journal.append(Line("now", 0.0, Resumed()), durable=durable)
    journal.close()


def test_what_is_durable_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def sync(descriptor: int) -> None:
        sizes.append(os.fstat(descriptor).st_size)

    journal, _ = Journal.open(tmp_path)
    monkeypatch.setattr(os, "fsync", sync)
    for durable in (False, True, False):
        journal.append(Line("now", 0.0, Resumed()), durable=durable)
    journal.close()
    lines = (tmp_path / NAME).read_bytes().splitlines(keepends=True)
    assert sizes == [len(lines[0] + lines[1])]


def test_a_new_name_is_synced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda fd: folders.append(S_ISDIR(os.fstat(fd).st_mode)))
    written(tmp_path)
    Journal.open(tmp_path)[0].close()
    assert folders == [True, False, False, False]


def test_a_reply_of_any_text_is_read_back(tmp_path: Path) -> None:
    text = "a\nb\u2028c\x85d\x00e \U0001f600 \ud800"
    journal, _ = Journal.open(tmp_path)
    replied = Replied("a.r1.b", 1, Purpose.REPLY, text, 0.125)
    journal.append(Line("now", 0.0, replied), durable=False)
    journal.close()
    [line] = read_journal(tmp_path)
    assert line.event == replied


# --- Speed ------------------------------------------------------------------------------------

SLACK = 2
MOST_READING = 5 * SLACK
"""Times json.loads: reading, checking and decoding."""


def test_reading_takes_some_times_what_json_takes(tmp_path: Path) -> None:
    text = "word " * 60
    lines = [
        event
        for number in range(500)
        for event in (
            Asked(f"a.r{number}.b.c", 1, Purpose.REPLY, "x", text, ("a.r1.b.d",)),
            Replied(f"a.r{number}.b.c", 1, Purpose.REPLY, text, 0.5, 10, 20, "m"),
            Settled(f"a.r{number}.b.c", TurnOutcome.OK, text, {"score": 1}, attempt=1),
        )
    ]
    journal, _ = Journal.open(tmp_path)
    for event in lines:
        journal.append(Line("2026-01-01T00:00:00Z", 1.5, event), durable=False)
    journal.close()
    data = (tmp_path / NAME).read_bytes()
    plain = quickest(lambda: [json.loads(line) for line in data.splitlines()])
    assert quickest(lambda: read_journal(tmp_path)) < MOST_READING * plain


def quickest(work: Callable[[], object]) -> float:
    """Seconds on the processor's clock, of the best of some tries."""
    times = []
    for _ in range(5):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)

"""A journal that was torn, edited or taken away says so in one line."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import FileIO
from pathlib import Path

import pytest

from debatec.runtime.events import (
    Dropped,
    Ended,
    Event,
    Purpose,
    Replied,
    Resumed,
    Settled,
    Started,
    TurnOutcome,
)
from debatec.runtime.journal import NAME, Journal, JournalError, Line, read_journal

EVENTS: tuple[Event, ...] = (Started("r", "0" * 64, "d"), Resumed(), Dropped("peer", "why\nso"))


def written(folder: Path) -> Path:
    journal, lines = Journal.open(folder)
    assert lines == []
    for number, event in enumerate(EVENTS, 1):
        journal.append(Line("2026-01-01T00:00:00Z", float(number), event))
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
    journal.append(Line("now", 4.0, Resumed()))
    journal.close()
    assert path.read_bytes().startswith(whole + b'{"at":"now"')
    assert len(read_journal(tmp_path)) == 4


BAD: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "no JSON": (lambda lines: [lines[0], b"nothing", *lines[2:]], "2: this line is no event"),
    "a list": (lambda lines: [b"[]", *lines[1:]], "1: this line is no event"),
    "not UTF-8": (lambda lines: [lines[0].replace(b'"r"', b'"\xff"'), *lines[1:]], "1: this line"),
    "another kind": (
        lambda lines: [lines[0], lines[1].replace(b"resumed", b"sung"), *lines[2:]],
        "2: this line is no event",
    ),
    "another type": (
        lambda lines: [lines[0].replace(b'"r"', b"3"), *lines[1:]],
        "1: this line is no event",
    ),
    "a field missing": (
        lambda lines: [*lines[:2], lines[2].replace(b',"seat":"peer"', b"")],
        "3: this line is no event",
    ),
    "too deep": (lambda lines: [b"[" * 100_000, *lines[1:]], "1: this line is no event"),
    "a line missing": (lambda lines: [lines[0], lines[2]], "2: a line is missing before this one"),
    "a line twice": (lambda lines: [lines[0], lines[0], *lines[1:]], "2: a line is missing"),
    "an empty line": (lambda lines: [lines[0], b"", *lines[1:]], "2: this line is no event"),
}


@pytest.mark.parametrize(("change", "message"), BAD.values(), ids=BAD)
def test_a_journal_that_was_changed_is_refused(
    tmp_path: Path, change: Callable[[list[bytes]], list[bytes]], message: str
) -> None:
    path = written(tmp_path)
    path.write_bytes(b"".join(line + b"\n" for line in change(path.read_bytes().splitlines())))
    before = path.read_bytes()
    for read in (Journal.open, read_journal):
        with pytest.raises(JournalError) as caught:
            read(tmp_path)
        assert str(caught.value).startswith(f"{path}:{message}")
    assert path.read_bytes() == before


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux alone has a full disk to try")
def test_a_full_disk_is_said_in_one_line() -> None:
    full = Journal(FileIO("/dev/full", "w"), 0)
    with pytest.raises(JournalError, match="cannot be written: No space left on device"):
        full.append(Line("now", 0.0, Resumed()))
    full.close()


@pytest.mark.parametrize(
    ("event", "synced"),
    [
        (EVENTS[0], True),
        (Settled("a.r1.b", TurnOutcome.OK), True),
        (EVENTS[1], False),
        (Ended("time", "talk", 1, "late"), False),
    ],
)
def test_a_settled_turn_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, event: Event, synced: bool
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(os, "fsync", calls.append)
    journal, _ = Journal.open(tmp_path)
    journal.append(Line("now", 0.0, event))
    journal.close()
    assert bool(calls) is synced


def test_a_reply_of_any_text_is_read_back(tmp_path: Path) -> None:
    text = "a\nb\u2028c\x85d\x00e \U0001f600"
    journal, _ = Journal.open(tmp_path)
    replied = Replied("a.r1.b", 1, Purpose.REPLY, text, 0.125)
    journal.append(Line("now", 0.0, replied))
    journal.close()
    [line] = read_journal(tmp_path)
    assert line.event == replied

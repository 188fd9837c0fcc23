"""The files of a run that people and programs read, made from its journal alone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import Any

from debatec.frozen import frozen
from debatec.graph.plan import Plan
from debatec.runtime.attempts import Attempts
from debatec.runtime.events import Finished, Gated, Settled, TurnOutcome
from debatec.runtime.journal import Line
from debatec.runtime.rounds import AGAIN, prompt_text, reply_text, summary
from debatec.runtime.standing import Position, standing
from debatec.runtime.state import State
from debatec.source import exactjson

STATE = "state.json"
RESULT = "result.json"
ROUNDS = "rounds"
LAG = 0.5
"""Seconds by which the files may lag behind a run that is busy."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


@frozen
class _Due:
    """A text that a file is to hold.

    ``is_settled`` where it does not change while the run goes on, so that any thread may make it;
    ``is_new`` where nobody can have written the file yet.
    """

    text: Callable[[], str]
    is_settled: bool = False
    is_new: bool = False


class Projection:
    """Keeps the files of a run's folder up with its journal.

    A turn waits for no file but the journal: texts are made between turns, and written in a
    thread. ``is_live`` once what is taken happens now, so that files of turns are new; a file that
    a kill tore is made anew when the run is taken up.
    """

    def __init__(self, folder: Path, plan: Plan, state: State) -> None:
        self.is_live = False
        self._folder = folder
        self._plan = plan
        self._state = state
        self._attempts = Attempts()
        self._lines = 0
        self._last: Line | None = None
        self._due: dict[str, _Due] = {}
        self._before: dict[str, None] = {}
        """Turns from before the run was taken up whose texts are to be read back."""
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None

    def take(self, line: Line) -> None:
        """Take a line into account, just before the state has its event."""
        self._lines += 1
        self._last = line
        self._attempts.take(line)
        match line.event:
            case Settled(node=id) if self._state.is_in_flight(id):
                self._turn(line.event)
            case Gated(phase=phase, round=round):
                self._summary(phase, round)
            case Finished(result=result):
                for phase, round in self._state.rounds_run:
                    if self._plan.graph.of_round(phase, round)[-1].id not in self._state.gates:
                        self._summary(phase, round)
                self._due[RESULT] = _Due(partial(_pretty, result))

    def _turn(self, settled: Settled) -> None:
        name, is_over = f"{ROUNDS}/{settled.node}", settled.outcome is TurnOutcome.OK
        if is_over and not self.is_live:  # a run that is taken up is not held in memory
            self._before[settled.node] = None
            return
        prompt = partial(str, AGAIN.join(self._state.sent(settled)))
        self._due[f"{name}.prompt.md"] = _Due(prompt, True, self.is_live)
        if is_over:
            reply = partial(str, reply_text(self._state.said(settled)))
            self._due[f"{name}.md"] = _Due(reply, True, self.is_live)

    def _summary(self, phase: str, round: int) -> None:
        name = f"{ROUNDS}/{phase}.r{round}.summary.json"
        self._due[name] = _Due(lambda: _by_key(summary(self._plan, self._state, phase, round)))

    def write_soon(self) -> None:
        """Write what is due within LAG seconds; a file that cannot be written then waits."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LAG, self._begin)

    def _begin(self) -> None:
        self._timer = None
        if self._writing and not self._writing.done():
            self.write_soon()
        else:
            self._writing = asyncio.create_task(self._try())

    async def _try(self) -> None:
        with suppress(OSError):
            await self._write_in_thread()

    async def finish(self) -> None:
        """Write what is due, so that the files are exact, and nothing any more by itself.

        Raises:
            OSError: one of them cannot be written.
        """
        await self.rest()
        await self._write_in_thread()

    async def rest(self) -> None:
        """Write nothing any more but when told to."""
        if self._timer:
            self._timer.cancel()
        self._timer = None
        if self._writing:
            await self._writing
        self._writing = None

    async def _write_in_thread(self) -> None:
        due = self._made()
        try:
            await asyncio.to_thread(_write, self._folder, due)
        finally:
            self._put_back(due)

    def write(self) -> None:
        """Write what is due, so that the files are exact.

        Raises:
            OSError: one of them cannot be written.
        """
        due = self._made()
        try:
            _write(self._folder, due)
        finally:
            self._put_back(due)

    def _made(self) -> dict[str, _Due]:
        """The files that are due, every text made that may still change; the state always is."""
        for turn in self._before:
            self._recalled(turn)
        due, self._due, self._before = self._due, {}, {}
        last = self._last
        position = Position(self._lines, last.at, last.elapsed) if last else Position()
        values = standing(self._plan, self._state, self._attempts, position)
        return {
            **{name: one if one.is_settled else _now(one) for name, one in due.items()},
            STATE: _now(_Due(partial(_by_key, values))),
        }

    def _recalled(self, turn: str) -> None:
        name, said = f"{ROUNDS}/{turn}", partial(self._state.archive.recall, turn)
        self._due[f"{name}.prompt.md"] = _Due(lambda: prompt_text(said()), True)
        self._due[f"{name}.md"] = _Due(lambda: reply_text(said()), True)

    def _put_back(self, due: Mapping[str, _Due]) -> None:
        """Have what could not be written wait; one of them may have been written in part."""
        left = {name: replace(one, is_new=False) for name, one in due.items() if name != STATE}
        self._due = {**left, **self._due}


def _now(due: _Due) -> _Due:
    return replace(due, text=partial(str, due.text()))


def _write(folder: Path, due: dict[str, _Due]) -> None:
    """Write files, and take each out of ``due`` once it is written."""
    if any(name.startswith(ROUNDS) for name in due):
        make_folder(folder / ROUNDS)
    for name in list(due):
        text = due[name].text()
        if due[name].is_new:
            put(f"{folder}/{name}", _encoded(text))
        else:
            write_file(folder / name, text)
        del due[name]


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all, never through a link, unless it has that text already.

    To compare costs a hundredth of a replacement, for which ext4 waits until the text is on disk.

    Raises:
        OSError: it cannot be written.
    """
    data = _encoded(text)
    if _holds(path, data):
        return
    part = f"{path}.part"
    put(part, data)
    Path(part).replace(path)


def put(path: str, data: bytes) -> None:
    """Write a file, never through a link.

    Raises:
        OSError: it cannot be written.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NO_LINKS, 0o600)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        os.close(file)


def _encoded(text: str) -> bytes:
    return text.encode(errors="backslashreplace")


def _holds(path: Path, data: bytes) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    return S_ISREG(found.st_mode) and found.st_size == len(data) and path.read_bytes() == data


def make_folder(path: Path) -> None:
    """Make a folder unless it is there, and is no link.

    Raises:
        OSError: it cannot be made.
    """
    path.mkdir(mode=0o700, exist_ok=True)
    if path.is_symlink():
        raise OSError(0, "is a link, which leads elsewhere", str(path))


def _pretty(values: Mapping[str, Any]) -> str:
    return exactjson.dumps(values, indent=2) + "\n"


def _by_key(values: Mapping[str, Any]) -> str:
    """JSON with a line for each key: indented in full, a long run would take long to write."""
    lines = (f' "{key}": {exactjson.dumps(value)}' for key, value in sorted(values.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"

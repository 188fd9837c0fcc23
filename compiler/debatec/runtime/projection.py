"""The files of a run that people and programs read, made from its journal alone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import Any

from debatec.graph.plan import Plan
from debatec.runtime.attempts import Attempts
from debatec.runtime.events import Finished, Gated, Settled
from debatec.runtime.journal import Line
from debatec.runtime.rounds import prompt_text, reply_text, summary
from debatec.runtime.standing import Position, standing
from debatec.runtime.state import State
from debatec.source import exactjson

STATE = "state.json"
RESULT = "result.json"
ROUNDS = "rounds"
LAG = 0.5
"""Seconds by which the files may lag behind a run that is busy."""
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


class Projection:
    """Keeps the files of a run's folder up with its journal.

    Nothing is written while an event is taken: a turn waits for no file but the journal.
    """

    def __init__(self, folder: Path, plan: Plan, state: State) -> None:
        self._folder = folder
        self._plan = plan
        self._state = state
        self._attempts = Attempts()
        self._position = Position(0, None)
        self._due: dict[str, Callable[[], str]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def take(self, line: Line) -> None:
        """Take a line into account, once the state has its event."""
        self._position = Position(self._position.lines + 1, line)
        self._attempts.take(line)
        match line.event:
            case Settled(node=id) if self._state.was_asked(id):
                self._turn(id)
            case Gated(phase=phase, round=round):
                self._summary(phase, round)
            case Finished(result=result):
                for phase, round in self._state.rounds_run:
                    if self._plan.graph.of_round(phase, round)[-1].id not in self._state.gates:
                        self._summary(phase, round)
                self._due[RESULT] = partial(_pretty, result)

    def _turn(self, id: str) -> None:
        self._due[f"{ROUNDS}/{id}.prompt.md"] = partial(prompt_text, self._state, id)
        if self._state.has_reply(self._plan.graph.nodes[id]):
            self._due[f"{ROUNDS}/{id}.md"] = partial(reply_text, self._state, id)

    def _summary(self, phase: str, round: int) -> None:
        name = f"{ROUNDS}/{phase}.r{round}.summary.json"
        self._due[name] = lambda: _by_key(summary(self._plan, self._state, phase, round))

    def write_soon(self) -> None:
        """Write what is due within LAG seconds; a file that cannot be written then waits."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LAG, self._write_now)

    def _write_now(self) -> None:
        self._timer = None
        with suppress(OSError):
            self.write()

    def stop(self) -> None:
        """Write nothing any more but when told to."""
        if self._timer:
            self._timer.cancel()
        self._timer = None

    def write(self) -> None:
        """Write what is due, so that the files are exact.

        Raises:
            OSError: one of them cannot be written.
        """
        if any(name.startswith(ROUNDS) for name in self._due):
            _make_folder(self._folder / ROUNDS)
        for name in list(self._due):
            write_file(self._folder / name, self._due[name]())
            del self._due[name]
        values = standing(self._plan, self._state, self._attempts, self._position)
        write_file(self._folder / STATE, _by_key(values))


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all, never through a link, unless it has that text already.

    To compare costs a hundredth of a replacement, for which ext4 waits until the text is on disk.

    Raises:
        OSError: it cannot be written.
    """
    data = text.encode(errors="backslashreplace")
    if _holds(path, data):
        return
    part = Path(f"{path}.part")
    file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NO_LINKS, 0o600)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        os.close(file)
    part.replace(path)


def _holds(path: Path, data: bytes) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    return S_ISREG(found.st_mode) and found.st_size == len(data) and path.read_bytes() == data


def _make_folder(path: Path) -> None:
    path.mkdir(mode=0o700, exist_ok=True)
    if path.is_symlink():
        raise OSError(0, "is a link, which leads elsewhere", str(path))


def _pretty(values: Mapping[str, Any]) -> str:
    return exactjson.dumps(values, indent=2) + "\n"


def _by_key(values: Mapping[str, Any]) -> str:
    """JSON with a line for each key: indented in full, a long run would take long to write."""
    lines = (f' "{key}": {exactjson.dumps(value)}' for key, value in sorted(values.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"

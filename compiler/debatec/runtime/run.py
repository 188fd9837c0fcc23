"""A run and its folder: begun, taken up again after a kill, and read afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from debatec.graph.graph import Node
from debatec.graph.plan import Plan, PlanError, read_plan, write_plan
from debatec.runtime.events import Event, Resumed, Started
from debatec.runtime.interpreter import Interpreter
from debatec.runtime.journal import NAME as JOURNAL
from debatec.runtime.journal import Journal, JournalError, Line
from debatec.runtime.state import State
from debatec.source import exactjson
from debatec.transports.interface import Transport

PLAN = "plan.json"
RESULT = "result.json"


class RunError(Exception):
    """A run that cannot be begun or taken up, with one line for people."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time as a run takes it: seconds that only grow, and the time of day in ISO 8601."""

    seconds: Callable[[], float]
    timestamp: Callable[[], str]


class Watcher(Protocol):
    """Somebody who follows a run."""

    def event(self, event: Event, state: State) -> None:
        """Something happened, and the state knows it."""

    def delta(self, node: Node, text: str) -> None:
        """A piece of a reply came in."""


class Run:
    """One run, its folder held by this process."""

    def __init__(self, folder: Path, plan: Plan, journal: Journal, lines: list[Line]) -> None:
        self.folder = folder
        self.plan = plan
        self.state = State(plan.graph)
        self._journal = journal
        self._before = lines[-1].elapsed if lines else 0.0
        self._interpreter: Interpreter | None = None
        self._is_aborted = False
        for number, line in enumerate(lines, 1):
            self._replay(number, line.event)

    def _replay(self, number: int, event: Event) -> None:
        try:
            self.state.apply(event)
        except LookupError as error:
            self.close()
            path = self.folder / JOURNAL
            raise RunError(f"{path}:{number}: this line does not fit the plan") from error

    @classmethod
    def begin(cls, folder: Path, plan: Plan) -> Run:
        """Make the folder of a new run.

        Raises:
            RunError: the folder holds a run already, or cannot be written.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if (folder / PLAN).exists() or (folder / JOURNAL).exists():
                raise RunError(f"{folder} holds a run already; resume it, or name another folder")
            write_file(folder / PLAN, write_plan(plan))
            journal, lines = Journal.open(folder)
        except (OSError, JournalError) as error:
            raise RunError(_line(folder, error)) from error
        return cls(folder, plan, journal, lines)

    @classmethod
    def take_up(cls, folder: Path) -> Run:
        """Open the folder of a run that was begun before.

        Raises:
            RunError: it holds no run, one that another process is at, or one that was changed.
        """
        try:
            plan = read_plan((folder / PLAN).read_text(encoding="utf-8"))
            journal, lines = Journal.open(folder)
        except PlanError as error:
            raise RunError(f"{folder / PLAN} cannot be used: {error}") from error
        except (OSError, UnicodeDecodeError, JournalError) as error:
            raise RunError(_line(folder, error)) from error
        started = [line.event for line in lines if isinstance(line.event, Started)]
        if started and started[0].plan != plan.digest:
            journal.close()
            raise RunError(f"{folder / PLAN} is not the plan that this run was begun with")
        return cls(folder, plan, journal, lines)

    def abort(self) -> None:
        """End the run with the result it has so far."""
        self._is_aborted = True
        if self._interpreter:
            self._interpreter.abort()

    async def carry_out(
        self, transports: Mapping[str, Transport], clock: Clock, watcher: Watcher
    ) -> Mapping[str, Any]:
        """Run to the end and write the result; `transports` has one for every seat.

        A run that has its result already only writes it out once more.

        Raises:
            JournalError: the journal cannot be written.
        """
        if not self.state.finished:
            await self._interpret(transports, clock, watcher)
        assert self.state.finished is not None
        result = self.state.finished.result
        write_file(self.folder / RESULT, exactjson.dumps(result, indent=2) + "\n")
        return result

    async def _interpret(
        self, transports: Mapping[str, Transport], clock: Clock, watcher: Watcher
    ) -> None:
        begun = clock.seconds()

        def elapsed() -> float:
            return self._before + clock.seconds() - begun

        def record(event: Event) -> None:
            self._journal.append(Line(clock.timestamp(), round(elapsed(), 3), event))
            self.state.apply(event)
            watcher.event(event, self.state)

        name = self.folder.name
        fresh = Started(name, self.plan.digest, self.plan.spec.name)
        record(Resumed() if self.state.started else fresh)
        self._interpreter = Interpreter(
            self.plan, self.state, transports, record, elapsed, watcher.delta, name
        )
        if self._is_aborted:
            self._interpreter.abort()
        await self._interpreter.run()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        self._journal.close()


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8", errors="backslashreplace")
    part.replace(path)


def _line(folder: Path, error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return f"'{folder}' holds no run"
    if isinstance(error, OSError):
        return f"{error.filename or folder}: {error.strerror}"
    return str(error)

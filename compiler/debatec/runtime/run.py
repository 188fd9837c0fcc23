"""A run and its folder: begun, taken up again after a kill, and read afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, Protocol

from debatec.frozen import frozen
from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan, is_plan_of, write_plan
from debatec.runtime.archive import JournalArchive
from debatec.runtime.events import Event, Finished, Resumed, Settled, Started
from debatec.runtime.interpreter import Interpreter
from debatec.runtime.journal import NAME as JOURNAL
from debatec.runtime.journal import Journal, JournalError, Line
from debatec.runtime.past import PLAN, Past, RunError, plan_of, read_run
from debatec.runtime.projection import RESULT, STATE, Projection, make_folder, put, write_file
from debatec.runtime.state import State
from debatec.source import exactjson
from debatec.transports.interface import Transport

REUSED = "reused"
"""The folder in that of a run with the journal of the one whose replies it takes over."""


@frozen
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
    """One run, its folder held by this process.

    ``warnings`` say what was found amiss in the folder when it was taken up; ``reuse`` is the run
    whose replies are taken over, if any. Without ``files`` nothing is written but the journal.
    """

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        journal: Journal,
        files: bool = True,
    ) -> None:
        self.folder = folder
        self.plan = plan
        self.state = State(plan.graph, JournalArchive(plan.graph, journal.event_at))
        self.warnings: tuple[str, ...] = ()
        self._journal = journal
        self._projection = Projection(folder, plan, self.state) if files else None
        self._lines = 0
        self._before = 0.0
        self.reuse: Past | None = None
        self._interpreter: Interpreter | None = None
        self._is_aborted = False

    def _replay(self, lines: Iterable[Line]) -> None:
        """Take up what happened before."""
        for line in lines:
            try:
                self._take(line, line.place)
            except LookupError as error:
                place = f"{self.folder / JOURNAL}:{self._lines}"
                raise RunError(f"{place}: this line does not fit the plan") from error
            self._before = line.elapsed

    def _take(self, line: Line, place: int) -> None:
        self._lines += 1
        if self._projection:
            self._projection.take(line)
        self.state.apply(line.event, place)

    @classmethod
    def begin(cls, folder: Path, plan: Plan, files: bool = True, reuse: Past | None = None) -> Run:
        """Make the folder of a new run; without ``files`` nothing is written but the journal.

        Replies of the run ``reuse`` are taken over where exactly the same is asked. The folder gets
        a copy of its journal, so that this run can be taken up without that one.

        Raises:
            RunError: the folder holds a run already, or cannot be written.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _holds_run(folder):
                raise RunError(f"{folder} holds a run already; resume it, or name another folder")
            if reuse:
                _copy(reuse, folder / REUSED)
            if files:
                write_file(folder / PLAN, write_plan(plan))
            journal, _ = Journal.open(folder)
        except (OSError, JournalError) as error:
            raise RunError(_line(folder, error)) from error
        run = cls(folder, plan, journal, files)
        run.reuse = reuse
        return run

    @classmethod
    def take_up(cls, folder: Path, files: bool = True) -> Run:
        """Open the folder of a run that was begun before; its journal alone is needed.

        Without ``files`` nothing is written but the journal; `rebuild` makes the others later.

        Raises:
            RunError: it holds no run, one that another process is at, or one that was changed.
        """
        try:
            if not _holds_run(folder):
                raise RunError(f"'{folder}' holds no run")
            journal = Journal.hold(folder)
        except (OSError, JournalError) as error:
            raise RunError(_line(folder, error)) from error
        try:
            return cls._replayed(folder, journal, files)
        except (OSError, JournalError) as error:
            journal.close()
            raise RunError(_line(folder, error)) from error
        except RunError:
            journal.close()
            raise

    @classmethod
    def _replayed(cls, folder: Path, journal: Journal, files: bool) -> Run:
        """The run of a journal; its lines are forgotten one by one, as a run may be long."""
        lines = journal.read()
        first = list(islice(lines, 1))
        run = cls(folder, plan_of(folder, *first), journal, files)
        run._replay(chain(first, lines))
        mended = _mend_plan(folder, run.plan) if files else ()
        run.warnings = (*mended, *_lost(folder, run._lines, run.state), *run._take_up_reuse())
        return run

    def _take_up_reuse(self) -> Iterator[str]:
        """Find the run whose replies are taken over; yields what to say where it is lost."""
        if not self.state.reuses or self.state.finished:
            return
        try:
            self.reuse = read_run(self.folder / REUSED)
        except RunError as error:
            yield f"nothing more is taken over from '{self.state.reuses}': {error}"

    def abort(self) -> None:
        """End the run with the result it has so far."""
        self._is_aborted = True
        if self._interpreter:
            self._interpreter.abort()

    async def carry_out(
        self, transports: Mapping[str, Transport], clock: Clock, watcher: Watcher
    ) -> Mapping[str, Any]:
        """Run to the end and write the result; `transports` has one for every seat.

        A run that has its result already only writes its files once more.

        Raises:
            JournalError: the journal cannot be written.
            RunError: another file cannot be written.
        """
        if not self.state.finished:
            await self._interpret(transports, clock, watcher)
        assert self.state.finished is not None
        if self._projection:
            with self._safe():
                await self._projection.finish()
        return self.state.finished.result

    def write_files(self) -> None:
        """Make every file anew that tells of the run; the journal is the truth.

        Raises:
            RunError: one of them cannot be written.
        """
        if self._projection:
            with self._safe():
                self._projection.write()

    @contextmanager
    def _safe(self) -> Iterator[None]:
        """Say of a file that cannot be written that nothing is lost."""
        try:
            yield
        except OSError as error:
            raise RunError(f"{_line(self.folder, error)}; the run is safe in {JOURNAL}") from error

    async def _interpret(
        self, transports: Mapping[str, Transport], clock: Clock, watcher: Watcher
    ) -> None:
        begun = clock.seconds()
        if self._projection:
            self._projection.is_live = True

        def elapsed() -> float:
            return self._before + clock.seconds() - begun

        def record(event: Event) -> None:
            line = Line(clock.timestamp(), round(elapsed(), 3), event)
            self._take(line, self._journal.append(line, durable=self._is_durable(event)))
            if self._projection:
                self._projection.write_soon()
            watcher.event(event, self.state)

        name = self.folder.name
        record(self._opening(name))
        self._interpreter = Interpreter(
            self.plan,
            self.state,
            transports,
            record,
            elapsed,
            watcher.delta,
            name,
            reuse=self.reuse,
        )
        if self._is_aborted:
            self._interpreter.abort()
        try:
            await self._interpreter.run()
        finally:
            if self._projection:
                await self._projection.rest()

    def _opening(self, name: str) -> Event:
        """The event with which the run begins, or goes on."""
        if self.state.started:
            return Resumed(self.warnings)
        reuses = self.reuse.name if self.reuse else ""
        return Started(name, self.plan.spec.name, self.plan.sources(), reuses)

    def _is_durable(self, event: Event) -> bool:
        """Whether an event is on disk before the run goes on.

        The others ride with the next of these: what a program counts is counted anew. A run that
        is taken up may find a reply that was written but not synced; nothing is asked before it is.
        """
        if isinstance(event, Settled):
            return self.plan.graph.nodes[event.node].kind is Kind.TURN
        return isinstance(event, Started | Resumed | Finished)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder."""
        self._journal.close()


def rebuild(folder: Path) -> None:
    """Make every file of a run anew from its journal alone; the report is made elsewhere.

    Raises:
        RunError: the folder holds no run, or cannot be written.
    """
    with Run.take_up(folder) as run:
        run.write_files()


def _holds_run(folder: Path) -> bool:
    return (folder / PLAN).exists() or (folder / JOURNAL).exists()


def _copy(reuse: Past, folder: Path) -> None:
    """Keep the journal of the run whose replies are taken over."""
    make_folder(folder)
    put(str(folder / JOURNAL), (reuse.folder / JOURNAL).read_bytes())


def _mend_plan(folder: Path, plan: Plan) -> Iterator[str]:
    """Write the plan's file anew where it is not the run's; yields what to say of it."""
    path = folder / PLAN
    try:
        if is_plan_of(path.read_bytes(), plan):
            return
        yield (
            f"{PLAN} was not the plan that this run was begun with, and has been written anew; "
            f"to run a changed debate: debatec run SPEC --reuse {folder}"
        )
    except FileNotFoundError:
        pass
    write_file(path, write_plan(plan))


def _lost(folder: Path, lines: int, state: State) -> Iterator[str]:
    """What to say where other files know of more than the journal holds."""
    known = 0
    with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
        known = int(exactjson.loads((folder / STATE).read_text(encoding="utf-8"))["lines"])
    if known > lines:
        yield (
            f"the end of {JOURNAL} is missing: {STATE} knew of {known} lines and there are "
            f"{lines}; turns that were in the others are asked again"
        )
    elif (folder / RESULT).exists() and not state.finished:
        yield f"the end of {JOURNAL} is missing: there is a {RESULT} that it does not tell of"


def _line(folder: Path, error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or folder}: {error.strerror}"
    return str(error)

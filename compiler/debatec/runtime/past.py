"""A run as its folder tells it, read without taking hold of it."""

from __future__ import annotations

from pathlib import Path

from debatec.frozen import frozen
from debatec.graph.plan import Plan, PlanError, plan_from, read_plan
from debatec.runtime.events import Started
from debatec.runtime.journal import NAME as JOURNAL
from debatec.runtime.journal import JournalError, Line, read_journal
from debatec.runtime.state import State, fold

PLAN = "plan.json"


class RunError(Exception):
    """A run that cannot be begun, taken up or written out, with one line for people."""


@frozen
class Past:
    """What has happened in a run so far: its plan, its journal and the state they make."""

    folder: Path
    plan: Plan
    lines: tuple[Line, ...]
    state: State

    @property
    def name(self) -> str:
        """The name of the run, as its journal has it."""
        first = self.lines[0].event if self.lines else None
        return first.run if isinstance(first, Started) else self.folder.name

    @property
    def elapsed(self) -> float:
        """Running time up to the last event, in seconds."""
        return self.lines[-1].elapsed if self.lines else 0.0


def read_run(folder: Path) -> Past:
    """The past of the run in a folder, which may go on meanwhile.

    Raises:
        RunError: it holds no run, or one that was changed.
    """
    try:
        lines = read_journal(folder) if (folder / JOURNAL).exists() else []
        plan = plan_of(folder, *lines[:1])
        return Past(folder, plan, tuple(lines), fold(plan.graph, (line.event for line in lines)))
    except JournalError as error:
        raise RunError(str(error)) from error
    except LookupError as error:
        raise RunError(f"the journal of '{folder}' does not fit its plan") from error


def plan_of(folder: Path, first: Line | None = None) -> Plan:
    """The plan a run was begun with, as the ``first`` line of its journal has it."""
    path = folder / PLAN
    try:
        if first is None:  # killed before its first line
            return read_plan(path.read_text(encoding="utf-8"))
        path = folder / JOURNAL
        started = first.event
        if not isinstance(started, Started):
            raise RunError(f"{path}:1: this line does not begin a run")
        return plan_from(started.plan)
    except FileNotFoundError as error:
        raise RunError(f"'{folder}' holds no run") from error
    except (PlanError, UnicodeDecodeError) as error:
        raise RunError(f"the plan in {path} cannot be used: {error}") from error

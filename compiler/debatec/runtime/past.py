"""A run as its folder tells it, read without taking hold of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from debatec.graph.plan import Plan, PlanError, read_plan
from debatec.runtime.events import Started
from debatec.runtime.journal import JournalError, Line, read_journal
from debatec.runtime.run import PLAN, RunError
from debatec.runtime.state import State, fold


@dataclass(frozen=True, slots=True)
class Past:
    """What has happened in a run so far: its plan, its journal and the state they make."""

    folder: Path
    plan: Plan
    lines: tuple[Line, ...]
    state: State

    @property
    def elapsed(self) -> float:
        """Running time up to the last event, in seconds."""
        return self.lines[-1].elapsed if self.lines else 0.0


def read_run(folder: Path) -> Past:
    """The past of the run in a folder, which may go on meanwhile.

    Raises:
        RunError: it holds no run, or one that was changed.
    """
    if not (folder / PLAN).is_file():
        raise RunError(f"'{folder}' holds no run")
    try:
        lines = tuple(read_journal(folder))
        plan = _plan(folder, lines)
        return Past(folder, plan, lines, fold(plan.graph, (line.event for line in lines)))
    except JournalError as error:
        raise RunError(str(error)) from error
    except LookupError as error:
        raise RunError(f"the journal of '{folder}' does not fit its plan") from error


def _plan(folder: Path, lines: Iterable[Line]) -> Plan:
    """The plan that a run was begun with."""
    path = folder / PLAN
    try:
        plan = read_plan(path.read_text(encoding="utf-8"))
    except (PlanError, UnicodeDecodeError) as error:
        raise RunError(f"{path} cannot be used: {error}") from error
    except OSError as error:
        raise RunError(f"{path}: {error.strerror}") from error
    if any(isinstance(line.event, Started) and line.event.plan != plan.digest for line in lines):
        raise RunError(f"{path} is not the plan that this run was begun with")
    return plan

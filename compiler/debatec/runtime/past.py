"""A run as its folder tells it, read without taking hold of it."""

from __future__ import annotations

from pathlib import Path

from debatec.frozen import frozen
from debatec.graph.plan import Plan
from debatec.runtime.journal import NAME as JOURNAL
from debatec.runtime.journal import JournalError, Line, read_journal
from debatec.runtime.run import RunError, plan_of
from debatec.runtime.state import State, fold


@frozen
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
    try:
        lines = read_journal(folder) if (folder / JOURNAL).exists() else []
        plan = plan_of(folder, *lines[:1])
        return Past(folder, plan, tuple(lines), fold(plan.graph, (line.event for line in lines)))
    except JournalError as error:
        raise RunError(str(error)) from error
    except LookupError as error:
        raise RunError(f"the journal of '{folder}' does not fit its plan") from error

"""The attempts of a run at its turns: a fold over the lines of its journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from debatec.runtime.events import Asked, Failed, Purpose, Settled, TurnOutcome
from debatec.runtime.journal import Line


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a turn, in seconds of running; in flight while it has no outcome."""

    turn: str
    number: int
    agent: str | None
    begun: float
    seconds: float | None = None
    outcome: TurnOutcome | None = None
    message: str = ""


class Attempts:
    """All attempts, in the order in which they were first made."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, int], Attempt] = {}
        self._open: dict[str, Attempt] = {}

    def __iter__(self) -> Iterator[Attempt]:
        return iter(self._all.values())

    def take(self, line: Line) -> None:
        """Take one line into account; an attempt repeated after a kill replaces what it was."""
        match line.event:
            case Asked(turn=turn, attempt=number, agent=agent, purpose=purpose):
                if purpose is Purpose.REPLY or turn not in self._open:
                    self._open[turn] = Attempt(turn, number, agent, line.elapsed)
                    self._all[turn, number] = self._open[turn]
            case Failed(turn=turn, attempt=number, outcome=outcome, message=message):
                # A prompt that cannot be written fails before anybody is asked.
                made = self._open.pop(turn, Attempt(turn, number, None, line.elapsed))
                self._close(made, line.elapsed, outcome, message)
            case Settled(node=turn, outcome=outcome, message=message) if turn in self._open:
                self._close(self._open.pop(turn), line.elapsed, outcome, message)

    def _close(self, made: Attempt, now: float, outcome: TurnOutcome, message: str) -> None:
        seconds = round(now - made.begun, 3)
        closed = replace(made, seconds=seconds, outcome=outcome, message=message)
        self._all[made.turn, made.number] = closed

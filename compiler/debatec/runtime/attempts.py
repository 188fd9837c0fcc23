"""The attempts of a run at its turns: a fold over the lines of its journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from sys import intern

from debatec.frozen import frozen
from debatec.runtime.events import Asked, Failed, Purpose, Replied, Settled, TurnOutcome
from debatec.runtime.journal import Line


@frozen
class Attempt:
    """One attempt at a turn, in seconds of running; in flight while it has no outcome.

    It is ``reused`` where all its replies were taken over from another run.
    """

    turn: str
    number: int
    agent: str | None
    begun: float
    seconds: float | None = None
    outcome: TurnOutcome | None = None
    message: str = ""
    reused: bool = False


class Attempts:
    """All attempts, in the order in which they were first made."""

    def __init__(self) -> None:
        self._all: list[Attempt] = []
        self._open: dict[str, int] = {}
        """Where the attempts in flight stand among all, by turn."""

    def __iter__(self) -> Iterator[Attempt]:
        return iter(self._all)

    def take(self, line: Line) -> None:
        """Take one line into account; an attempt repeated after a kill replaces what it was."""
        match line.event:
            case Asked(turn=turn, attempt=number, agent=agent, purpose=purpose):
                if purpose is Purpose.REPLY or turn not in self._open:
                    self._begin(Attempt(turn, number, intern(agent), line.elapsed))
            case Replied(turn=turn, purpose=purpose, origin=origin) if turn in self._open:
                place = self._open[turn]
                made = self._all[place]
                if made.reused or purpose is Purpose.REPLY:
                    self._all[place] = replace(made, reused=bool(origin))
            case Failed(turn=turn, attempt=number, outcome=outcome, message=message):
                if turn not in self._open:  # its prompt could not be written: nobody was asked
                    self._begin(Attempt(turn, number, None, line.elapsed))
                self._close(turn, line.elapsed, outcome, message)
            case Settled(node=turn, outcome=outcome, message=message) if turn in self._open:
                self._close(turn, line.elapsed, outcome, message)

    def _begin(self, attempt: Attempt) -> None:
        if attempt.turn in self._open:
            self._all[self._open[attempt.turn]] = attempt
        else:
            self._open[attempt.turn] = len(self._all)
            self._all.append(attempt)

    def _close(self, turn: str, now: float, outcome: TurnOutcome, message: str) -> None:
        place = self._open.pop(turn)
        made = self._all[place]
        seconds = round(now - made.begun, 3)
        self._all[place] = replace(made, seconds=seconds, outcome=outcome, message=message)

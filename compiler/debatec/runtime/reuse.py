"""Replies of another run, taken over where exactly the same is asked.

As build tools do (Mokhov, Mitchell and Peyton Jones, "Build Systems à la Carte", 2018), a turn is
asked again when what goes into it has changed, not when something before it was asked again: where
a turn that is asked again says the same, what hears it is taken over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.events import ANSWERED, Asked, Failed, Purpose, Replied
from debatec.runtime.journal import Line
from debatec.runtime.past import Past
from debatec.runtime.questions import Question, Questions, Said
from debatec.runtime.state import State
from debatec.template.template import RenderError


@frozen
class Recorded:
    """A request that was answered in another run.

    ``origin`` names that run, and the line of its journal with the reply, by number and digest.
    """

    question: Question
    replied: Replied
    origin: Mapping[str, Any]


class _Reading:
    """Goes through a journal once, with the state that it makes."""

    def __init__(self, past: Past) -> None:
        self.found: dict[str, list[Recorded]] = {}
        self._run = past.name
        self._nodes = past.plan.graph.nodes
        self._state = State(past.plan.graph)
        self._questions = Questions(past.plan, self._state)
        self._asked: dict[str, Asked] = {}

    def take(self, number: int, line: Line) -> None:
        match line.event:
            case Asked(turn=turn):
                self._asked[turn] = line.event
            case Replied(turn=turn):
                self._reply(line.event, number, line.chain)
            case Failed(turn=turn, attempt=attempt):
                kept = self.found.get(turn, ())
                self.found[turn] = [one for one in kept if one.replied.attempt != attempt]
        self._state.apply(line.event)

    def _reply(self, replied: Replied, number: int, chain: str) -> None:
        turn, asked = replied.turn, self._asked[replied.turn]
        said = [] if replied.purpose is Purpose.REPLY else self._state.exchanges.get(turn, [])
        said = [exchange for exchange in said if exchange.attempt == replied.attempt]
        try:
            question = self._questions.of(
                self._nodes[turn], replied.purpose, asked.agent, asked.prompt, said
            )
        except RenderError:  # it was answered by another version of debatec
            return
        origin = {"run": self._run, "line": number, "chain": chain}
        recorded = Recorded(question, replied, origin)
        self.found.setdefault(turn, []).append(recorded)


class Reuse:
    """What one run may take over from another."""

    def __init__(self, past: Past, plan: Plan, state: State) -> None:
        self._past = past
        self._state = state
        self._questions = Questions(plan, state)

    def recall(
        self, turn: Node, purpose: Purpose, agent: str, prompt: str, said: Iterable[Said]
    ) -> Recorded | None:
        """What was answered to the same question in the same turn, most lately; None where nothing.

        What was taken over and came to nothing is not taken over again: then the agent is asked.

        Raises:
            RenderError: the system text cannot be written.
        """
        if any(f.outcome in ANSWERED for f in self._state.failures.get(turn.id, ())):
            return None
        question = self._questions.of(turn, purpose, agent, prompt, said)
        recorded = reversed(self.recorded.get(turn.id, ()))
        return next((one for one in recorded if one.question == question), None)

    @cached_property
    def recorded(self) -> Mapping[str, Sequence[Recorded]]:
        """The requests that were answered, by turn, but for those of attempts that failed."""
        reading = _Reading(self._past)
        for number, line in enumerate(self._past.lines, 1):
            reading.take(number, line)
        return reading.found

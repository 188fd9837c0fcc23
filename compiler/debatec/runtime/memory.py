"""What each seat knows when a turn of it begins, as the events tell."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.state import State
from debatec.spec.model import SessionKind


@dataclass(slots=True)
class Memory:
    """What one seat knows.

    ``said`` is its latest turn in each step that went well, ``told`` the replies it was told, each
    in some form, its own included, ``labels`` the label of each author that it heard unnamed. Only
    a session that ``lasts`` remembers what was told. The turns ``ahead`` are not taken into
    account yet; ``known`` are the labels after each turn that had any.
    """

    lasts: bool
    ahead: deque[Node] = field(default_factory=deque)
    said: dict[str, Node] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)
    known: dict[str, Mapping[str, str]] = field(default_factory=dict)

    def take(self, turn: Node, state: State) -> None:
        """Take a turn into account."""
        told = state.told.get(turn.id)
        if told is None:
            return
        self.said[turn.step] = turn
        labels = {**self.labels, **told.labels} if told.labels else self.labels
        if labels:
            self.known[turn.id] = labels
        if self.lasts:
            self.labels = labels
            self.told.add(turn.id)
            self.told.update(told.heard)


class Memories:
    """The memories of all seats of a run."""

    def __init__(self, plan: Plan, state: State) -> None:
        self._state = state
        roles = plan.spec.roles
        self._memories = {
            name: Memory(roles[seat.role].session is SessionKind.PERSISTENT)
            for name, seat in plan.graph.seats.items()
        }
        for turn in plan.graph.turns():
            self._memories[turn.seat].ahead.append(turn)

    def before(self, turn: Node) -> Memory:
        """What a seat knows when a turn of it begins; turns of a seat are asked in order."""
        return self._up_to(turn.seat, turn.index)

    def labels(self, turn: Node) -> Mapping[str, str]:
        """The labels by which a turn that is over knew authors."""
        return self._up_to(turn.seat, turn.index + 1).known.get(turn.id, {})

    def _up_to(self, seat: str, index: int) -> Memory:
        memory = self._memories[seat]
        while memory.ahead and memory.ahead[0].index < index:
            memory.take(memory.ahead.popleft(), self._state)
        return memory

"""What each seat knows when a turn of it begins, as the events tell."""

from __future__ import annotations

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
    a session that ``lasts`` remembers what was told. So many turns are ``taken`` into account;
    ``known`` are the labels after each of them that had any.
    """

    lasts: bool
    taken: int = 0
    said: dict[str, Node] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    labels: dict[str, str] = field(default_factory=dict)
    known: dict[str, Mapping[str, str]] = field(default_factory=dict)

    def take(self, turn: Node, state: State) -> None:
        """Take the next turn into account."""
        self.taken += 1
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
        self._graph = plan.graph
        roles = plan.spec.roles
        self._memories = {
            name: Memory(roles[seat.role].session is SessionKind.PERSISTENT)
            for name, seat in plan.graph.seats.items()
        }

    def before(self, turn: Node) -> Memory:
        """What a seat knows when a turn of it begins; turns of a seat are asked in order."""
        return self._up_to(turn.seat, turn.index)

    def labels(self, turn: Node) -> Mapping[str, str]:
        """The labels by which a turn that is over knew authors."""
        return self._up_to(turn.seat, turn.index + 1).known.get(turn.id, {})

    def _up_to(self, seat: str, index: int) -> Memory:
        memory, turns = self._memories[seat], self._graph.of_seat(seat)
        while memory.taken < len(turns) and turns[memory.taken].index < index:
            memory.take(turns[memory.taken], self._state)
        return memory

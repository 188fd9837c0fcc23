"""The compiled graph of a debate: what happens, after what, and who hears whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from debatec.frozen import frozen
from debatec.graph.seats import Seat


class Kind(StrEnum):
    __hash__ = str.__hash__  # that of Enum is slow, and nodes are told apart by it often

    TURN = "turn"
    TALLY = "tally"
    LEDGER = "ledger"
    GATE = "gate"
    EMIT = "emit"


@frozen
class Node:
    """One thing that happens, at a phase, round and step, for a turn also at a seat.

    `after` are the nodes that must be settled first; `hears` those whose reply this node may
    read, in the order of the document, a superset where the rounds run are known only at run time.
    """

    id: str
    kind: Kind
    phase: str
    round: int
    step: str
    seat: str
    index: int
    after: tuple[str, ...] = ()
    hears: tuple[str, ...] = ()

    @property
    def author(self) -> str:
        """Who speaks here: the seat, or the program step."""
        return self.seat or self.step

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.after + self.hears))


@dataclass(frozen=True)
class Graph:
    """All nodes, in the order of the document, and the seats, in speaking order."""

    nodes: Mapping[str, Node]
    seats: Mapping[str, Seat]
    rounds: Mapping[str, int] = field(default_factory=dict)
    """Most rounds of each phase."""

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes.values())

    def turns(self) -> Iterator[Node]:
        return (node for node in self if node.kind is Kind.TURN)

    def of_seat(self, seat: str) -> list[Node]:
        """The turns of one seat, over all steps and rounds."""
        return self._by_seat.get(seat, [])

    def of_round(self, phase: str, round: int) -> list[Node]:
        """The nodes of one round, its gate last."""
        return self._by_round.get((phase, round), [])

    def of_step(self, step: str) -> list[Node]:
        """The nodes of one step, over all rounds."""
        return self._by_step.get(step, [])

    def of_place(self, step: str, round: int) -> list[Node]:
        """The nodes of one step in one round."""
        return self._by_place.get((step, round), [])

    @cached_property
    def order(self) -> tuple[Node, ...]:
        """The nodes by their index."""
        return tuple(self)

    @cached_property
    def _by_seat(self) -> dict[str, list[Node]]:
        seats: dict[str, list[Node]] = {}
        for turn in self.turns():
            seats.setdefault(turn.seat, []).append(turn)
        return seats

    @cached_property
    def _by_place(self) -> dict[tuple[str, int], list[Node]]:
        places: dict[tuple[str, int], list[Node]] = {}
        for node in self:
            if node.kind is not Kind.GATE:
                places.setdefault((node.step, node.round), []).append(node)
        return places

    @cached_property
    def _by_step(self) -> dict[str, list[Node]]:
        steps: dict[str, list[Node]] = {}
        for node in self:
            if node.kind is not Kind.GATE:
                steps.setdefault(node.step, []).append(node)
        return steps

    @cached_property
    def _by_round(self) -> dict[tuple[str, int], list[Node]]:
        rounds: dict[tuple[str, int], list[Node]] = {}
        for node in self:
            rounds.setdefault((node.phase, node.round), []).append(node)
        return rounds

    @cached_property
    def waits(self) -> tuple[int, ...]:
        """How many sources each node has, by index."""
        return tuple(len(node.sources) for node in self)

    def waiting_for(self, id: str) -> Sequence[int]:
        """Indices of the nodes that have a node among their sources."""
        return self._waiting_for.get(id, ())

    @cached_property
    def _waiting_for(self) -> dict[str, list[int]]:
        waiting: dict[str, list[int]] = {}
        for node in self:
            for source in node.sources:
                waiting.setdefault(source, []).append(node.index)
        return waiting

"""Spec to Graph: the debate unrolled over its rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain

from debatec.graph.graph import Graph, Kind, Node
from debatec.graph.hearing import Audience, Place, heard_before, possible
from debatec.graph.seats import Seat, speakers_of
from debatec.spec.model import Order, Phase, Selector, Speak, Spec, Tally

EMIT = "result"
MAX_NODES = 20_000
MAX_EDGES = 1_000_000
MAX_LOOKED_AT = 2_000_000
"""How many replies may be weighed, over all nodes and selectors, for being heard."""


class TooLarge(Exception):
    """The debate has more seats, nodes or edges than a graph may have."""


def lower(spec: Spec, seats: Mapping[str, Seat], rounds: Mapping[str, int]) -> Graph:
    """Unroll the phases over their most rounds.

    Raises:
        TooLarge: the graph would have more than MAX_NODES nodes or MAX_EDGES edges, or take
            more than MAX_LOOKED_AT looks.
    """
    return _Lowering(spec, dict(seats), rounds).run()


@dataclass
class _Lowering:
    spec: Spec
    seats: dict[str, Seat]
    rounds: Mapping[str, int]
    nodes: dict[str, Node] = field(default_factory=dict)
    by_round: dict[tuple[str, int], list[Node]] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)
    """The latest turn of each seat in this round."""
    ran: frozenset[str] = frozenset()
    """Phases that ran if this one runs."""
    gate: tuple[str, ...] = ()
    added: int = 0
    edges: int = 0
    looked_at: int = 0
    audience: Audience = field(init=False)

    def __post_init__(self) -> None:
        self.audience = Audience(self.spec, self.seats)

    def run(self) -> Graph:
        for phase in self.spec.phases:
            earlier = list(self.nodes.values())
            self.ran = self._ran_before(phase)
            for round in range(1, self.rounds[phase.id] + 1):
                self._round(phase, round, earlier)
        self._add(Kind.EMIT, "", 0, EMIT, "", self.gate)
        return Graph(self.nodes, self.seats, dict(self.rounds))

    def _ran_before(self, phase: Phase) -> frozenset[str]:
        """Phases that ran if this one runs: closing phases also follow a debate cut short."""
        before = self.spec.phases[: self.spec.phases.index(phase)]
        return frozenset(other.id for other in before if other.always or not phase.always)

    def _round(self, phase: Phase, round: int, earlier: list[Node]) -> None:
        opened = self.gate
        self.turns = {}
        for step in phase.steps:
            if isinstance(step, Speak):
                self._speak(phase, round, step, earlier)
            else:
                hears = self._hears((step.of,), Place(phase.id, round, step, ran=self.ran), earlier)
                kind = Kind.TALLY if isinstance(step, Tally) else Kind.LEDGER
                self._add(kind, phase.id, round, step.id, "", opened, hears)
        played = tuple(node.id for node in self.by_round.get((phase.id, round), ()))
        self.gate = (self._add(Kind.GATE, phase.id, round, "gate", "", played or opened).id,)

    def _speak(self, phase: Phase, round: int, step: Speak, earlier: list[Node]) -> None:
        before: tuple[str, ...] = ()
        for seat in speakers_of(self.spec, self.seats, step):
            place = Place(phase.id, round, step, seat.name, self.ran)
            hears = self._hears(step.sees, place, earlier)
            # A seat has one turn at a time.
            own = (self.turns[seat.name],) if seat.name in self.turns else ()
            after = (*self.gate, *own, *before)
            node = self._add(Kind.TURN, phase.id, round, step.id, seat.name, after, hears)
            self.turns[seat.name] = node.id
            if step.order is Order.SEQUENTIAL:
                before = (node.id,)

    def _hears(
        self, selectors: tuple[Selector, ...], place: Place, earlier: list[Node]
    ) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for selector in selectors:
            nodes = self._reached(selector, place, earlier)
            self.looked_at += len(nodes)
            if self.looked_at > MAX_LOOKED_AT:
                raise TooLarge
            before = self.audience.matching(selector, place, heard_before(place, nodes))
            found.update(dict.fromkeys(node.id for node in possible(selector, place, before)))
        return tuple(sorted(found, key=lambda id: self.nodes[id].index))

    def _reached(self, selector: Selector, place: Place, earlier: list[Node]) -> list[Node]:
        """The nodes that the selector's window can reach."""
        kind, back = selector.window.kind, max(1, selector.window.rounds)
        if kind == "this":
            return self.by_round.get((place.phase, place.round), [])
        first = 1 if kind == "all" else max(1, place.round - back)
        recent = (
            self.by_round.get((place.phase, round), ()) for round in range(first, place.round + 1)
        )
        return [*earlier, *chain.from_iterable(recent)]

    def _add(
        self,
        kind: Kind,
        phase: str,
        round: int,
        step: str,
        seat: str,
        after: tuple[str, ...],
        hears: tuple[str, ...] = (),
    ) -> Node:
        id = turn_id(phase, round, step, seat) if phase else step
        node = Node(id, kind, phase, round, step, seat, self.added, after, hears)
        self.nodes[id] = node
        self.by_round.setdefault((phase, round), []).append(node)
        self.added += 1
        self.edges += len(after) + len(hears)
        if self.added > MAX_NODES or self.edges > MAX_EDGES:
            raise TooLarge
        return node


def turn_id(phase: str, round: int, step: str, seat: str = "") -> str:
    """The id of a node, such as `debate.r2.argue.skeptic`."""
    return ".".join(part for part in (phase, f"r{round}", step, seat) if part)

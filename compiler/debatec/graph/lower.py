"""Spec to Graph: the debate unrolled over its rounds.

A turn waits for what it hears and for its own seat; for the end of a round only where that may be
the end of the phase. So rounds are counted, and hold nobody up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from debatec.graph.ears import Ears
from debatec.graph.graph import Graph, Kind, Node
from debatec.graph.hearing import SPEAKING, Audience
from debatec.graph.orders import in_order
from debatec.graph.reads import is_gated, reads_of, who_speak
from debatec.graph.seats import Seat, speakers_of
from debatec.source.nodes import Plain
from debatec.spec.model import Phase, Speak, Spec, Step, Tally, selectors_of

EMIT = "result"
MAX_NODES = 250_000
MAX_EDGES = 12_000_000
MAX_LOOKED_AT = 24_000_000
"""How many replies may be weighed, over all nodes and selectors, for being heard."""


class TooLarge(Exception):
    """The debate has more seats, nodes or edges than a graph may have."""


def lower(
    spec: Spec,
    seats: Mapping[str, Seat],
    rounds: Mapping[str, int],
    inputs: Mapping[str, Plain] | None = None,
    seed: int = 0,
) -> Graph:
    """Unroll the phases over their most rounds.

    Without ``inputs`` every speaker of a step may come to speak, whatever its `where`.

    Raises:
        TooLarge: the graph would have more than MAX_NODES nodes or MAX_EDGES edges, or take
            more than MAX_LOOKED_AT looks.
    """
    draft = _Draft()
    audience = Audience(spec, dict(seats))
    for phase in spec.phases:
        speakers: dict[str, list[Seat]] = {
            step.id: who_speak(spec, step, speakers_of(spec, seats, step), inputs)
            for step in phase.steps
            if isinstance(step, Speak)
        }
        _Unrolling(draft, audience, phase, speakers, seed).run(rounds[phase.id])
    draft.add(Kind.EMIT, "", 0, EMIT, "", draft.since(draft.gate))
    return Graph(draft.nodes, dict(seats), dict(rounds))


class _Draft:
    """The graph so far.

    ``opened`` is the gate that everything from now on waits for, itself or through others;
    ``latest`` the latest node of each author, ``last_round`` the nodes of each step when it
    last took place.
    """

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self.latest: dict[str, Node] = {}
        self.last_round: dict[str, list[Node]] = {}
        self.gate: Node | None = None
        self.opened: Node | None = None
        self._added = 0
        self._edges = 0
        self._looked_at = 0

    def since(self, *nodes: Node | None) -> tuple[str, ...]:
        """The ids of the nodes newer than the opened gate; that gate's if there are none."""
        first = self.opened.index if self.opened else -1
        ids = dict.fromkeys(node.id for node in nodes if node and node.index > first)
        return tuple(ids) or ((self.opened.id,) if self.opened else ())

    def look(self, replies: int) -> None:
        """Count replies that are weighed."""
        self._looked_at += replies
        if self._looked_at > MAX_LOOKED_AT:
            raise TooLarge

    def add(
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
        node = Node(id, kind, phase, round, step, seat, self._added, after, hears)
        self.nodes[id] = node
        self._added += 1
        self._edges += len(after) + len(hears)
        if self._added > MAX_NODES or self._edges > MAX_EDGES:
            raise TooLarge
        return node


class _Unrolling:
    """One phase, round by round."""

    def __init__(
        self,
        draft: _Draft,
        audience: Audience,
        phase: Phase,
        speakers: Mapping[str, list[Seat]],
        seed: int,
    ) -> None:
        spec = audience.spec
        earlier = [node for node in draft.nodes.values() if node.kind in SPEAKING]
        self._draft = draft
        self._phase = phase
        self._speakers = speakers
        self._seed = seed
        self._ears = Ears(audience, phase, speakers, earlier, draft.look)
        self._reads = {step.id: reads_of(spec, step) for step in phase.steps}
        self._back = {step.id: _back(step) for step in phase.steps}
        self._entry = draft.gate
        self._may_end = phase.always or bool(spec.rules_of(phase))
        self._spoke: dict[str, Node] = {}
        """The latest speaker of each step in which seats speak one by one."""
        if _waits_for_all(spec, phase):
            draft.opened = draft.gate

    def run(self, rounds: int) -> None:
        for round in range(1, rounds + 1):
            self._round(round)

    def _round(self, round: int) -> None:
        draft = self._draft
        self._ears.begin_round()
        played: list[Node] = []
        for step in self._phase.steps:
            nodes = list(self._step(round, step))
            draft.last_round[step.id] = nodes
            played += nodes
        after = draft.since(*played, draft.gate)
        draft.gate = draft.add(Kind.GATE, self._phase.id, round, "gate", "", after)
        if self._may_end:
            draft.opened = draft.gate

    def _step(self, round: int, step: Step) -> Iterator[Node]:
        if isinstance(step, Speak):
            seats = self._speakers[step.id]
            for seat in in_order(seats, step, self._phase.id, round, self._seed):
                yield self._add(Kind.TURN, round, step, seat.name)
        else:
            yield self._add(Kind.TALLY if isinstance(step, Tally) else Kind.LEDGER, round, step, "")

    def _add(self, kind: Kind, round: int, step: Step, seat: str) -> Node:
        after = self._draft.since(*self._after(round, step, seat))
        hears = self._ears.hears(step, seat)
        node = self._draft.add(kind, self._phase.id, round, step.id, seat, after, hears)
        self._draft.latest[node.author] = node
        if isinstance(step, Speak) and not step.order.is_parallel:
            self._spoke[step.id] = node
        self._ears.add(node)
        return node

    def _after(self, round: int, step: Step, seat: str) -> Iterable[Node | None]:
        """What a node waits for besides what it hears."""
        own, before = self._draft.latest.get(seat or step.id), self._spoke.get(step.id)
        if before is None or own is None or own.step != step.id:
            yield own
        yield before  # who speaks one by one waits for all of their step before them
        reads = self._reads[step.id]
        if before is None or before.round != round:
            yield from (node for name in reads.steps for node in self._last(name))
        if reads.more:
            yield self._draft.gate
        if round <= self._back[step.id]:
            yield self._entry  # how far a window reaches back depends on the rounds run

    def _last(self, step: str) -> list[Node]:
        return self._draft.last_round.get(step, [])


def _back(step: Step) -> int:
    """How many rounds the longest window of a step reaches back."""
    windows = (selector.window for selector in selectors_of(step))
    return max((window.rounds for window in windows if window.kind == "last"), default=0)


def _waits_for_all(spec: Spec, phase: Phase) -> bool:
    """Whether a phase begins only when everything before it is settled.

    After a phase that may end early everything does.
    """
    before = spec.phases[: spec.phases.index(phase)]
    closes = phase.always and not (before and before[-1].always)
    return closes or is_gated(phase) or any(map(is_gated, before[-1:]))


def turn_id(phase: str, round: int, step: str, seat: str = "") -> str:
    """The id of a node, such as `debate.r2.argue.skeptic`."""
    id = f"{phase}.r{round}.{step}"
    return f"{id}.{seat}" if seat else id

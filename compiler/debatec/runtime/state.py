"""Where a run stands: a fold over its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from debatec.graph.graph import Graph, Kind, Node
from debatec.runtime.events import (
    COUNTING,
    Asked,
    Dropped,
    Ended,
    Event,
    Failed,
    Finished,
    Gated,
    Purpose,
    Replied,
    Settled,
    Started,
    TurnOutcome,
    Warned,
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A prompt and its reply, in the attempt they belong to."""

    attempt: int
    purpose: Purpose
    prompt: str
    reply: str
    heard: tuple[str, ...]


@dataclass
class State:
    """A run so far; changed only by `apply`, so that the same events give the same state."""

    graph: Graph
    settled: dict[str, Settled] = field(default_factory=dict)
    exchanges: dict[str, list[Exchange]] = field(default_factory=dict)
    replies: dict[str, list[Replied]] = field(default_factory=dict)
    failures: dict[str, list[Failed]] = field(default_factory=dict)
    strikes: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, str] = field(default_factory=dict)
    gates: dict[str, Gated] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    started: bool = False
    ended: Ended | None = None
    ends: dict[str, Ended] = field(default_factory=dict)
    finished: Finished | None = None
    _asked: dict[str, Asked] = field(default_factory=dict)
    _has_replies: bool = False
    _run: dict[tuple[str, int], None] = field(default_factory=dict)

    def apply(self, event: Event) -> None:
        """Take one event into account."""
        match event:
            case Started():
                self.started = True
            case Warned():
                self.warnings.append(event.message)
            case Asked():
                self._asked[event.turn] = event
            case Replied():
                self._reply(event)
            case Failed():
                self._fail(event)
            case Dropped():
                self.dropped[event.seat] = event.message
            case Settled():
                self._settle(event)
            case Gated():
                gate = self.graph.of_round(event.phase, event.round)[-1]
                self.gates[gate.id] = event
            case Ended():
                self._end(event)
            case Finished():
                self.finished = event

    def _reply(self, event: Replied) -> None:
        asked = self._asked[event.turn]
        exchange = Exchange(event.attempt, event.purpose, asked.prompt, event.text, asked.heard)
        before = self.exchanges.get(event.turn, [])
        if event.purpose is Purpose.REPLY:  # the attempt begins, perhaps anew after a kill
            before = [earlier for earlier in before if earlier.attempt != event.attempt]
        self.exchanges[event.turn] = [*before, exchange]
        self.replies.setdefault(event.turn, []).append(event)

    def _fail(self, event: Failed) -> None:
        self.failures.setdefault(event.turn, []).append(event)
        if event.counts:
            seat = self.graph.nodes[event.turn].seat
            self.strikes[seat] = self.strikes.get(seat, 0) + 1

    def _settle(self, event: Settled) -> None:
        self.settled[event.node] = event
        node = self.graph.nodes[event.node]
        self._run.setdefault((node.phase, node.round))
        if node.kind is Kind.TURN and event.outcome is TurnOutcome.OK:
            self._has_replies = True

    def _end(self, event: Ended) -> None:
        self.ends.setdefault(event.phase, event)
        if self.ended is None or event.reason == "aborted":
            self.ended = event

    @property
    def rounds_run(self) -> list[tuple[str, int]]:
        """Phase and number of every round that was begun, in order."""
        return list(self._run)

    def has_reply(self, node: Node) -> bool:
        """Whether a node gave a reply, with or without the block it was asked for."""
        settled = self.settled.get(node.id)
        return settled is not None and settled.outcome is TurnOutcome.OK

    def is_valid(self, node: Node) -> bool:
        """Whether a node gave a reply that counts: in full, with its block where one is asked."""
        return self.has_reply(node) and self.settled[node.id].block in COUNTING

    def has_replies(self) -> bool:
        """Whether anybody has said anything."""
        return self._has_replies

    def was_asked(self, turn: str) -> bool:
        """Whether a request of a turn went out."""
        return turn in self._asked

    def kept(self, turn: str) -> list[Exchange]:
        """The exchanges of the attempt with which a turn was settled well."""
        if not self.has_reply(self.graph.nodes[turn]):
            return []
        attempt = self.settled[turn].attempt
        return [said for said in self.exchanges.get(turn, ()) if said.attempt == attempt]

    def failed_attempts(self, turn: str) -> int:
        return sum(failure.counts for failure in self.failures.get(turn, ()))


def fold(graph: Graph, events: Iterable[Event]) -> State:
    """The state after events."""
    state = State(graph)
    for event in events:
        state.apply(event)
    return state

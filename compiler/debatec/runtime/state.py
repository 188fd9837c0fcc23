"""Where a run stands: a fold over its events."""

from __future__ import annotations

from array import array
from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import Any

from debatec.frozen import frozen
from debatec.graph.analysis import estimated_tokens
from debatec.graph.graph import Graph, Kind, Node
from debatec.runtime.archive import Archive, Exchange, Shelf
from debatec.runtime.counts import Count, Spent, output_tokens
from debatec.runtime.events import (
    COUNTING,
    UNASKED,
    Asked,
    Decided,
    Dropped,
    Ended,
    Event,
    Failed,
    Finished,
    Gated,
    Part,
    Purpose,
    Replied,
    Resumed,
    Settled,
    Started,
    TurnOutcome,
    Warned,
)


@frozen
class Told:
    """What a turn that went well was told: replies and labels, and its length in tokens."""

    heard: tuple[str, ...]
    labels: Mapping[str, str]
    length: int


@frozen
class Effort:
    """Seconds and output tokens of all the replies of a turn."""

    seconds: float
    tokens: int


@frozen
class Reading:
    """Where conditions were read, before the node of index `upto`, and what was measured then."""

    round: int
    upto: int
    measured: Mapping[str, Any]


@dataclass(slots=True)
class State:
    """A run so far; changed only by `apply`, so that the same events give the same state.

    The texts of prompts are in memory while their turns are in flight, then in the ``archive``.
    Each event costs the same, however long the run; only an end that comes before what is settled
    already looks at more.
    """

    graph: Graph
    archive: Archive = field(default_factory=Shelf, compare=False, repr=False)
    settled: dict[str, Settled] = field(default_factory=dict)
    exchanges: dict[str, list[Exchange]] = field(default_factory=dict)
    """Of turns in flight."""
    told: dict[str, Told] = field(default_factory=dict)
    """Of turns that went well."""
    models: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The models that answered in a turn, where their servers told."""
    failures: dict[str, list[Failed]] = field(default_factory=dict)
    strikes: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, str] = field(default_factory=dict)
    decided: dict[tuple[Part, str], bool] = field(default_factory=dict)
    gates: dict[str, Gated] = field(default_factory=dict)
    """Readings of stop rules, by the gate or the turn after which they were made."""
    left: dict[str, int] = field(default_factory=dict)
    """Index of the last node that counts in each phase that was left."""
    skipped: set[str] = field(default_factory=set)
    """Phases that do not take place."""
    discarded: set[str] = field(default_factory=set)
    """Turns and program steps that lie behind an end which was found later."""
    taken_back: list[str] = field(default_factory=list)
    """Those of them that had a reply; the archive still has it."""
    spent: dict[str, Spent] = field(default_factory=dict)
    """What each seat was sent and said, over all its requests."""
    total: Spent = field(default_factory=Spent)
    reused: set[str] = field(default_factory=set)
    """Turns all of whose replies were taken over, in the last attempt."""
    reuses: str = ""
    """The run they are from; empty where nothing may be taken over."""
    started: bool = False
    ended: Ended | None = None
    ends: dict[str, Ended] = field(default_factory=dict)
    finished: Finished | None = None
    warnings: list[str] = field(default_factory=list)
    scrubbed: dict[str, set[str]] = field(default_factory=dict)
    """Turns whose replies named their own hidden author, by the turn that heard them."""
    rounds_run: list[tuple[str, int]] = field(default_factory=list)
    """Phase and number of every round that was begun, in the order of the document."""
    furthest: dict[str, int] = field(init=False)
    """How many rounds of each phase were begun, in the order of the document."""
    _asked: set[str] = field(default_factory=set)
    _requests: dict[str, Asked] = field(default_factory=dict)
    """The last request of each turn in flight."""
    _answers: dict[str, int] = field(default_factory=dict)
    """How many replies each turn in flight has had, in all attempts."""
    _places: dict[str, int] = field(default_factory=dict, compare=False)
    """Where a journal has these."""
    _seconds: array[float] = field(init=False)
    _tokens: array[int] = field(init=False)
    """Of the replies of each node, by its index; -1 where there is none."""
    _replied: int = 0
    _steps: dict[tuple[str, int], Count] = field(default_factory=dict)
    _rounds: dict[tuple[str, int], Count] = field(default_factory=dict)
    _readings: dict[tuple[str, str], list[Reading]] = field(default_factory=dict)
    _failed_at: dict[str, int] = field(default_factory=dict)
    _dropped_at: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.furthest = dict.fromkeys(self.graph.rounds, 0)
        self._seconds = array("d", [0.0]) * len(self.graph.nodes)
        self._tokens = array("q", [-1]) * len(self.graph.nodes)

    def apply(self, event: Event, place: int = 0) -> None:
        """Take one event into account; a journal has it at a ``place``, in bytes."""
        match event:
            case Asked():
                self._ask(event, place)
                if event.scrubbed:
                    self.scrubbed.setdefault(event.turn, set()).update(event.scrubbed)
            case Replied():
                self._reply(event, place)
            case Settled():
                self._settle(event)
            case Started():
                self.started, self.reuses = True, event.reuses
            case Resumed():
                self.warnings.extend(event.warnings)
            case Warned():
                self.warnings.append(event.message)
            case Failed():
                self._fail(event)
            case Dropped():
                self.dropped[event.seat] = event.message
                self._dropped_at[event.seat] = self._failed_at.get(event.seat, -1)
            case Decided():
                self._decide(event)
            case Gated():
                self._gate(event)
            case Ended():
                self._end(event)
            case Finished():
                self.finished = event

    def _ask(self, event: Asked, place: int) -> None:
        turn = self.graph.nodes[event.turn].id
        self._asked.add(turn)
        self._requests[turn] = event
        self._places[turn] = place

    def _reply(self, event: Replied, place: int) -> None:
        asked, sent_at = self._requests[event.turn], self._places[event.turn]
        exchange = Exchange(
            event.attempt,
            event.purpose,
            asked.prompt,
            event.text,
            asked.heard,
            asked.labels,
            (sent_at, place),
        )
        before = self.exchanges.get(event.turn, [])
        if event.purpose is Purpose.REPLY:  # the attempt begins, perhaps anew after a kill
            before = [earlier for earlier in before if earlier.attempt != event.attempt]
        self.exchanges[event.turn] = [*before, exchange]
        self._answers[event.turn] = self.answers(event.turn) + 1
        self._enter(event)
        if not event.origin:
            self.reused.discard(event.turn)
        elif event.purpose is Purpose.REPLY:
            self.reused.add(asked.turn)
        self.total.take(asked, event)
        self._spent(event.turn).take(asked, event)

    def _enter(self, event: Replied) -> None:
        """Enter what a reply took, and who gave it."""
        index = self._index(event.turn)
        self._seconds[index] += event.seconds
        self._tokens[index] = max(self._tokens[index], 0) + output_tokens(event)
        models = self.models.get(event.turn, ())
        if event.model and event.model not in models:
            self.models[event.turn] = (*models, intern(event.model))

    def _spent(self, turn: str) -> Spent:
        seat = self.graph.nodes[turn].seat
        return self.spent.get(seat) or self.spent.setdefault(seat, Spent())

    def _fail(self, event: Failed) -> None:
        self.failures.setdefault(event.turn, []).append(event)
        node = self.graph.nodes[event.turn]
        self._failed_at[node.seat] = node.index
        if event.counts:
            self.strikes[node.seat] = self.strikes.get(node.seat, 0) + 1

    def _settle(self, event: Settled) -> None:
        node = self.graph.nodes[event.node]
        if event.node in self.settled:
            self._count(node, self.settled[event.node], -1)
        if event.outcome is TurnOutcome.CANCELLED and self._is_behind(node):
            self.discarded.add(node.id)
            if node.kind is Kind.TURN and self.has_reply(node):
                self.taken_back.append(node.id)
        self.settled[event.node] = event
        self._put_away(event)
        self._count(node, event, 1)

    def _put_away(self, event: Settled) -> None:
        """Leave the texts of a turn that is over to the archive."""
        said = self.said(event)
        if said:
            self.archive.keep(event.node, said)
            self.told[event.node] = self._told(said)
        elif event.outcome is not TurnOutcome.OK:
            self.told.pop(event.node, None)
        self.exchanges.pop(event.node, None)
        self._requests.pop(event.node, None)
        self._places.pop(event.node, None)
        self._answers.pop(event.node, None)

    def _told(self, said: Sequence[Exchange]) -> Told:
        """What exchanges come to; the names of what was heard are those of the graph."""
        nodes, keys = self.graph.nodes, [key for one in said for key in one.heard]
        heard = tuple([nodes[key].id if key in nodes else key for key in keys])
        labels = {name: label for one in said for name, label in one.labels.items()}
        lengths = (estimated_tokens(one.prompt) + estimated_tokens(one.reply) for one in said)
        return Told(heard, labels or _NO_LABELS, sum(lengths))

    def _count(self, node: Node, settled: Settled, by: int) -> None:
        """Enter a node into the counts of its step and round, or take it out of them."""
        here, valid = (node.phase, node.round), self.is_valid(node)
        if node.id not in self.discarded:
            self._run(here, by)
        if node.kind is not Kind.TURN:
            return
        has_reply = settled.outcome is TurnOutcome.OK
        for counts, key in ((self._steps, (node.step, node.round)), (self._rounds, here)):
            count = counts.get(key) or counts.setdefault(key, Count())
            count.take(settled, valid, by)
        self._replied += by * has_reply
        if has_reply and node.id in self.told:
            self._spent(node.id).keep(self.told[node.id].length, by)

    def _run(self, round: tuple[str, int], by: int) -> None:
        count = self._rounds.get(round) or self._rounds.setdefault(round, Count())
        if by > 0 and not count.nodes:
            self._begin(round)
            self.furthest[round[0]] = max(round[1], self.furthest[round[0]])
        count.nodes += by
        if not count.nodes:
            self.rounds_run.remove(round)
            left = (number for phase, number in self.rounds_run if phase == round[0])
            self.furthest[round[0]] = max(left, default=0)

    def _begin(self, round: tuple[str, int]) -> None:
        """Enter a round at its place in the document, which is the last but for a few."""
        begun = self.rounds_run
        if not begun or self._first(begun[-1]) < self._first(round):
            begun.append(round)
        else:
            insort(begun, round, key=self._first)

    def _first(self, round: tuple[str, int]) -> int:
        return self.graph.of_round(*round)[0].index

    def _decide(self, event: Decided) -> None:
        node = self.graph.nodes[event.node]
        self.decided[event.part, event.node] = event.holds
        if event.part is Part.PHASE and not event.holds:
            self.skipped.add(node.phase)
        self._read(_condition(event.part, node), node.round, node.index, event.measured)

    def _gate(self, event: Gated) -> None:
        node = self._place_of(event)
        self.gates[node.id] = event
        if event.fired:
            self.left[event.phase] = node.index
            self._take_back(node)
        if event.measured is None:
            return
        if not event.turn:
            self._read(("round", event.phase), event.round, node.index, event.measured)
            before = len(self.turns_read_until(node))
            del self._readings.setdefault(("turn", event.phase), [])[before:]
        self._read(("turn", event.phase), event.round, node.index + 1, event.measured)

    def _take_back(self, node: Node) -> None:
        """Take back an end of the debate that was found in what a phase is left before."""
        end = self.debate_end
        if end is not None and end > node.index and self.ends.get(node.phase) is self.ended:
            del self.ends[node.phase]
            self.ended = None

    def _place_of(self, event: Gated) -> Node:
        return (
            self.graph.nodes[event.turn]
            if event.turn
            else self.graph.of_round(event.phase, event.round)[-1]
        )

    def _read(
        self, key: tuple[str, str], round: int, upto: int, measured: Mapping[str, Any]
    ) -> None:
        self._readings.setdefault(key, []).append(Reading(round, upto, measured))

    def _end(self, event: Ended) -> None:
        self.ends[event.phase] = event
        index = self.graph.nodes[event.after].index if event.after else None
        if event.closing:
            assert index is not None
            self.left[event.phase] = index
            return
        self.ended = event
        if index is not None:
            self.gates = {id: g for id, g in self.gates.items() if self._index(id) <= index}
            self.left = {phase: last for phase, last in self.left.items() if last <= index}
            back = [seat for seat, last in self._dropped_at.items() if last > index]
            for seat in back:
                del self.dropped[seat], self._dropped_at[seat]

    def _index(self, id: str) -> int:
        return self.graph.nodes[id].index

    def _is_behind(self, node: Node) -> bool:
        """Whether a node that was cut off lies behind the end of its phase or of the debate."""
        end = self.debate_end
        is_left = node.index > self.left.get(node.phase, node.index)
        return is_left or (end is not None and node.index > end)

    @property
    def is_uncut(self) -> bool:
        """Whether nothing was left, skipped or ended so far."""
        return self.ended is None and not self.left and not self.skipped

    @property
    def debate_end(self) -> int | None:
        """Index of the node after which the debate ended; None where it did not, or at no node."""
        return self._index(self.ended.after) if self.ended and self.ended.after else None

    def count(self, step: str, round: int) -> Count:
        """How the turns of a step in a round came out so far."""
        return self._steps.get((step, round), Count())

    def count_round(self, phase: str, round: int) -> Count:
        """How the turns of a round came out so far."""
        return self._rounds.get((phase, round), Count())

    def decided_before(self, part: Part, node: Node) -> Sequence[Reading]:
        """The earlier readings of the condition that decides of a node."""
        return self._readings.get(_condition(part, node), ())

    def rounds_read(self, phase: str) -> Sequence[Reading]:
        """The readings of stop rules at the ends of a phase's rounds."""
        return self._readings.get(("round", phase), ())

    def turns_read(self, phase: str) -> Sequence[Reading]:
        """The readings of stop rules after a phase's turns."""
        return self._readings.get(("turn", phase), ())

    def turns_read_until(self, gate: Node) -> Sequence[Reading]:
        """The readings after turns that came before the one at the end of a round.

        That one stands for the reading after the last turn, wherever that turn was.
        """
        read = self.turns_read(gate.phase)
        if not read or read[-1].round != gate.round:
            return read
        nodes = self.graph.of_round(gate.phase, gate.round)
        later = [node for node in nodes if node.index >= read[-1].upto]
        return read if any(map(self.was_taken, later)) else read[:-1]

    def was_taken(self, node: Node) -> bool:
        """Whether a node is a turn whose seat was asked to the end."""
        settled = self.settled.get(node.id)
        return node.kind is Kind.TURN and settled is not None and settled.outcome not in UNASKED

    def counts(self, node: Node) -> bool:
        """Whether a node is over, and not behind an end that was found later."""
        return node.id in self.settled and node.id not in self.discarded

    def has_reply(self, node: Node) -> bool:
        """Whether a node gave a reply, with or without the block it was asked for."""
        settled = self.settled.get(node.id)
        return settled is not None and settled.outcome is TurnOutcome.OK

    def is_valid(self, node: Node) -> bool:
        """Whether a node gave a reply that counts: in full, with its block where one is asked."""
        return self.has_reply(node) and self.settled[node.id].block in COUNTING

    def is_live(self, seat: str, before: int) -> bool:
        """Whether a seat had not been dropped before the node of some index."""
        return self._dropped_at.get(seat, before) >= before

    def has_replies(self) -> bool:
        """Whether anybody has said anything."""
        return self._replied > 0

    def was_asked(self, turn: str) -> bool:
        """Whether a request of a turn went out."""
        return turn in self._asked

    def is_in_flight(self, turn: str) -> bool:
        """Whether a request of a turn that is not settled went out."""
        return turn in self._requests

    def said(self, settled: Settled) -> list[Exchange]:
        """Of a turn in flight, the exchanges of the attempt with which it is settled well."""
        if settled.outcome is not TurnOutcome.OK:
            return []
        said = self.exchanges.get(settled.node, ())
        return [exchange for exchange in said if exchange.attempt == settled.attempt]

    def sent(self, settled: Settled) -> list[str]:
        """Of a turn in flight, the prompts of the attempt that goes well, else the last one."""
        said = self.said(settled)
        return [one.prompt for one in said] or [self._requests[settled.node].prompt]

    def kept(self, turn: str) -> Sequence[Exchange]:
        """The exchanges of the attempt with which a turn was settled well, from the archive."""
        return self.archive.recall(turn) if self.has_reply(self.graph.nodes[turn]) else []

    def answers(self, turn: str) -> int:
        """How many replies a turn in flight has had, in all its attempts."""
        return self._answers.get(turn, 0)

    def effort(self, turn: str) -> Effort | None:
        """What the replies of a turn took; None where nobody replied."""
        index = self._index(turn)
        tokens = self._tokens[index]
        return None if tokens < 0 else Effort(self._seconds[index], tokens)

    def failed_attempts(self, turn: str) -> int:
        return sum(failure.counts for failure in self.failures.get(turn, ()))


_NO_LABELS: Mapping[str, str] = {}


def _condition(part: Part, node: Node) -> tuple[str, str]:
    """Names the condition that decides of a node, whatever its round."""
    of = {Part.PHASE: node.phase, Part.STEP: node.step, Part.SEAT: f"{node.step}.{node.seat}"}
    return part, of[part]


def fold(graph: Graph, events: Iterable[Event]) -> State:
    """The state after events."""
    state = State(graph)
    for event in events:
        state.apply(event)
    return state

"""What was sent and said in turns that are over: in memory, or where the journal has it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from debatec.frozen import frozen
from debatec.graph.graph import Graph
from debatec.runtime.events import Asked, Event, Purpose, Replied


@frozen
class Exchange:
    """A prompt and its reply, in the attempt they belong to.

    ``places`` are where a journal has the two, in bytes from its beginning.
    """

    attempt: int
    purpose: Purpose
    prompt: str
    reply: str
    heard: tuple[str, ...]
    labels: Mapping[str, str]
    places: tuple[int, int] = field(default=(0, 0), compare=False)


class Archive(Protocol):
    """Keeps what was sent and said in turns that are over: most of it is never asked for again."""

    def keep(self, turn: str, exchanges: Sequence[Exchange]) -> None:
        """Keep the exchanges of the attempt with which a turn was settled well."""

    def recall(self, turn: str) -> Sequence[Exchange]:
        """The exchanges that were kept of a turn."""


class Shelf:
    """An archive in memory, for what has no journal."""

    def __init__(self) -> None:
        self._kept: dict[str, Sequence[Exchange]] = {}

    def keep(self, turn: str, exchanges: Sequence[Exchange]) -> None:
        self._kept[turn] = exchanges

    def recall(self, turn: str) -> Sequence[Exchange]:
        return self._kept.get(turn, [])


class JournalArchive:
    """The exchanges of turns that are over, read back from a journal when they are asked for.

    ``event_at`` reads the event at a place. Of each turn only the places of its lines are kept.
    """

    def __init__(self, graph: Graph, event_at: Callable[[int], Event]) -> None:
        self._graph = graph
        self._event_at = event_at
        self._places = array("Q")
        """Two for each exchange, of the prompt and of the reply."""
        self._spans = array("Q", [0]) * (2 * len(graph.nodes))
        """Where among the places those of each node begin, and where they end."""

    def keep(self, turn: str, exchanges: Sequence[Exchange]) -> None:
        """Note where the exchanges of a turn stand."""
        first = len(self._places)
        for exchange in exchanges:
            self._places.extend(exchange.places)
        index = 2 * self._graph.nodes[turn].index
        self._spans[index : index + 2] = array("Q", [first, len(self._places)])

    def recall(self, turn: str) -> list[Exchange]:
        """The exchanges of a turn.

        Raises:
            JournalError: the journal cannot be read.
        """
        index = 2 * self._graph.nodes[turn].index
        first, end = self._spans[index : index + 2]
        pairs = range(first, end, 2)
        return [self._exchange(self._places[n], self._places[n + 1]) for n in pairs]

    def _exchange(self, sent_at: int, said_at: int) -> Exchange:
        asked, replied = self._event_at(sent_at), self._event_at(said_at)
        assert isinstance(asked, Asked)
        assert isinstance(replied, Replied)
        return Exchange(
            asked.attempt,
            asked.purpose,
            asked.prompt,
            replied.text,
            asked.heard,
            asked.labels,
            (sent_at, said_at),
        )

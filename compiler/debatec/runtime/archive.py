"""What was sent and said in a run, kept where it stands: in the journal."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from debatec.graph.graph import Graph
from debatec.runtime.events import Asked, Event, Replied
from debatec.runtime.state import Exchange


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

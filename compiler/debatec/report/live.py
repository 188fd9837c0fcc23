"""A run followed on a terminal: replies as they stream in, then each one whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console, Group
from rich.live import Live as Screen
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from debatec.graph.analysis import estimated_tokens
from debatec.graph.graph import Graph, Kind, Node
from debatec.report.lines import heading, notice, summary
from debatec.report.text import duration, visible
from debatec.runtime.events import Asked, Event, Purpose, Settled
from debatec.runtime.state import State

COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "red")
TAIL = 3
"""Lines of each reply in the making that are shown."""


_DOING = {
    Purpose.REPLY: "writes",
    Purpose.REPAIR: "mends its reply",
    Purpose.BLOCK: "fills in its block",
}


@dataclass
class _Speaking:
    """A turn in flight: what has come in, and since when (seconds)."""

    node: Node
    since: float
    pieces: list[str] = field(default_factory=list)
    purpose: Purpose = Purpose.REPLY


class Live:
    """Follows a run on a terminal; use it as a context manager around the run."""

    def __init__(self, graph: Graph, console: Console, seconds: Callable[[], float]) -> None:
        self._graph = graph
        self._console = console
        self._seconds = seconds
        self._round: tuple[str, int] | None = None
        self._speaking: dict[str, _Speaking] = {}
        seats = list(graph.seats)
        self._colours = {seat: COLOURS[n % len(COLOURS)] for n, seat in enumerate(seats)}
        self._screen = Screen(
            get_renderable=self._speakers, console=console, refresh_per_second=8, transient=True
        )

    def __enter__(self) -> Live:
        self._screen.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._screen.stop()

    def say(self, text: str) -> None:
        self._console.print(Text(text, style="dim"))

    def delta(self, node: Node, text: str) -> None:
        if node.id in self._speaking:
            self._speaking[node.id].pieces.append(text)

    def event(self, event: Event, state: State) -> None:
        match event:
            case Asked():
                self._begin(event)
            case Settled():
                self._settled(event, state)
            case _:
                line = notice(event)
                if line:
                    self._console.print(Text(line, style="yellow" if line[0] == "!" else "dim"))

    def _begin(self, event: Asked) -> None:
        node = self._graph.nodes[event.turn]
        self._enter(node)
        before = self._speaking.get(event.turn)
        since = before.since if before else self._seconds()
        self._speaking[event.turn] = _Speaking(node, since, purpose=event.purpose)

    def _enter(self, node: Node) -> None:
        if (node.phase, node.round) != self._round:
            self._round = (node.phase, node.round)
            self._console.print(Rule(heading(self._graph, node), align="left", style="dim"))

    def _settled(self, event: Settled, state: State) -> None:
        self._speaking.pop(event.node, None)
        node = self._graph.nodes[event.node]
        self._enter(node)
        self._console.print(Text(summary(node, event, state), style=self._style(node)))
        text = visible(event.text).strip()
        if text:
            self._console.print(Padding(Text(text), (0, 0, 0, 2)))
        self._console.print()

    def _style(self, node: Node) -> str:
        return f"bold {self._colours[node.seat]}" if node.kind is Kind.TURN else "bold"

    def _speakers(self) -> Group:
        rows = sorted(self._speaking.values(), key=lambda item: item.node.index)
        return Group(*(part for row in rows for part in self._row(row)))

    def _row(self, row: _Speaking) -> list[Text | Padding]:
        text = visible("".join(row.pieces))
        doing = _DOING[row.purpose]
        head = (
            f"{row.node.author} ({row.node.step}, round {row.node.round}) {doing} · "
            f"{duration(self._seconds() - row.since)} · about {estimated_tokens(text)} tokens"
        )
        width = max(20, self._console.width - 4)
        tail = Text(text.strip()).wrap(self._console, width)[-TAIL:]
        body = Padding(Text("\n").join(tail), (0, 0, 0, 2)) if text.strip() else Text("")
        return [Text(head, style=self._style(row.node)), body]

"""A run followed in a pipe or a log: plain lines, one thing each."""

from __future__ import annotations

from collections.abc import Callable

from debatec.graph.graph import Graph, Kind, Node
from debatec.report.text import duration, plural, shortened, visible
from debatec.runtime.events import (
    Asked,
    BlockStatus,
    Decided,
    Dropped,
    Ended,
    Event,
    Failed,
    Gated,
    Late,
    Part,
    Resumed,
    Settled,
    TurnOutcome,
    Warned,
)
from debatec.runtime.state import State
from debatec.source.text import one_line

_LONGEST_REASON = 200


class Lines:
    """Follows a run and says each thing once, when it is over."""

    def __init__(self, graph: Graph, write: Callable[[str], None]) -> None:
        self._graph = graph
        self._write = write
        self._round: tuple[str, int] | None = None

    def say(self, text: str) -> None:
        self._write(text)

    def delta(self, node: Node, text: str) -> None:
        """Pieces are not shown; the reply is, once it is whole."""

    def event(self, event: Event, state: State) -> None:
        match event:
            case Asked():
                self._enter(self._graph.nodes[event.turn])
            case Settled():
                self._settled(event, state)
            case _:
                line = notice(event)
                if line:
                    self._write(line)

    def _settled(self, event: Settled, state: State) -> None:
        node = self._graph.nodes[event.node]
        self._enter(node)
        self._write(f"\n{summary(node, event, state)}")
        for line in visible(event.text).strip().splitlines():
            self._write(f"  {line}")

    def _enter(self, node: Node) -> None:
        if (node.phase, node.round) != self._round:
            self._round = (node.phase, node.round)
            self._write(f"\n== {heading(self._graph, node)} ==")


def heading(graph: Graph, node: Node) -> str:
    """A round's name, as in `debate, round 1 of 3`."""
    return f"{node.phase}, round {node.round} of {graph.rounds[node.phase]}"


def summary(node: Node, settled: Settled, state: State) -> str:
    """Who spoke where, how it ended, and what it took."""
    parts = [f"{node.author} ({node.step}, round {node.round})"]
    if settled.outcome is not TurnOutcome.OK:
        skipped = settled.outcome is TurnOutcome.SKIPPED
        parts.append(f"{'' if skipped else 'no reply: '}{without_reply(settled)}")
    if node.kind is Kind.TURN:
        if node.id in state.reused:
            parts.append(f"taken over from {one_line(visible(state.reuses))}")
        elif effort := state.effort(node.id):
            parts += [duration(effort.seconds), plural(effort.tokens, "token")]
        parts += _block(settled)
    return " · ".join(parts)


def without_reply(settled: Settled) -> str:
    """Why there is no reply, as in `timeout, no reply within 300 s`."""
    message = one_line(visible(settled.message))
    return f"{settled.outcome}, {message}" if message else str(settled.outcome)


def _block(settled: Settled) -> list[str]:
    if settled.block is BlockStatus.NONE or settled.outcome is not TurnOutcome.OK:
        return []
    words = ", ".join(f"{name}: {_short(value)}" for name, value in (settled.data or {}).items())
    told = [words] if words else []
    return told if settled.block is BlockStatus.VALID else [*told, blemish(settled)]


def blemish(settled: Settled) -> str:
    """Why a block is not simply valid, as in `abstained: there is no vote block in it`."""
    status, why = settled.block.value.replace("_", "-"), one_line(visible(settled.message))
    return f"{status}: {shortened(why, _LONGEST_REASON)}" if why else status


def _short(value: object) -> str:
    """A block's value in a few words: a list by its length."""
    if isinstance(value, list):
        return str(len(value))
    return shortened(visible(str(value)).split("\n")[0], 40)


def notice(event: Event) -> str:
    """What there is to say of an event that is no reply; empty where it goes without saying."""
    match event:
        case Failed():
            again = "" if event.counts else ", waiting"
            return f"! {event.turn}, attempt {event.attempt}: {event.outcome}{again}: " + visible(
                event.message
            )
        case Late():
            return f"! {event.turn}, attempt {event.attempt}: what came too late is not used"
        case Dropped():
            return f"! {event.seat} is dropped: {visible(event.message)}"
        case Warned():
            return f"! {visible(event.message)}"
        case Ended():
            what = f"'{event.phase}'" if event.closing else "The debate"
            why = f": {visible(event.message)}" if event.message else ""
            return f"! {what} ends ({event.reason}){why}"
        case Decided(part=Part.PHASE, holds=False):
            return f"-- '{event.node.split('.')[0]}' is left out: its 'when' does not hold"
        case Gated(fired=str(fired)):
            return f"-- {event.phase} ends after {event.turn or f'round {event.round}'}: {fired}"
        case Resumed():
            return "-- taken up again"
        case _:
            return ""

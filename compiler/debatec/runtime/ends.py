"""What ends a phase or the debate: stop rules, a missed quorum, silence, a limit, the user."""

from __future__ import annotations

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Ended, Gated
from debatec.runtime.floor import Floor
from debatec.runtime.gate import (
    below_quorum,
    ends_debate,
    is_silent,
    read_round,
    read_turn,
    turn_rules,
)

ABORTED = "aborted"


class Ends:
    """Looks for ends as nodes come to be settled, and knows what lies behind them.

    An end stands at a node: what follows it in the document does not count, whenever it happened.
    Only a limit or the user ends the debate at a moment: then all counts that is there.
    """

    def __init__(self, floor: Floor) -> None:
        plan = self._plan = floor.plan
        self._state = floor.state
        self._record = floor.record
        self._elapsed = floor.now
        self._always = plan.once(_always)
        self._by_turn = plan.once(_by_turn)
        self._read: dict[tuple[str, int], int] = {}
        self._found: int | None = -1 if floor.state.ended or floor.state.left else None

    @property
    def is_news(self) -> bool:
        """Whether an end was found since the news were taken."""
        return self._found is not None

    def news(self) -> int:
        """Take the news: the index of the first node at which an end was found."""
        found, self._found = self._found, None
        return -1 if found is None else found

    def is_bounded(self, node: Node) -> bool:
        """Whether the limits of the debate hold for a node."""
        return node.phase not in self._always

    def is_skipped(self, node: Node) -> bool:
        """Whether the debate has ended, or left the node's phase, before the node."""
        state = self._state
        if state.is_uncut and node.phase not in self._always:
            return False
        if node.kind is Kind.EMIT:
            return False
        if node.phase in state.skipped or self.is_behind(node):
            return True
        ended = state.ended
        if node.phase in self._always:
            return (ended is not None and ended.reason == ABORTED) or not state.has_replies()
        return ended is not None and not ended.after

    def is_behind(self, node: Node) -> bool:
        """Whether a node stands behind the end of its phase, or of the debate it is part of."""
        if self._state.is_uncut:
            return False
        if node.index > self._state.left.get(node.phase, node.index):
            return True
        end = self._state.debate_end
        return end is not None and node.index > end and node.phase not in self._always

    def at(self, node: Node) -> None:
        """Look for what ends something now that a turn or a program step is settled."""
        if self.is_skipped(node):
            return
        if node.phase in self._by_turn:
            self._read_turns(node)
        short = below_quorum(self._plan, self._state, node)
        if short:
            last = self._plan.graph.of_place(node.step, node.round)[-1]
            self._end("quorum", last, short)

    def at_gate(self, gate: Node) -> None:
        """Read the stop rules at the end of a round, unless they were read already."""
        gated = self._state.gates.get(gate.id)
        if gated is None:
            gated = read_round(self._plan, self._state, gate, self._elapsed())
            self._record(gated)
        self._heed(gated, gate)
        if is_silent(self._state, gate):
            self._end("silence", gate, f"nobody replied in round {gate.round} of '{gate.phase}'")

    def now(self, reason: str, first: Node, message: str) -> None:
        """End the debate where it stands; ``first`` is what would come next."""
        self._record(Ended(reason, first.phase, first.round, message))
        self._find(first.index)

    def _find(self, index: int) -> None:
        self._found = index if self._found is None else min(index, self._found)

    def _read_turns(self, node: Node) -> None:
        """Read the rules of turns, as far as all is settled in the order of the document.

        After the last turn of a round they are read at its end. A quorum that was missed goes
        before them: nothing is read from there on.
        """
        here = (node.phase, node.round)
        nodes = self._plan.graph.of_round(*here)
        last = max(other.index for other in nodes if other.kind is Kind.TURN)
        while (turn := nodes[self._read.get(here, 0)]).id in self._state.settled:
            if self._misses_quorum(turn):
                return
            self._read[here] = self._read.get(here, 0) + 1
            if self._state.was_taken(turn) and turn.index < last and not self.is_skipped(turn):
                self._read_turn(turn)

    def _misses_quorum(self, turn: Node) -> bool:
        """Whether a step comes to its end with a turn, and short of its quorum."""
        is_last = turn is self._plan.graph.of_place(turn.step, turn.round)[-1]
        return is_last and below_quorum(self._plan, self._state, turn) is not None

    def _read_turn(self, turn: Node) -> None:
        gated = self._state.gates.get(turn.id)
        if gated is None:
            gated = read_turn(self._plan, self._state, turn, self._elapsed())
            self._record(gated)
        self._heed(gated, turn)

    def _heed(self, gated: Gated, node: Node) -> None:
        if gated.fired:
            self._find(node.index)
            if ends_debate(self._plan, gated.phase, gated.fired):
                self._end(gated.fired, node, "")

    def _end(self, reason: str, node: Node, message: str) -> None:
        """End the debate after a node, or but the phase where that is a closing one."""
        state, closing = self._state, node.phase in self._always
        known = state.left.get(node.phase) if closing else state.debate_end
        if self.is_skipped(node) or (known is not None and known <= node.index):
            return
        self._record(Ended(reason, node.phase, node.round, message, node.id, closing))
        self._find(node.index)


def _always(plan: Plan) -> frozenset[str]:
    """The phases that take place even where the debate has ended."""
    return frozenset(phase.id for phase in plan.spec.phases if phase.always)


def _by_turn(plan: Plan) -> frozenset[str]:
    """The phases that have rules to read after every turn."""
    return frozenset(phase.id for phase in plan.spec.phases if turn_rules(plan, phase.id))

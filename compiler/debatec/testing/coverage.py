"""What the tests of a debate reached, and what none of them did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from debatec.frozen import frozen
from debatec.graph.graph import Kind
from debatec.graph.reads import settled_where
from debatec.runtime.events import BlockStatus, Decided, Ended, Event, Gated, Part, Settled
from debatec.runtime.outcome import phase_ends
from debatec.runtime.seating import Seating
from debatec.spec.model import Fallback, Speak, Spec
from debatec.template import tree
from debatec.template.rendering import Taken
from debatec.template.template import Template
from debatec.testing.items import Item, Key, What, branch_key, items_of, key_of
from debatec.testing.playing import Played

_LACKING = frozenset(
    {BlockStatus.STAND_IN, BlockStatus.ABSTAINED, BlockStatus.INVALID, BlockStatus.FAILED}
)


@frozen
class Share:
    """How many of some items were reached."""

    reached: int
    items: int

    @property
    def percent(self) -> float:
        """Rounded down to a tenth, so that only all of them are 100."""
        return 1000 * self.reached // self.items / 10 if self.items else 100.0

    def __str__(self) -> str:
        return f"{self.reached}/{self.items}"


@dataclass
class Coverage:
    """The items of a debate, and those that runs of it reached.

    What happened is read from events; only what is written of a text has to be told by `trace`.
    """

    spec: Spec
    _reached: set[Key] = field(default_factory=set)

    @cached_property
    def items(self) -> list[Item]:
        return items_of(self.spec)

    @property
    def untested(self) -> list[Item]:
        """The items that no run reached, in the order of their kinds and places."""
        missing = [item for item in self.items if item.key not in self._reached]
        order = list(What)
        return sorted(missing, key=lambda item: (order.index(item.what), item.span.start))

    def share(self, what: What | None = None) -> Share:
        """How many items of a kind, or of all, were reached."""
        items = [item for item in self.items if what in (None, item.what)]
        return Share(sum(item.key in self._reached for item in items), len(items))

    def trace(self, text: Template) -> Taken:
        """A text is written: what to tell of its branches."""
        self._reached.add(key_of(text.text))

        def taken(statement: tree.If, at: int) -> None:
            self._reached.add(branch_key(text, statement, at))

        return taken

    def take(self, played: Played) -> None:
        """Take a run into account."""
        for event in played.events:
            self._reached.update(self._of_event(played, event))
        for end in phase_ends(played.plan, played.state):
            if end.rounds:
                self._reached.add((What.PHASE, end.phase))
            if end.reason == "rounds":
                self._reached.add((What.CAP, end.phase))
        self._reached.update(self._settled_wheres(played))
        self._introduce(played)

    def _of_event(self, played: Played, event: Event) -> Iterator[Key]:
        nodes = played.plan.graph.nodes
        match event:
            case Gated():
                yield from ((What.STOP, rule) for rule in event.held)
            case Decided(part=Part.SEAT):
                yield (What.WHERE, nodes[event.node].step, event.holds)
            case Decided():
                node = nodes[event.node]
                part = node.phase if event.part is Part.PHASE else node.step
                yield (What.WHEN, part, event.holds)
            case Settled() if nodes[event.node].kind is Kind.TURN:
                if self._lacks_block(nodes[event.node].step, event.block):
                    yield (What.BLOCK, nodes[event.node].step)
            case Ended(reason="quorum"):
                yield (What.QUORUM, nodes[event.after].step)

    def _lacks_block(self, step: str, block: BlockStatus) -> bool:
        """Whether what a block has in place of a valid one came to be used."""
        speak = self.spec.step(step)
        returns = speak.returns if isinstance(speak, Speak) else None
        if returns and self.spec.blocks[returns].otherwise is Fallback.MARK:
            return block is BlockStatus.MARKED
        return block in _LACKING

    def _settled_wheres(self, played: Played) -> Iterator[Key]:
        """Conditions on speakers that the plan settled: who is in its graph, and who is not."""
        plan = played.plan
        for _, step in plan.spec.steps():
            if not isinstance(step, Speak) or not settled_where(step, plan.inputs):
                continue
            roles = plan.spec.roles_of(step.speakers)
            seats = {seat.name for seat in plan.graph.seats.values() if seat.role in roles}
            asked = {node.seat for node in plan.graph.of_step(step.id)}
            yield from ((What.WHERE, step.id, True) for _ in asked)
            yield from ((What.WHERE, step.id, False) for _ in seats - asked)

    def _introduce(self, played: Played) -> None:
        """Write what introduces the seats that were asked once more, and see how."""
        seating, state = Seating(played.plan, self.trace), played.state
        asked = {turn.seat for turn in played.plan.graph.turns() if state.was_asked(turn.id)}
        for seat in sorted(asked):
            seating.system(seat)

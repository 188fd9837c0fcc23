"""Which replies a turn hears, in which form and in which order."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Node
from debatec.graph.hearing import Audience, Place, chosen, heard_before
from debatec.graph.plan import Plan
from debatec.runtime.events import TurnOutcome
from debatec.runtime.parsed import value_of
from debatec.runtime.records import fields_of, parts
from debatec.runtime.state import State
from debatec.runtime.view import View
from debatec.spec.model import Selector, Speak, Step
from debatec.template.values import holds


@frozen
class Hearing:
    """A reply that a turn hears: the parts of it, None for the whole, and whether it is unnamed.

    ``draw`` is the number of the shuffled selector that it is heard through.
    """

    node: Node
    take: tuple[str, ...] | None
    hidden: bool = False
    draw: int | None = None

    @property
    def key(self) -> str:
        """Names the reply in this form: a session is told it once."""
        key = self.node.id if self.take is None else f"{self.node.id}:{','.join(self.take)}"
        return f"{key}#hidden" if self.hidden else key


class Listener:
    """Chooses the replies that the nodes of one run hear."""

    def __init__(self, plan: Plan, state: State, cast: Mapping[str, Mapping[str, Any]]) -> None:
        self._plan = plan
        self._state = state
        self._cast = cast
        self._audience = plan.once(_audience)

    def hearings(self, node: Node, selectors: Sequence[Selector], since: int = 0) -> list[Hearing]:
        """The replies that selectors choose for a node, in the order in which they are heard.

        What stands before ``since`` in the document is left out.
        """
        place = Place(node.phase, node.round, self._step(node), node.seat)
        before = heard_before(place, self._sources(node, since))
        if len(selectors) == 1:
            only = self._chosen(node, place, selectors[0], before)
            heard = [_hearing(source, [0], selectors) for source in only]
            return self._shuffled(node, heard) if selectors[0].shuffled else heard
        found: dict[str, list[int]] = {}
        for number, selector in enumerate(selectors):
            for source in self._chosen(node, place, selector, before):
                found.setdefault(source.id, []).append(number)
        heard = [_hearing(n, found[n.id], selectors) for n in before if n.id in found]
        return self._shuffled(node, heard) if any(s.shuffled for s in selectors) else heard

    def _step(self, node: Node) -> Step:
        step = self._plan.spec.step(node.step)
        assert step is not None
        return step

    def _sources(self, node: Node, since: int) -> list[Node]:
        """The nodes that a node may hear, in the order of the document, as `hears` has them."""
        nodes, hears = self._plan.graph.nodes, node.hears
        if since:
            hears = hears[bisect_left(hears, since, key=lambda id: nodes[id].index) :]
        return [nodes[id] for id in hears]

    def _chosen(
        self, node: Node, place: Place, selector: Selector, before: list[Node]
    ) -> list[Node]:
        matched = self._audience.matching(selector, place, before)
        placed = chosen(selector, place, matched, self._state.furthest)
        told = [source for source in placed if self._is_told(source.id)]
        if selector.where is not None:
            passes = self._condition(node, selector)
            told = [n for n in told if passes(n)]
        return told[-selector.newest :] if selector.newest else told

    def _is_told(self, id: str) -> bool:
        """Whether a node had its place; one that was skipped is not told, nor is an older one."""
        state, settled = self._state, self._state.settled.get(id)
        is_told = settled is not None and settled.outcome is not TurnOutcome.SKIPPED
        return is_told and id not in state.discarded

    def _condition(self, node: Node, selector: Selector) -> Callable[[Node], bool]:
        """What tells whether the `where` of a selector holds of a reply, read where a node is."""
        step, where = self._step(node), selector.where
        assert where is not None
        apart = node.step if isinstance(step, Speak) and step.order.is_parallel else ""
        place = (node.phase, node.round, node.index)
        seat = self._cast.get(node.seat)
        view = View(self._plan, self._state, *place, 0.0, apart=apart, seat=seat)
        return lambda source: holds(value_of(where, replace(view, it=self._it(source))))

    def _it(self, source: Node) -> dict[str, Any]:
        return fields_of(self._plan, source, self._state.settled[source.id])

    def _shuffled(self, node: Node, heard: Iterable[Hearing]) -> list[Hearing]:
        """Replies of a shuffled selector together, in their drawn order, where the first stands."""
        groups: dict[object, list[Hearing]] = {}
        for hearing in heard:
            group = hearing.node.id if hearing.draw is None else hearing.draw
            groups.setdefault(group, []).append(hearing)
        seed = seed_of(self._plan)
        return [
            hearing
            for group in groups.values()
            for hearing in sorted(group, key=lambda h: _drawn(seed, node.id, h.node.id))
        ]


def _audience(plan: Plan) -> Audience:
    return Audience(plan.spec, dict(plan.graph.seats))


def seed_of(plan: Plan) -> int:
    """The seed that all orders of a run are drawn from."""
    del plan
    return 0


def _drawn(seed: int, turn: str, reply: str) -> bytes:
    """Where a reply stands among those that a turn hears shuffled."""
    return hashlib.sha256(f"{seed}\n{turn}\n{reply}".encode()).digest()


def _hearing(node: Node, numbers: list[int], selectors: Sequence[Selector]) -> Hearing:
    """What selectors make of a reply together: they add up, so one that names it names it."""
    if len(numbers) == 1:
        selector = selectors[numbers[0]]
        draw = numbers[0] if selector.shuffled else None
        return Hearing(node, selector.take, selector.hidden, draw)
    through = [selectors[number] for number in numbers]
    draws = [number for number in numbers if selectors[number].shuffled]
    hidden = all(selector.hidden for selector in through)
    return Hearing(node, parts(through), hidden, draws[0] if draws else None)

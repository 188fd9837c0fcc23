"""Who can hear whom: facts of a small graph that hold for the whole debate.

What a turn can hear depends on whether a round is the first and whether a role has other seats,
not on how many rounds and seats there are. So two of each show everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from debatec.graph.graph import Graph, Node
from debatec.graph.hearing import Audience, Place, heard_before, possible
from debatec.graph.lower import TooLarge, lower
from debatec.graph.seats import certain_most, is_single, seats_of, speakers_of
from debatec.spec.model import Selector, Speak, Spec, Step
from debatec.spec.values import Slot, literal

_FEW = 2
_MAX_TURNS = 1_500


@dataclass
class Audibility:
    """Edges between steps, from the graph of a spec with two rounds and two seats at most."""

    spec: Spec
    _selected: dict[tuple[str, Selector], frozenset[str]] = field(default_factory=dict)
    _sets: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict)
    """The steps of what is heard, by the nodes that are."""

    @cached_property
    def graph(self) -> Graph | None:
        """The small graph; None where even that is too large."""
        spec = self.spec
        counts = {name: _few(certain_most(role)) for name, role in spec.roles.items()}
        rounds: dict[str, int] = {
            phase.id: _few(literal(phase.rounds, Slot.COUNT)) for phase in spec.phases
        }
        seats = seats_of(spec, counts)
        turns = sum(
            rounds[phase.id] * (len(speakers_of(spec, seats, s)) if isinstance(s, Speak) else 1)
            for phase, s in spec.steps()
        )
        if turns > _MAX_TURNS:
            return None
        try:
            return lower(spec, seats, rounds)
        except TooLarge:
            return None

    @cached_property
    def heard(self) -> Mapping[str, frozenset[str]]:
        """For each step, the steps that some turn of it can hear; all where that is unknown."""
        if self.graph is None:
            everything = frozenset(step.id for _, step in self.spec.steps())
            return {step.id: everything for _, step in self.spec.steps()}
        return {
            step: frozenset(self.graph.nodes[id].step for node in nodes for id in node.hears)
            for step, nodes in self._listeners.items()
        }

    def turns(self, step: Speak) -> Iterator[tuple[Node, frozenset[str]]]:
        """Each turn of a step, in order, with the steps that it can hear; none where unknown."""
        if self.graph is not None:
            nodes, sets = self.graph.nodes, self._sets
            for node in self.graph.of_step(step.id):
                if node.hears not in sets:
                    sets[node.hears] = frozenset(nodes[id].step for id in node.hears)
                yield node, sets[node.hears]

    def selected(self, step: Step, selector: Selector) -> frozenset[str]:
        """The steps that some turn of a step can hear through one of its selectors."""
        if self.graph is None or not isinstance(step, Speak) or len(step.sees) == 1:
            return self.heard[step.id]
        found = self._selected.get((step.id, selector))
        if found is None:
            found = self._selected[step.id, selector] = self._through(step, selector)
        return found

    def _through(self, step: Step, selector: Selector) -> frozenset[str]:
        return frozenset(
            chosen.step
            for node in self._listeners[step.id]
            for chosen in self._chosen(selector, step, node)
        )

    def heard_through(self, step: Speak, node: Node) -> list[tuple[Selector, list[Node]]]:
        """What a turn of the small graph can hear through each selector of its step."""
        return [(selector, self._chosen(selector, step, node)) for selector in step.sees]

    def _chosen(self, selector: Selector, step: Step, node: Node) -> list[Node]:
        assert self.graph is not None
        place = Place(node.phase, node.round, step, node.seat)
        before = heard_before(place, self._nodes[: node.index])
        return possible(selector, place, self._audience.matching(selector, place, before))

    @cached_property
    def _nodes(self) -> list[Node]:
        return list(self.graph or ())

    @cached_property
    def _audience(self) -> Audience:
        return Audience(self.spec, dict(self.graph.seats if self.graph else {}))

    @cached_property
    def _listeners(self) -> Mapping[str, list[Node]]:
        """The turns of each step that hear something."""
        assert self.graph is not None
        found: dict[str, list[Node]] = {step.id: [] for _, step in self.spec.steps()}
        for node in self.graph:
            if node.hears:
                found[node.step].append(node)
        return found

    def through(self, listener: Speak, step: Step) -> list[Selector]:
        """The selectors through which one step hears another."""
        sees = listener.sees
        return [s for s in sees if len(sees) == 1 or step.id in self.selected(listener, s)]

    def heard_once(self, listener: Speak, step: Step) -> bool:
        """Whether a step, as another hears it, has one reply at most, whatever the inputs."""
        windows = {selector.window.kind for selector in self.through(listener, step)}
        return is_single(self.spec, step) and windows <= {"latest", "this"}

    def sources(self, listener: str) -> Iterator[str]:
        """The steps that a step can hear, in the order of the file."""
        return (step.id for _, step in self.spec.steps() if step.id in self.heard[listener])


def _few(count: object) -> int:
    return 1 if count == 1 else _FEW

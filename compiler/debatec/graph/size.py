"""How large a graph would be at most, without making it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from debatec.frozen import frozen
from debatec.graph.ears import is_whole
from debatec.spec.model import Phase, Selector, Speak, Spec, Step, selectors_of

_AFTER = 4
"""Edges of a node to what it waits for and does not hear, most often."""


@frozen
class Size:
    """The nodes and the edges of a graph, from above, in whole numbers."""

    spec: Spec
    seats: Mapping[str, int]
    rounds: Mapping[str, int]

    def turns(self, step: Step) -> int:
        """What happens in one round of a step: turns of its seats, or one count."""
        if not isinstance(step, Speak):
            return 1
        return sum(self.seats[role] for role in self.spec.roles_of(step.speakers))

    def nodes(self, phase: Phase) -> int:
        """What happens in a phase, the ends of its rounds included."""
        return self.rounds[phase.id] * (1 + sum(map(self.turns, phase.steps)))

    def edges(self) -> int:
        """The most edges: what is heard, and what is waited for."""
        heard = sum(
            self.turns(step) * self._heard(phase, step, selector)
            for phase, step in self.spec.steps()
            for selector in selectors_of(step)
        )
        return heard + _AFTER * sum(map(self.nodes, self.spec.phases))

    def _heard(self, phase: Phase, listener: Step, selector: Selector) -> int:
        """What one author hears through a selector, over all rounds of its phase."""
        rounds = self.rounds[phase.id]
        here = self._matched(listener, selector, phase.steps)
        earlier = self._earlier(phase, listener, selector, ())
        match selector.window.kind:
            case "this":
                return rounds * here
            case "all":
                return rounds * (rounds + 1) // 2 * here + rounds * earlier
            case "last":
                window = min(selector.window.rounds, rounds)
                return rounds * window * here + window * earlier
        placed = {role for step in phase.steps for role in self._roles(step)}
        return rounds * (here + self._earlier(phase, listener, selector, placed)) + earlier

    def _earlier(
        self, phase: Phase, listener: Step, selector: Selector, placed: Collection[str]
    ) -> int:
        """The replies of earlier phases that match, but those of roles placed in this one."""
        latest = selector.window.kind == "latest"
        return sum(
            self._matched(listener, selector, other.steps, placed)
            * (1 if latest and is_whole(self.spec, other, phase) else self.rounds[other.id])
            for other in self.spec.phases[: self.spec.phases.index(phase)]
        )

    def _matched(
        self,
        listener: Step,
        selector: Selector,
        steps: Iterable[Step],
        left_out: Collection[str] = (),
    ) -> int:
        """The replies of one round of some steps that a selector may mean."""
        return sum(
            self._authors(listener, selector, step, left_out)
            for step in steps
            if not selector.places or self._is_at(step, selector.places)
        )

    def _is_at(self, step: Step, places: Sequence[str]) -> bool:
        return step.id in places or any(
            phase.id in places and step in phase.steps for phase in self.spec.phases
        )

    def _authors(
        self, listener: Step, selector: Selector, step: Step, left_out: Collection[str]
    ) -> int:
        who, roles = selector.who, [r for r in self._roles(step) if r not in left_out]
        if "everyone" in who or "others" in who:
            return sum(self.seats[role] for role in roles) + (not isinstance(step, Speak))
        named = self.spec.roles_of(who)
        own = "self" in who and not set(roles).isdisjoint(self._roles(listener))
        return sum(self.seats[role] for role in roles if role in named) + own

    def _roles(self, step: Step) -> tuple[str, ...]:
        return self.spec.roles_of(step.speakers) if isinstance(step, Speak) else ()

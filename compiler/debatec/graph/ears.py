"""What each turn of a phase may hear, round by round.

Far enough from the first round, every round of a phase hears as the one before it did, one round
later. So a turn's replies are chosen once, and told off by their places from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from debatec.graph.graph import Node
from debatec.graph.hearing import Audience, Place, heard_before, possible
from debatec.graph.reads import is_gated
from debatec.graph.seats import Seat
from debatec.spec.model import Order, Phase, Selector, Speak, Spec, Step, selectors_of

_MOVING = frozenset({Order.ROTATE, Order.RANDOM})


class Ears:
    """The listeners of one phase.

    ``speakers`` are the seats of each step that speaks, ``earlier`` the speaking nodes of the
    phases before; ``look`` counts the replies that are weighed.
    """

    def __init__(
        self,
        audience: Audience,
        phase: Phase,
        speakers: Mapping[str, Sequence[Seat]],
        earlier: Sequence[Node],
        look: Callable[[int], None],
    ) -> None:
        before = audience.spec.phases[: audience.spec.phases.index(phase)]
        self._audience = audience
        self._look = look
        self._phase = phase
        self._ran = frozenset(p.id for p in before if _is_sure(p, phase) and not is_gated(p))
        self._earlier = earlier
        self._latest = _latest(audience.spec, before, phase, earlier)
        self._before: dict[int, Sequence[Node]] = {}
        self._slots = _slots(phase, speakers)
        self._ids: list[str] = []
        self._rounds: list[list[Node]] = []
        self._settled = {step.id: _settled_from(step) for step in phase.steps}
        self._patterns: dict[tuple[str, str], tuple[tuple[str, ...], list[int]]] = {}

    def begin_round(self) -> None:
        """Make room for the replies of the next round."""
        self._rounds.append([])
        self._ids += [""] * len(self._slots)

    def add(self, node: Node) -> None:
        """Take note of a reply of this round."""
        self._rounds[-1].append(node)
        self._ids[self._start + self._slots[node.step, node.author]] = node.id

    @property
    def _start(self) -> int:
        """The place of this round's first reply."""
        return len(self._ids) - len(self._slots)

    def hears(self, step: Step, seat: str) -> tuple[str, ...]:
        """The ids of what a turn or program of this round may hear."""
        round, settled = len(self._rounds), self._settled[step.id]
        if settled is None or round <= settled:
            nodes = self._chosen(step, seat)
            if round == settled:
                self._patterns[step.id, seat] = self._pattern(nodes)
            return tuple([node.id for node in nodes])
        told, places = self._patterns[step.id, seat]
        ids, start = self._ids, self._start
        return told + tuple([ids[start + place] for place in places])

    def _pattern(self, nodes: Iterable[Node]) -> tuple[tuple[str, ...], list[int]]:
        """Replies of earlier phases, and the places of others from the start of this round."""
        told, places = [], []
        for node in nodes:
            if node.phase == self._phase.id:
                back = (len(self._rounds) - node.round) * len(self._slots)
                places.append(self._slots[node.step, node.author] - back)
            else:
                told.append(node.id)
        return tuple(told), places

    def _chosen(self, step: Step, seat: str) -> list[Node]:
        place = Place(self._phase.id, len(self._rounds), step, seat, self._ran)
        found: dict[int, Node] = {}
        for selector in selectors_of(step):
            nodes = self._reached(selector)
            self._look(len(nodes))
            matched = self._audience.matching(selector, place, heard_before(place, nodes))
            found.update((node.index, node) for node in possible(selector, place, matched))
        return [found[index] for index in sorted(found)]

    def _reached(self, selector: Selector) -> list[Node]:
        """The nodes that the selector's window can reach."""
        kind, back, round = selector.window.kind, selector.window.rounds, len(self._rounds)
        if kind == "this":
            return self._rounds[-1]
        first = 1 if kind == "all" else max(1, round - max(1, back))
        earlier = () if kind == "last" and round > back else self._of_earlier(selector)
        return [*earlier, *chain.from_iterable(self._rounds[first - 1 :])]

    def _of_earlier(self, selector: Selector) -> Sequence[Node]:
        """What a selector can reach of earlier phases, whoever listens."""
        if id(selector) not in self._before:
            nodes = self._latest if selector.window.kind == "latest" else self._earlier
            self._look(len(nodes))
            self._before[id(selector)] = self._audience.audible(selector, nodes)
        return self._before[id(selector)]


def _slots(phase: Phase, speakers: Mapping[str, Sequence[Seat]]) -> dict[tuple[str, str], int]:
    """The place of every step and author in a round, whatever the order of speaking."""
    authors = [
        (step.id, author)
        for step in phase.steps
        for author in ([s.name for s in speakers[step.id]] if step.id in speakers else [step.id])
    ]
    return {key: place for place, key in enumerate(authors)}


def _is_sure(other: Phase, phase: Phase) -> bool:
    """Whether a phase runs before another that runs: closing ones follow any early end."""
    return other.always or not phase.always


def is_whole(spec: Spec, other: Phase, phase: Phase) -> bool:
    """Whether a phase is left out or runs to its last round before another that runs."""
    return not (phase.always or other.always or spec.rules_of(other))


def _latest(
    spec: Spec, before: Iterable[Phase], phase: Phase, earlier: Sequence[Node]
) -> list[Node]:
    """The nodes of the rounds that may be the last of their phases."""
    last = {node.phase: node.round for node in earlier}
    whole = {other.id for other in before if is_whole(spec, other, phase)}
    return [node for node in earlier if node.phase not in whole or node.round == last[node.phase]]


def _settled_from(step: Step) -> int | None:
    """The round from which on each hears as the one before, if there is one."""
    windows = [selector.window for selector in selectors_of(step)]
    if any(window.kind == "all" for window in windows):
        return None
    if isinstance(step, Speak) and step.order in _MOVING:
        return None
    return max([2, *(window.rounds + 1 for window in windows)])

"""Which replies a selector means, in the graph and during a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from debatec.frozen import frozen
from debatec.graph.graph import Kind, Node
from debatec.graph.seats import Seat
from debatec.spec.model import Selector, Speak, Spec, Step

SPEAKING = frozenset({Kind.TURN, Kind.TALLY, Kind.LEDGER})


@frozen
class Place:
    """Where a listener stands when it listens; `ran` are phases sure to have run before it."""

    phase: str
    round: int
    step: Step
    seat: str = ""
    ran: frozenset[str] = frozenset()


@frozen
class Audience:
    """What selectors refer to: the roles, groups and seats of one debate."""

    spec: Spec
    seats: dict[str, Seat]
    _named: dict[tuple[str, ...], frozenset[str]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def matching(self, selector: Selector, place: Place, nodes: Iterable[Node]) -> list[Node]:
        """The nodes whose author and place are meant, whatever their rounds."""
        places, who = selector.places, selector.who
        if places:
            nodes = [node for node in nodes if node.step in places or node.phase in places]
        if "everyone" in who:
            return list(nodes)
        named, self_too, others = self._seats(who), "self" in who, "others" in who
        return [
            node
            for node in nodes
            if (self_too if node.author == place.seat else others) or node.author in named
        ]

    def audible(self, selector: Selector, nodes: Iterable[Node]) -> list[Node]:
        """The nodes that a selector may mean, whoever listens."""
        places, who = selector.places, selector.who
        if places:
            nodes = [node for node in nodes if node.step in places or node.phase in places]
        if not {"everyone", "others", "self"}.isdisjoint(who):
            return list(nodes)
        named = self._seats(who)
        return [node for node in nodes if node.author in named]

    def _seats(self, who: tuple[str, ...]) -> frozenset[str]:
        """Names of the seats of the roles and groups among some words."""
        if who not in self._named:
            roles = self.spec.roles_of(who)
            seats = (seat.name for seat in self.seats.values() if seat.role in roles)
            self._named[who] = frozenset(seats)
        return self._named[who]


def heard_before(place: Place, nodes: Iterable[Node]) -> list[Node]:
    """The speaking nodes before a place, given all nodes that stand before it in the document.

    In a parallel step nobody hears that step's replies of the same round.
    """
    speaking = [node for node in nodes if node.kind in SPEAKING]
    if not (isinstance(place.step, Speak) and place.step.order.is_parallel):
        return speaking
    step, here = place.step.id, (place.phase, place.round)
    return [n for n in speaking if n.step != step or (n.phase, n.round) != here]


def possible(selector: Selector, place: Place, matched: Sequence[Node]) -> list[Node]:
    """The matched nodes a selector may choose, whichever rounds come to be run."""
    kind = selector.window.kind
    if kind == "all":
        return list(matched)
    if kind == "this":
        return [n for n in matched if (n.phase, n.round) == (place.phase, place.round)]
    before = [n for n in matched if n.phase != place.phase]
    here = [n for n in matched if n.phase == place.phase]
    if kind == "last":
        first = place.round - selector.window.rounds
        return before * (first < 1) + [n for n in here if first <= n.round < place.round]
    return _latest_possible(before, here, place.ran)


def _latest_possible(before: list[Node], here: list[Node], ran: frozenset[str]) -> list[Node]:
    """Rounds of this phase are known; in earlier phases any round may have been the last.

    Nothing is older than the first round of the last phase, of those that ran, with the author.
    """
    last = {node.author: node.round for node in here}
    oldest: dict[str, Node] = {}
    for node in before:
        known = oldest.get(node.author)
        if node.phase in ran and (known is None or known.phase != node.phase):
            oldest[node.author] = node
    earlier = [
        node
        for node in before
        if node.author not in last and node.index >= oldest.get(node.author, node).index
    ]
    return earlier + [node for node in here if node.round == last[node.author]]


def chosen(
    selector: Selector, place: Place, matched: Sequence[Node], run: Mapping[str, int]
) -> list[Node]:
    """The matched nodes that a selector's window chooses, given how many rounds were run.

    ``run`` has a number for every phase, in the order of the document; of the listener's own
    phase all rounds up to its own count as run. Neither depends on the order in which turns came
    to be settled. `where`, `newest` and `take` are left to whoever knows the replies.
    """
    here, kind = place.phase, selector.window.kind
    ran_here = {**run, here: place.round}
    ran = [node for node in matched if node.round <= ran_here.get(node.phase, 0)]
    if kind == "all":
        return ran
    if kind == "this":
        return [node for node in ran if (node.phase, node.round) == (here, place.round)]
    if kind == "last":
        ages = _ages(place, run)
        return [n for n in ran if 0 < ages.get(n.phase, 0) - n.round <= selector.window.rounds]
    last = {node.author: (node.phase, node.round) for node in ran}
    return [node for node in ran if (node.phase, node.round) == last[node.author]]


def _ages(place: Place, run: Mapping[str, int]) -> dict[str, int]:
    """For each phase up to the listener's, the sum of a round's number and its age in rounds."""
    ages = {place.phase: place.round}
    age = place.round - 1
    phases = list(run)
    for phase in reversed(phases[: phases.index(place.phase)]):
        age += run[phase]
        ages[phase] = age + 1
    return ages

"""Keys that name turns by parts of their ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from debatec.frozen import frozen
from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.source.suggest import did_you_mean

_ROUND = re.compile(r"r([1-9][0-9]{0,5})\Z")
_PLACES = {"phase": 0, "round": 1, "step": 2, "seat": 3, "role": 3, "group": 3}
"""Where in a key its parts stand."""
_RANKS = {"phase": 1, "step": 2, "round": 4, "group": 8, "role": 16, "seat": 32}
"""How much each part narrows a key: more than all that stand before it here."""


@frozen
class Pattern:
    """The parts of a key by kind; a key without a kind of part names all of its kind."""

    key: str
    parts: dict[str, str]

    @property
    def rank(self) -> int:
        """How narrow it is: of two keys that name a turn, the higher one goes first."""
        return sum(_RANKS[kind] for kind in self.parts)


class Names:
    """What the keys of a plan's tests may name."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._nodes = [n for n in plan.graph if n.kind not in (Kind.GATE, Kind.EMIT)]

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """Each name with the narrowest kind of thing that it stands for."""
        spec = self._plan.spec
        return {
            **dict.fromkeys(spec.groups, "group"),
            **dict.fromkeys(spec.roles, "role"),
            **dict.fromkeys(self._plan.graph.seats, "seat"),
            **{str(step.id): "step" for _, step in spec.steps()},
            **{str(phase.id): "phase" for phase in spec.phases},
        }

    def pattern(self, key: str) -> tuple[Pattern | None, str]:
        """The pattern of a key, or None and what is wrong with it."""
        parts: dict[str, str] = {}
        last = -1
        for word in key.split("."):
            kind = "round" if _ROUND.match(word) else self._kinds.get(word)
            if kind is None:
                return None, self._unknown(word)
            if _PLACES[kind] <= last:
                return None, f"'{key}' is not in the order phase, round, step, seat"
            last = _PLACES[kind]
            parts[kind] = word
        return Pattern(key, parts), ""

    def _unknown(self, word: str) -> str:
        name = self._plan.spec.name
        return f"debate '{name}' has no '{word}'{did_you_mean(word, self._kinds)}"

    def matching(self, pattern: Pattern) -> Iterator[Node]:
        """The turns and program steps that a pattern names, in the order of the document."""
        return (node for node in self._nodes if self._matches(pattern, node))

    def turns(self, pattern: Pattern) -> list[Node]:
        return [node for node in self.matching(pattern) if node.kind is Kind.TURN]

    def _matches(self, pattern: Pattern, node: Node) -> bool:
        return all(self._has(node, kind, word) for kind, word in pattern.parts.items())

    def _has(self, node: Node, kind: str, word: str) -> bool:
        match kind:
            case "phase":
                return node.phase == word
            case "round":
                return node.round == int(word[1:])
            case "step":
                return node.step == word
            case "seat":
                return node.seat == word
        seat = self._plan.graph.seats.get(node.seat)
        return seat is not None and seat.role in self._plan.spec.members(word)


def narrowest(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Patterns, the narrowest first; those of one rank in the order of their keys."""
    return sorted(patterns, key=lambda pattern: (-pattern.rank, pattern.key))

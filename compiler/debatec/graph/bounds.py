"""The numbers of a debate, settled before its graph is made."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from debatec.frozen import frozen


@frozen
class SeatBounds:
    """The fewest and the most chairs of a role; how many there are is for the cast to say."""

    least: int
    most: int


@frozen
class WordBounds:
    """The fewest and the most words of a reply; None where unbounded."""

    least: int | None = None
    most: int | None = None


@frozen
class SamplingBounds:
    """How an agent's model is to sample, its reply in tokens; None where it keeps its own."""

    temperature: Fraction | None = None
    max_tokens: int | None = None
    seed: int | None = None


@frozen
class RoleBounds:
    """A role's own numbers: chairs, attempts at a turn, its longest turn in seconds, and more."""

    seats: SeatBounds
    attempts: int
    turn_timeout: Fraction
    words: WordBounds | None = None
    sampling: SamplingBounds = SamplingBounds()


@frozen
class Bounds:
    """The numbers of a debate: times in seconds, lengths in tokens; None where unbounded.

    ``rounds`` and ``hidden`` (whether the seats are not told of them) are by phase; ``quorum``
    and ``words`` by step, where it has its own; ``asks`` by block.
    """

    roles: Mapping[str, RoleBounds]
    rounds: Mapping[str, int]
    hidden: Mapping[str, bool]
    quorum: Mapping[str, int]
    words: Mapping[str, WordBounds]
    asks: Mapping[str, int]
    idle_timeout: Fraction
    strikes: int | None
    reply: int
    at_once: int
    time: Fraction | None
    tokens: int | None
    cost: Fraction | None
    context: int | None

    def words_of(self, step: str, role: str) -> WordBounds | None:
        """The length of a role's replies in a step: the step's own, else the role's."""
        return self.words.get(step, self.roles[role].words)

    @property
    def seats(self) -> dict[str, SeatBounds]:
        """The fewest and the most chairs of every role."""
        return {name: role.seats for name, role in self.roles.items()}

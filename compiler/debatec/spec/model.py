"""A debate, typed: what the canonical form of a spec says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from debatec.frozen import frozen
from debatec.source.nodes import Plain, Scalar
from debatec.source.text import Span


class Name(str):
    """A name of the spec that knows where it stands."""

    __slots__ = ("span",)
    span: Span

    @classmethod
    def of(cls, text: str, span: Span) -> Name:
        name = cls(text)
        name.span = span
        return name


class Arithmetic(StrEnum):
    """How the conditions of a debate compute."""

    EXACT = "exact"
    DOUBLE = "double"


class SessionKind(StrEnum):
    PERSISTENT = "persistent"
    FRESH = "fresh"


class Order(StrEnum):
    """In which order the seats of a step speak."""

    PARALLEL = "parallel"
    SEQUENTIAL = "sequential"
    ROTATE = "rotate"
    RANDOM = "random"

    @property
    def is_parallel(self) -> bool:
        """Whether nobody hears the others; in every other order seats speak one by one."""
        return self is Order.PARALLEL


class Check(StrEnum):
    """When a stop rule is read; those of turns after each round as well."""

    ROUND = "round"
    TURN = "turn"


class Outcome(StrEnum):
    """How a run ends, as its result names it."""

    CONSENSUS = "consensus"
    DECIDED = "decided"
    DECIDED_WITH_DISSENT = "decided_with_dissent"
    NO_CONSENSUS = "no_consensus"
    VETOED = "vetoed"
    HUNG = "hung"
    ABORTED = "aborted"
    FAILED = "failed"


SUCCESSES = frozenset({Outcome.CONSENSUS, Outcome.DECIDED})
"""Those that say the debate came to something."""


@frozen
class Input:
    """A parameter of a run: the JSON Schema its value meets, and its default."""

    name: Name
    schema: Mapping[str, Plain]
    required: bool
    default: Plain = None


@frozen
class Preset:
    """Values of inputs under one name."""

    name: Name
    values: Mapping[str, Plain]


@frozen
class Words:
    """The fewest and the most words of a reply; values, absent where unbounded."""

    least: Scalar | None = None
    most: Scalar | None = None


@frozen
class Sampling:
    """How the model of an agent samples; values, absent where its own are kept."""

    temperature: Scalar | None = None
    max_tokens: Scalar | None = None
    seed: Scalar | None = None


@frozen
class Prompt:
    """A template, and the name it has in `prompts` unless it stands where it is used."""

    text: Scalar
    name: Name | None = None


@frozen
class Role:
    """A part in the debate and its chairs; None stands for the debate's own limit.

    ``seats`` is a value or a range such as ``2..8``.
    """

    name: Name
    seats: Scalar
    system: Prompt
    lens: Scalar | None = None
    session: SessionKind = SessionKind.PERSISTENT
    turn_timeout: Scalar | None = None
    attempts: Scalar | None = None
    words: Words | None = None
    sampling: Sampling | None = None


@frozen
class Group:
    """Roles and groups under one name, in the order of the list."""

    name: Name
    members: tuple[Name, ...]


class Fallback(StrEnum):
    """What stands in for a block that was not given."""

    ABSTAIN = "abstain"
    FAIL = "fail"
    MARK = "mark"
    STAND_INS = "stand_ins"


@frozen
class Block:
    """The structured part of a reply: its fields, how often it is asked for, what stands in.

    ``require`` are conditions over `it`, its fields, that hold of a valid one; ``lists`` are the
    stand-ins that are written as lists, and no expressions.
    """

    name: Name
    fields: Mapping[str, Mapping[str, Plain]]
    asks: Scalar
    otherwise: Fallback = Fallback.ABSTAIN
    stand_ins: Mapping[str, Scalar] = field(default_factory=dict)
    shipped: bool = False
    require: Mapping[str, Scalar] = field(default_factory=dict)
    lists: Mapping[str, Plain] = field(default_factory=dict)


@frozen
class Window:
    """Which rounds a selector covers: the latest, this one, all, or the last few."""

    kind: str = "latest"
    rounds: int = 0


@frozen
class Selector:
    """Replies chosen by author and place; no `places` means any.

    ``where`` is a condition over ``it``; ``newest`` keeps that many of the chosen; ``hidden``
    authors are heard under labels, and a ``shuffled`` choice in an order drawn from the seed.
    """

    who: tuple[Name, ...]
    places: tuple[Name, ...]
    window: Window
    take: tuple[Name, ...] | None
    span: Span
    where: Scalar | None = None
    newest: int | None = None
    hidden: bool = False
    shuffled: bool = False


@frozen
class Speak:
    """A step in which seats take a turn.

    ``where`` is a condition over ``seat`` that holds for those of the ``speakers`` who speak. A
    reply that has not the ``words``, the ``sections`` or the findings of the ledger it ``covers``
    is asked again once.
    """

    id: Name
    speakers: tuple[Name, ...]
    order: Order
    sees: tuple[Selector, ...]
    first: Prompt
    then: Prompt
    returns: Name | None = None
    options: tuple[Name, ...] | None = None
    quorum: Scalar | None = None
    when: Scalar | None = None
    where: Scalar | None = None
    words: Words | None = None
    sections: tuple[Scalar, ...] = ()
    covers: Name | None = None


@frozen
class Tally:
    """A step that counts ballots; without `passes` the leader wins unless tied."""

    id: Name
    of: Selector
    passes: Name | None = None
    when: Scalar | None = None


@frozen
class Ledger:
    """A step that folds the findings of `status` blocks."""

    id: Name
    of: Selector
    when: Scalar | None = None


Step: TypeAlias = Speak | Tally | Ledger


def selectors_of(step: Step) -> tuple[Selector, ...]:
    """What a step hears or reads."""
    return step.sees if isinstance(step, Speak) else (step.of,)


@frozen
class Rule:
    """A stop rule: when it holds the phase is left, with the outcome it may name.

    One at the top of a spec ends the debate.
    """

    id: Name
    when: Scalar
    outcome: Outcome | None = None
    check: Check = Check.ROUND


@frozen
class Phase:
    """Rounds of the same steps; an `always` phase runs however the debate ended.

    ``hidden`` is a flag, or an expression over inputs, that keeps the number of rounds from the
    seats.
    """

    id: Name
    rounds: Scalar
    steps: tuple[Step, ...]
    stop: tuple[Rule, ...] = ()
    always: bool = False
    hidden: Scalar | None = None
    when: Scalar | None = None


@frozen
class Result:
    """What the debate produces: the text of a step, and a decision."""

    text: Name | None = None
    decision: Scalar | None = None


@frozen
class Limits:
    """Bounds of every turn, and of the debate; scalars that are values, absent where unset."""

    turn_timeout: Scalar
    idle_timeout: Scalar
    attempts: Scalar
    strikes: Scalar
    reply: Scalar
    at_once: Scalar
    time: Scalar | None = None
    tokens: Scalar | None = None
    cost: Scalar | None = None
    context: Scalar | None = None


@dataclass(frozen=True)
class Spec:
    """One debate in its canonical form."""

    name: Name
    version: str | None
    summary: str | None
    arithmetic: Arithmetic
    inputs: Mapping[str, Input]
    presets: Mapping[str, Preset]
    roles: Mapping[str, Role]
    groups: Mapping[str, Group]
    prompts: Mapping[str, Scalar]
    blocks: Mapping[str, Block]
    phases: tuple[Phase, ...]
    stop: tuple[Rule, ...]
    result: Result
    limits: Limits
    span: Span

    def rules_of(self, phase: Phase) -> tuple[Rule, ...]:
        """The stop rules in force in a phase, as they are read: its own, then the debate's."""
        return phase.stop if phase.always else phase.stop + self.stop

    def steps(self) -> Iterator[tuple[Phase, Step]]:
        """Every step with its phase, in the order of the file."""
        for phase in self.phases:
            for step in phase.steps:
                yield phase, step

    def step(self, name: str) -> Step | None:
        return self._steps.get(name)

    def phase(self, name: str) -> Phase | None:
        return self._phases.get(name)

    @cached_property
    def _steps(self) -> dict[str, Step]:
        """Every step by its name; of two with the same name the first."""
        return {str(step.id): step for _, step in reversed([*self.steps()])}

    @cached_property
    def _phases(self) -> dict[str, Phase]:
        return {str(phase.id): phase for phase in reversed(self.phases)}

    def roles_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """The roles that some roles and groups stand for, each once, in order."""
        return tuple(dict.fromkeys(role for name in names for role in self.members(name)))

    def members(self, name: str) -> tuple[str, ...]:
        """The roles a role or group stands for, each once, in order; cycles end silently."""
        if name not in self._members:
            self._members[name] = self._found_members(name)
        return self._members[name]

    @cached_property
    def _members(self) -> dict[str, tuple[str, ...]]:
        """What was found of `members` so far."""
        return {}

    def _found_members(self, name: str) -> tuple[str, ...]:
        if name in self.roles:
            return (name,)
        found: dict[str, None] = {}
        trail: set[str] = set()

        def visit(member: str) -> None:
            if member in self.roles:
                found.setdefault(member)
            elif member in self.groups and member not in trail:
                trail.add(member)
                for inner in self.groups[member].members:
                    visit(inner)

        visit(name)
        return tuple(found)

"""What can happen in a run, as the journal records it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeAlias

from debatec.frozen import frozen
from debatec.source.nodes import Plain


class TurnOutcome(StrEnum):
    """How a turn, or one attempt at it, ended."""

    __hash__ = str.__hash__  # that of Enum is slow, and every event has one of these
    OK = "ok"
    EMPTY = "empty"
    SHORT = "short"
    INVALID = "invalid"
    TIMEOUT = "timeout"
    IDLE = "idle"
    REFUSED = "refused"
    CRASHED = "crashed"
    RATE_LIMITED = "rate_limited"
    CANCELLED = "cancelled"
    DROPPED = "dropped"
    SKIPPED = "skipped"


UNASKED = frozenset({TurnOutcome.CANCELLED, TurnOutcome.DROPPED, TurnOutcome.SKIPPED})
"""Outcomes of turns whose seats were not asked, or not to the end."""
ANSWERED = frozenset({TurnOutcome.EMPTY, TurnOutcome.INVALID, TurnOutcome.SHORT})
"""How attempts fail whose last request was answered."""


class BlockStatus(StrEnum):
    """What became of the block a turn was asked for."""

    __hash__ = str.__hash__
    NONE = "none"  # none was asked for
    VALID = "valid"
    MARKED = "marked"  # kept, though it does not meet all that is required
    STAND_IN = "stand_in"
    ABSTAINED = "abstained"  # a reply came without one
    INVALID = "invalid"  # those that came were no good
    FAILED = "failed"  # the turn failed
    ABSENT = "absent"  # the seat was not asked, or the turn was cut off


COUNTING = frozenset(
    {BlockStatus.NONE, BlockStatus.VALID, BlockStatus.MARKED, BlockStatus.STAND_IN}
)
"""What the block of a reply may be where the reply counts."""


class Purpose(StrEnum):
    """What one request of a turn asks for."""

    __hash__ = str.__hash__
    REPLY = "reply"
    REPAIR = "repair"
    BLOCK = "block"


@frozen
class Started:
    """The run begins, on a plan; `plan` is all that it is made from, and its digest.

    ``reuses`` names the run whose replies are taken over where they can be; empty without one.
    """

    run: str
    debate: str
    plan: Mapping[str, Any]
    reuses: str = ""


@frozen
class Resumed:
    """The run is taken up again; `warnings` say what was found amiss in its folder."""

    warnings: tuple[str, ...] = ()


@frozen
class Asked:
    """A request goes out, unless its reply is taken over from another run.

    `heard` are the nodes whose replies the prompt tells.
    `scrubbed` are those of them that named their own author, who is hidden from this seat.
    `labels` are the labels that the prompt is the first to use, by the name each stands for.
    """

    turn: str
    attempt: int
    purpose: Purpose
    agent: str
    prompt: str
    heard: tuple[str, ...] = ()
    scrubbed: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


@frozen
class Replied:
    """A request was answered; tokens are None where the server did not count them.

    ``cost`` is None where the agent has no price; without a count it is that of estimated tokens.
    ``origin`` says of a reply that was taken over where it comes from: the run, the line of its
    journal and that line's digest; such a reply took no time and no tokens.
    """

    turn: str
    attempt: int
    purpose: Purpose
    text: str
    seconds: float
    input_tokens: int | None = None
    output_tokens: int | None = None
    model: str | None = None
    cut: bool = False
    cost: Decimal | None = None
    origin: Mapping[str, Any] = field(default_factory=dict)


@frozen
class Late:
    """What an agent still said after it was told to stop; nothing is ever made of it."""

    turn: str
    attempt: int
    text: str


@frozen
class Failed:
    """An attempt at a turn failed; `counts` tells whether it costs an attempt and a strike.

    ``waits`` are the seconds until the turn is asked again, where a rate limit is waited for.
    """

    turn: str
    attempt: int
    outcome: TurnOutcome
    message: str
    counts: bool = True
    waits: float = 0.0


@frozen
class Dropped:
    """A seat has failed too often and is asked no more."""

    seat: str
    message: str


@frozen
class Warned:
    """Something of the run is not as the spec asks for."""

    message: str


@frozen
class Settled:
    """A turn, tally or ledger is over; `data` is its block, or what it counted.

    ``failed`` names the requirements that a marked block does not meet; ``missing`` says what the
    reply lacks of that which its step asks for.
    """

    node: str
    outcome: TurnOutcome
    text: str = ""
    data: Mapping[str, Plain] | None = None
    block: BlockStatus = BlockStatus.NONE
    attempt: int = 0
    message: str = ""
    failed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class Part(StrEnum):
    """What a condition decides of: a phase, a step in one round, or one seat in it."""

    PHASE = "phase"
    STEP = "step"
    SEAT = "seat"


@frozen
class Decided:
    """A `when` or `where` was read at a node; what it is of does not take place unless it holds.

    ``measured`` are the elapsed seconds, tokens, cost and context that the condition could read.
    """

    node: str
    part: Part
    holds: bool
    measured: Mapping[str, Any]


@frozen
class Gated:
    """The stop rules of a round were read: those that held, and the one that ends the phase.

    They were read after a ``turn`` of the round, or at its end. ``measured`` is None where there
    are no rules to read.
    """

    phase: str
    round: int
    held: tuple[str, ...]
    fired: str | None
    turn: str = ""
    measured: Mapping[str, Any] | None = None


@frozen
class Ended:
    """The debate ends before its last phase, or a closing phase before its last round.

    ``after`` is the last node that counts; empty where all that is settled by now does. With
    ``closing``, only that phase ends.
    """

    reason: str
    phase: str
    round: int
    message: str
    after: str = ""
    closing: bool = False


@frozen
class Finished:
    """The run has its result."""

    result: Mapping[str, Any]


Event: TypeAlias = (
    Started
    | Resumed
    | Warned
    | Asked
    | Replied
    | Late
    | Failed
    | Dropped
    | Decided
    | Settled
    | Gated
    | Ended
    | Finished
)

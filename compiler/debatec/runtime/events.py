"""What can happen in a run, as the journal records it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from enum import StrEnum
from types import NoneType
from typing import Any, TypeAlias

from debatec.source.nodes import Plain


class TurnOutcome(StrEnum):
    """How a turn, or one attempt at it, ended."""

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


UNASKED = frozenset({TurnOutcome.CANCELLED, TurnOutcome.DROPPED})
"""Outcomes of turns whose seats were not asked, or not to the end."""


class BlockStatus(StrEnum):
    """What became of the block a turn was asked for."""

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

    REPLY = "reply"
    REPAIR = "repair"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Started:
    """The run begins, on a plan."""

    run: str
    plan: str
    debate: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """The run is taken up again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request goes out; `heard` are the nodes whose replies the prompt tells."""

    turn: str
    attempt: int
    purpose: Purpose
    agent: str
    prompt: str
    heard: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replied:
    """A request was answered; tokens are None where the server did not count them.

    ``cost`` is None where the agent has no price; without a count it is that of estimated tokens.
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


@dataclass(frozen=True, slots=True)
class Late:
    """What an agent still said after it was told to stop; nothing is ever made of it."""

    turn: str
    attempt: int
    text: str


@dataclass(frozen=True, slots=True)
class Failed:
    """An attempt at a turn failed; `counts` tells whether it costs an attempt and a strike."""

    turn: str
    attempt: int
    outcome: TurnOutcome
    message: str
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Dropped:
    """A seat has failed too often and is asked no more."""

    seat: str
    message: str


@dataclass(frozen=True, slots=True)
class Warned:
    """Something of the run is not as the spec asks for."""

    message: str


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Gated:
    """The stop rules of a round were read: those that held, and the one that ends the phase."""

    phase: str
    round: int
    held: tuple[str, ...]
    fired: str | None


@dataclass(frozen=True, slots=True)
class Ended:
    """The debate ends before its last phase, for a built-in reason."""

    reason: str
    phase: str
    round: int
    message: str


@dataclass(frozen=True, slots=True)
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
    | Settled
    | Gated
    | Ended
    | Finished
)

KINDS: dict[str, type[Event]] = {
    kind.__name__.lower(): kind
    for kind in (
        Started,
        Resumed,
        Warned,
        Asked,
        Replied,
        Late,
        Failed,
        Dropped,
        Settled,
        Gated,
        Ended,
        Finished,
    )
}

_ENUMS: dict[str, type[StrEnum]] = {
    "outcome": TurnOutcome,
    "block": BlockStatus,
    "purpose": Purpose,
}

_MAYBE_TEXT, _MAYBE_NUMBER = (str, NoneType), (int, NoneType)
_TYPES: dict[str, type | tuple[type, ...]] = {
    "attempt": int,
    "cost": (int, Decimal, NoneType),
    "counts": bool,
    "cut": bool,
    "data": (dict, NoneType),
    "failed": list,
    "fired": _MAYBE_TEXT,
    "heard": list,
    "held": list,
    "input_tokens": _MAYBE_NUMBER,
    "missing": list,
    "model": _MAYBE_TEXT,
    "output_tokens": _MAYBE_NUMBER,
    "result": dict,
    "round": int,
    "seconds": (int, Decimal),
}
"""The types of fields that are no text, as JSON is read."""


def encode(event: Event) -> dict[str, Any]:
    """The event as JSON values."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    return {"kind": type(event).__name__.lower(), **values}


def decode(values: Mapping[str, Any]) -> Event:
    """The event a journal line holds.

    Raises:
        KeyError, TypeError, ValueError: it is no event of this version.
    """
    kind = KINDS[values["kind"]]
    known = {field.name for field in fields(kind)}
    return kind(**{name: _value(name, values[name]) for name in known & values.keys()})


def _value(name: str, value: Any) -> Any:
    if name in _ENUMS:
        return _ENUMS[name](value)
    expected = _TYPES.get(name, str)
    if not isinstance(value, expected) or (isinstance(value, bool) and expected is not bool):
        raise TypeError(f"{name} is a {type(value).__name__}")
    if isinstance(value, list):
        return tuple(map(str, value))
    if name == "cost":
        return None if value is None else Decimal(str(value))
    return float(value) if isinstance(value, Decimal) else value

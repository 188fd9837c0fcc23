"""What a transport is: how an agent is reached, asked and let go.

A transport is found by the operator's registry, never by a spec. It knows nothing of debates:
it gets text and gives text, one question at a time in each session.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Protocol, TypeAlias

from debatec.frozen import frozen

MOST_PER_TOKEN = 8
"""Characters a token may have before a reply counts as longer than its ``max_tokens``."""


class Failure(StrEnum):
    """Why a request failed, as the turn's outcome names it."""

    REFUSED = "refused"  # the agent or its server will not answer: no key, no access, a policy
    CRASHED = "crashed"  # the server or program failed, or cannot be reached
    RATE_LIMITED = "rate_limited"  # too many requests; ``retry_after`` says when to come back


class TransportError(Exception):
    """A request that failed, with one line for people: no key, no prompt, no traceback in it."""

    def __init__(self, failure: Failure, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.failure = failure
        self.retry_after = retry_after


@frozen
class Exchange:
    """A question a session was asked and the answer it gave."""

    prompt: str
    reply: str


@frozen
class Block:
    """A block asked for alone: its name and the JSON Schema it must meet."""

    name: str
    schema: Mapping[str, object]


@frozen
class Sampling:
    """How a model is asked to sample; None where its own way is kept."""

    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None


SAMPLING = frozenset({"temperature", "max_tokens", "seed"})
"""All that a transport can be told of sampling."""


@frozen
class Price:
    """What a million tokens cost, sent and received, in the operator's currency."""

    input: Decimal
    output: Decimal


@frozen
class Terms:
    """What the operator says of an agent: requests at the same time, and what it costs."""

    at_once: int | None = None
    price: Price | None = None


NO_TERMS = Terms()


@frozen
class Request:
    """One question of a turn.

    ``turn`` and ``attempt`` (from 1) name it for logs and scripts; ``before`` is how many requests
    of the turn were answered or failed before it, in all attempts and processes. With ``block``,
    only that block is wanted; transports without ``native_blocks`` are never given one.
    ``max_tokens`` bounds the reply, and ``sampling`` may bound it further; a transport leaves out
    what it does not name in ``samples``.
    """

    turn: str
    attempt: int
    prompt: str
    max_tokens: int
    block: Block | None = None
    sampling: Sampling | None = None
    before: int = 0

    @property
    def most_tokens(self) -> int:
        """The longest reply by both bounds, in tokens."""
        most = self.sampling.max_tokens if self.sampling else None
        return self.max_tokens if most is None else min(self.max_tokens, most)


@frozen
class Delta:
    """A piece of the reply."""

    text: str


@frozen
class End:
    """The end of a reply: tokens as the server counted them, and whether it was cut short."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    model: str | None = None
    cut: bool = False


Event: TypeAlias = Delta | End


class Session(Protocol):
    """One agent's memory through a debate, or through one turn."""

    @property
    def native_id(self) -> str | None:
        """The session's own name for itself, or None where it has none."""

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Send a question and stream the answer: Deltas, then one End.

        A Delta without text is a sign of life. Closing the generator, or cancelling the task that
        reads it, cancels the generation. An exchange that did not reach its End leaves no trace in
        the session, and nothing of it is ever streamed as the answer to another question.

        Raises:
            TransportError: the request failed.
        """

    def cancel(self) -> None:
        """Ask the agent to stop generating, and return at once; the stream then ends by itself.

        With or without an End. May be called again, and when nothing is being generated; never
        raises.
        """

    async def close(self) -> None:
        """Let the session go, by force where it does not stop by itself; never raises.

        It is given ``KILL`` seconds (see the runtime's guard) and then cancelled.
        """


class Transport(Protocol):
    """How one agent of the registry is reached."""

    @property
    def name(self) -> str:
        """The agent's name in the registry."""

    @property
    def native_blocks(self) -> bool:
        """Whether a block can be asked for alone, constrained by its schema."""

    @property
    def samples(self) -> frozenset[str]:
        """The fields of Sampling that the agent's model can be told; the others are left out."""

    @property
    def at_once(self) -> int | None:
        """Attempts at turns that may be with the agent at the same time; None for any number."""

    @property
    def price(self) -> Price | None:
        """What its tokens cost; None where the operator does not say."""

    async def open(self, seat: str, system: str, history: Sequence[Exchange] = ()) -> Session:
        """A session for a seat, with what it said before where it is taken up again.

        Raises:
            TransportError: the agent cannot be reached.
        """

    async def close(self) -> None:
        """Release servers and connections; never raises."""

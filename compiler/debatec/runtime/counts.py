"""Running numbers of a run: how turns came out, and what was sent and said."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from debatec.graph.analysis import estimated_tokens
from debatec.runtime.events import Asked, Replied, Settled, TurnOutcome


@dataclass(slots=True)
class Count:
    """Turns of a step or a round; ``speakers`` were to speak, skipped ones were not.

    ``nodes`` are the turns and program steps that are over.
    """

    nodes: int = 0
    settled: int = 0
    speakers: int = 0
    replied: int = 0
    valid: int = 0

    def take(self, settled: Settled, valid: bool, by: int) -> None:
        """Enter a turn, or take it out with ``by`` -1."""
        self.settled += by
        self.speakers += by * (settled.outcome is not TurnOutcome.SKIPPED)
        self.replied += by * (settled.outcome is TurnOutcome.OK)
        self.valid += by * valid


@dataclass(slots=True)
class Spent:
    """Tokens and cost of requests, and the length of a session in tokens.

    Tokens are those that servers counted, else characters ÷ 4, and then ``estimated``. The cost is
    None while nobody told one. The length of a session is always characters ÷ 4, so that it does
    not depend on the server: of all turns that were settled well, and of the longest alone.
    """

    input: int = 0
    output: int = 0
    estimated: bool = False
    cost: Decimal | None = None
    session: int = 0
    longest: int = 0

    @property
    def tokens(self) -> int:
        return self.input + self.output

    def take(self, asked: Asked, replied: Replied) -> None:
        """Enter one request."""
        sent = replied.input_tokens
        self.input += estimated_tokens(asked.prompt) if sent is None else sent
        self.output += output_tokens(replied)
        self.estimated |= sent is None or replied.output_tokens is None
        if replied.cost is not None:
            self.cost = (self.cost or Decimal(0)) + replied.cost

    def keep(self, length: int, by: int) -> None:
        """Enter the length of a turn that a session remembers, or take it out."""
        self.session += by * length
        self.longest = max(self.longest, length)


def output_tokens(reply: Replied) -> int:
    """Tokens of a reply, estimated as characters ÷ 4 where the server did not count them."""
    return estimated_tokens(reply.text) if reply.output_tokens is None else reply.output_tokens

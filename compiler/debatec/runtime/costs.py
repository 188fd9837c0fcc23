"""What a request costs."""

from __future__ import annotations

from decimal import Decimal

from debatec.graph.analysis import CHARACTERS_PER_TOKEN
from debatec.transports.interface import End, Price


def cost_of(price: Price | None, end: End, sent: int, received: int) -> Decimal | None:
    """The price of a request's tokens; None where there is no price.

    ``sent`` and ``received`` are characters: tokens that the server did not count are estimated
    from them.
    """
    if price is None:
        return None
    sent_tokens = _tokens(end.input_tokens, sent)
    return (sent_tokens * price.input + _tokens(end.output_tokens, received) * price.output).scaleb(
        -6
    )


def _tokens(counted: int | None, characters: int) -> int:
    return characters // CHARACTERS_PER_TOKEN if counted is None else counted

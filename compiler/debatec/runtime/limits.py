"""What a debate may take in all, and what it has taken so far."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from debatec.graph.plan import Plan
from debatec.runtime.state import State
from debatec.spec.model import SessionKind

MESSAGES = {
    "tokens": "the debate took more than {} tokens",
    "cost": "the debate cost more than {}",
    "context": "a session grew longer than {} tokens",
}


def limit(plan: Plan, name: str) -> Fraction | None:
    """A limit of the whole debate; None where it has none."""
    most = getattr(plan.bounds, name)
    return None if most is None else Fraction(most)


def measure(plan: Plan, state: State, elapsed: float) -> dict[str, Any]:
    """What conditions can read of the run as it goes, as JSON values.

    ``elapsed`` in whole seconds; ``context`` is the length of the longest session in tokens;
    ``cost`` is left out while no server told one.
    """
    found = {"elapsed": int(elapsed), "tokens": state.total.tokens, "context": context(plan, state)}
    cost = state.total.cost
    return found if cost is None else {**found, "cost": cost}


def context(plan: Plan, state: State) -> int:
    """Estimated tokens of the longest session: what it was sent and what it replied."""
    return max(map(int, _sessions(plan, state)), default=0)


def _sessions(plan: Plan, state: State) -> Iterator[int]:
    for name, spent in state.spent.items():
        role = plan.spec.roles[plan.graph.seats[name].role]
        yield spent.session if role.session is SessionKind.PERSISTENT else spent.longest


class Limits:
    """The limits of one debate, and whether it is over one of them."""

    def __init__(self, plan: Plan, state: State) -> None:
        self._plan = plan
        self._state = state
        self.time = None if plan.bounds.time is None else float(plan.bounds.time)
        self._most = {name: most for name in MESSAGES if (most := limit(plan, name)) is not None}
        self.are_set = self.time is not None or bool(self._most)
        self.at_once = plan.bounds.at_once

    def overrun(self, elapsed: float) -> tuple[str, str] | None:
        """The first limit that the debate is over, and what to say of it."""
        if self.time is not None and round(elapsed, 3) >= self.time:
            return "time", f"the debate took longer than {self.time:g} s"
        for name, most in self._most.items():
            if self._taken(name) > most:
                shown = f"{int(most):,}" if most.denominator == 1 else f"{float(most):,g}"
                return name, MESSAGES[name].format(shown)
        return None

    def _taken(self, name: str) -> int | Decimal:
        match name:
            case "tokens":
                return self._state.total.tokens
            case "cost":
                return self._state.total.cost or Decimal(0)
            case _:
                return context(self._plan, self._state)

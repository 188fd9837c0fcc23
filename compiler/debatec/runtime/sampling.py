"""How the roles of a debate ask for sampling, and what of it their agents can be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from debatec.graph.plan import Plan
from debatec.graph.seats import Seat
from debatec.transports.interface import Sampling, Transport


def samplings(plan: Plan) -> dict[str, Sampling | None]:
    """What the role of each seat asks for, by seat; None where it asks for nothing."""
    return {name: _sampling(plan, seat) for name, seat in plan.graph.seats.items()}


def _sampling(plan: Plan, seat: Seat) -> Sampling | None:
    asked = plan.bounds.roles[seat.role].sampling
    temperature = None if asked.temperature is None else float(asked.temperature)
    sampling = Sampling(temperature, asked.max_tokens, asked.seed)
    return sampling if _asked(sampling) else None


def told(sampling: Sampling | None, transport: Transport) -> Sampling | None:
    """As much of a sampling as a transport can be told."""
    if sampling is None:
        return None
    kept = {name: getattr(sampling, name) for name in _asked(sampling) & transport.samples}
    return Sampling(**kept) if kept else None


def untold(plan: Plan, transports: Mapping[str, Transport]) -> list[str]:
    """A warning for each role and agent of which less is asked than can be told."""
    found: dict[str, None] = {}
    asked = plan.once(samplings)
    for seat in plan.graph.seats.values():
        sampling, transport = asked[seat.name], transports[seat.name]
        if sampling and (lost := _asked(sampling) - transport.samples):
            names = ", ".join(f"'{name}'" for name in sorted(lost))
            found.setdefault(
                f"the agent '{transport.name}' cannot be told {names}, which the role "
                f"'{seat.role}' asks for"
            )
    return list(found)


def _asked(sampling: Sampling) -> set[str]:
    return {part.name for part in fields(sampling) if getattr(sampling, part.name) is not None}

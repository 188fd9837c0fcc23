"""How the roles of a debate ask for sampling, and what of it their agents can be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from debatec.graph.plan import Plan
from debatec.graph.seats import Seat
from debatec.runtime.numbers import number_of, whole_of
from debatec.spec.values import Slot
from debatec.transports.interface import Sampling, Transport


def sampling_of(plan: Plan, seat: Seat) -> Sampling | None:
    """What a seat's role asks for; None where it asks for nothing."""
    asked = plan.spec.roles[seat.role].sampling
    if asked is None:
        return None
    temperature = number_of(plan, asked.temperature)
    return Sampling(
        temperature=None if temperature is None else float(temperature),
        max_tokens=whole_of(plan, asked.max_tokens, Slot.TOKENS),
        seed=whole_of(plan, asked.seed),
    )


def told(sampling: Sampling | None, transport: Transport) -> Sampling | None:
    """As much of a sampling as a transport can be told."""
    if sampling is None:
        return None
    kept = {name: getattr(sampling, name) for name in _asked(sampling) & transport.samples}
    return Sampling(**kept) if kept else None


def untold(plan: Plan, transports: Mapping[str, Transport]) -> list[str]:
    """A warning for each role and agent of which less is asked than can be told."""
    found: dict[str, None] = {}
    for seat in plan.graph.seats.values():
        sampling, transport = sampling_of(plan, seat), transports[seat.name]
        if sampling and (lost := _asked(sampling) - transport.samples):
            names = ", ".join(f"'{name}'" for name in sorted(lost))
            found.setdefault(
                f"the agent '{transport.name}' cannot be told {names}, which the role "
                f"'{seat.role}' asks for"
            )
    return list(found)


def _asked(sampling: Sampling) -> set[str]:
    return {part.name for part in fields(sampling) if getattr(sampling, part.name) is not None}

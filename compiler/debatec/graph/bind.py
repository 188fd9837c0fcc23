"""Inputs to numbers: every value of a spec, settled before the graph is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Plain, Scalar
from debatec.spec.model import Role, Speak, Spec
from debatec.spec.values import Slot, is_none, literal
from debatec.template.expression import evaluate, parse
from debatec.template.values import Value

MOST = 1_000_000_000


@dataclass(frozen=True, slots=True)
class RoleBounds:
    """A role's own numbers: chairs, attempts at a turn, and its longest turn in seconds."""

    seats: int
    attempts: int
    turn_timeout: Fraction


@dataclass(frozen=True, slots=True)
class Bounds:
    """The numbers of a debate: times in seconds, replies in tokens; None where unbounded."""

    roles: Mapping[str, RoleBounds]
    rounds: Mapping[str, int]
    quorum: Mapping[str, int]
    asks: Mapping[str, int]
    idle_timeout: Fraction
    strikes: int | None
    reply: int
    time: Fraction | None


@dataclass(frozen=True, slots=True)
class Inputs:
    """The environment of values: nothing but `inputs`."""

    inputs: Mapping[str, Plain]

    def lookup(self, name: str) -> Value:
        return cast(Value, dict(self.inputs)) if name == "inputs" else None

    def replies(self, _step: str, _window: int) -> Sequence[Mapping[str, Value]]:
        return ()

    def last(self, _step: str) -> None:
        return None

    def own(self, _step: str) -> None:
        return None

    def live(self, _role: str) -> int:
        return 0

    def earlier(self, _readings: int) -> None:
        return None


def defaults(spec: Spec) -> dict[str, Plain]:
    """The value of every input that has a default."""
    return {name: input.default for name, input in spec.inputs.items() if not input.required}


def most(spec: Spec) -> dict[str, Plain]:
    """Inputs as they bound a debate that is not given any: defaults, else the largest allowed."""
    largest = {name: input.schema.get("maximum") for name, input in spec.inputs.items()}
    return {**largest, **defaults(spec)}


def bind(spec: Spec, inputs: Mapping[str, Plain]) -> tuple[Bounds, list[Diagnostic]]:
    """Settle every value; one that comes out as no number of its slot is a fault."""
    return _Binder(spec, Inputs(inputs)).run()


class _Binder:
    def __init__(self, spec: Spec, environment: Inputs) -> None:
        self._spec = spec
        self._environment = environment
        self._faults: list[Diagnostic] = []

    def run(self) -> tuple[Bounds, list[Diagnostic]]:
        spec, limits = self._spec, self._spec.limits
        bounds = Bounds(
            roles={name: self._role(role) for name, role in spec.roles.items()},
            rounds={
                phase.id: self._count(phase.rounds, f"rounds of '{phase.id}'")
                for phase in spec.phases
            },
            quorum={
                step.id: self._count(step.quorum, f"quorum of '{step.id}'")
                for _, step in spec.steps()
                if isinstance(step, Speak) and step.quorum
            },
            asks={
                name: self._count(block.asks, f"asks of '{name}'")
                for name, block in spec.blocks.items()
            },
            idle_timeout=self._number(limits.idle_timeout, Slot.DURATION, "idle_timeout"),
            strikes=None if is_none(limits.strikes) else self._count(limits.strikes, "strikes"),
            reply=int(self._number(limits.reply, Slot.TOKENS, "reply")),
            time=self._number(limits.time, Slot.DURATION, "time") if limits.time else None,
        )
        return bounds, self._faults

    def _role(self, role: Role) -> RoleBounds:
        limits = self._spec.limits
        return RoleBounds(
            seats=self._count(role.seats, f"seats of '{role.name}'"),
            attempts=self._count(role.attempts or limits.attempts, "attempts"),
            turn_timeout=self._number(
                role.turn_timeout or limits.turn_timeout, Slot.DURATION, "turn_timeout"
            ),
        )

    def _count(self, scalar: Scalar, what: str) -> int:
        return int(self._number(scalar, Slot.COUNT, what))

    def _number(self, scalar: Scalar, slot: Slot, what: str) -> Fraction:
        number = literal(scalar, slot)
        if number is None:
            expression, faults = parse(scalar)
            if expression is None or faults:
                return Fraction(1)
            value = evaluate(expression, self._environment)
            number = _number(value)
            if number is None:
                self._fault(scalar, f"{what} has no value", _BOUND_HINT)
                return Fraction(1)
        if number > MOST:
            self._fault(scalar, f"{what} is more than {MOST:,}", None)
            return Fraction(1)
        if number <= 0 or (slot is not Slot.DURATION and number.denominator != 1):
            self._fault(scalar, f"{what} is {_shown(number)}, not {slot}", None)
            return Fraction(1)
        return number

    def _fault(self, scalar: Scalar, message: str, hint: str | None) -> None:
        self._faults.append(Diagnostic("DB501", message, scalar.span, hint=hint))


_BOUND_HINT = "give the input a default, or a maximum that bounds the debate"


def _number(value: Value) -> Fraction | None:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    return None


def _shown(number: Fraction) -> str:
    if number < -MOST:
        return f"less than -{MOST:,}"
    return str(number) if number.denominator == 1 else f"{float(number):g}"

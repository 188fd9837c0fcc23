"""Inputs to numbers: every value of a spec, settled before the graph is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import cast

from debatec.frozen import frozen
from debatec.graph.bounds import Bounds, RoleBounds, SamplingBounds, SeatBounds, WordBounds
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Plain, Scalar
from debatec.spec.build import UNTOLD_ROUNDS
from debatec.spec.model import Arithmetic, Phase, Role, Sampling, Speak, Spec, Words
from debatec.spec.values import Slot, ends, is_none, literal
from debatec.template import tree
from debatec.template.expression import Expression, evaluate, parse
from debatec.template.numbers import NUMBERS, Numbers
from debatec.template.values import Value, holds

MOST = 1_000_000_000
MOST_SEATS = 1_000
"""Most chairs of a range."""
HOTTEST = 2
"""Highest temperature."""

EMPTY = "DB423"
UNBOUNDED = "DB501"


@frozen
class Inputs:
    """The environment of what is read apart from a run: `inputs`, and a few more names."""

    inputs: Mapping[str, Plain]
    arithmetic: Arithmetic
    more: Mapping[str, Value] = field(default_factory=dict)

    @property
    def numbers(self) -> Numbers:
        return NUMBERS[self.arithmetic]

    def with_more(self, **more: Value) -> Inputs:
        """The same with other names besides."""
        return replace(self, more=more)

    def lookup(self, name: str) -> Value:
        return cast(Value, dict(self.inputs)) if name == "inputs" else self.more.get(name)

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


def fields_of(expression: Expression, name: str) -> set[str]:
    """The fields that an expression reads of what a name stands for, such as `inputs`."""
    fields = (part for part in tree.walk(expression.tree) if isinstance(part, tree.Field))
    return {f.name for f in fields if isinstance(f.base, tree.Name) and f.base.name == name}


def defaults(spec: Spec) -> dict[str, Plain]:
    """The value of every input that has a default."""
    return {name: input.default for name, input in spec.inputs.items() if not input.required}


def most(spec: Spec) -> dict[str, Plain]:
    """Inputs as they bound a debate that is not given any: defaults, else the largest allowed.

    An input that has neither is left out.
    """
    schemas = {name: input.schema for name, input in spec.inputs.items()}
    largest = {name: schema["maximum"] for name, schema in schemas.items() if "maximum" in schema}
    return {**largest, **defaults(spec)}


def bind(spec: Spec, inputs: Mapping[str, Plain]) -> tuple[Bounds, list[Diagnostic]]:
    """Settle every value; one that comes out as no number of its slot is a fault."""
    binder = _Binder(spec, Inputs(inputs, spec.arithmetic))
    return binder.bounds(), binder.faults


class _Binder:
    def __init__(self, spec: Spec, environment: Inputs) -> None:
        self._spec = spec
        self._environment = environment
        self.faults: list[Diagnostic] = []

    def bounds(self) -> Bounds:
        spec, limits = self._spec, self._spec.limits
        speaks = [step for _, step in spec.steps() if isinstance(step, Speak)]
        rounds = {phase.id: self._rounds(phase) for phase in spec.phases}
        return Bounds(
            roles={name: self._role(role) for name, role in spec.roles.items()},
            rounds={phase: count for phase, (count, _) in rounds.items()},
            hidden={phase: hidden for phase, (_, hidden) in rounds.items()},
            quorum={s.id: self._count(s.quorum, f"quorum of '{s.id}'") for s in speaks if s.quorum},
            words={s.id: self._words(s.words, s.id) for s in speaks if s.words},
            asks={
                name: self._count(block.asks, f"asks of '{name}'")
                for name, block in spec.blocks.items()
            },
            idle_timeout=self._number(limits.idle_timeout, Slot.DURATION, "idle_timeout"),
            strikes=None if is_none(limits.strikes) else self._count(limits.strikes, "strikes"),
            reply=int(self._number(limits.reply, Slot.TOKENS, "reply")),
            at_once=self._count(limits.at_once, "at_once"),
            time=self._number(limits.time, Slot.DURATION, "time") if limits.time else None,
            tokens=self._tokens(limits.tokens, "tokens"),
            cost=self._number(limits.cost, Slot.NUMBER, "cost") if limits.cost else None,
            context=self._tokens(limits.context, "context"),
        )

    def _role(self, role: Role) -> RoleBounds:
        limits = self._spec.limits
        return RoleBounds(
            seats=self._seats(role.seats, f"seats of '{role.name}'"),
            attempts=self._count(role.attempts or limits.attempts, "attempts"),
            turn_timeout=self._number(
                role.turn_timeout or limits.turn_timeout, Slot.DURATION, "turn_timeout"
            ),
            words=self._words(role.words, role.name) if role.words else None,
            sampling=self._sampling(role.sampling, role.name),
        )

    def _seats(self, scalar: Scalar, what: str) -> SeatBounds:
        range = ends(scalar)
        if range is None:
            count = self._count(scalar, what)
            return SeatBounds(count, count)
        least, most = (int(self._number(end, Slot.COUNT, what, least=0)) for end in range)
        if least > most:
            self._fault(scalar, f"{what} are {least:,}..{most:,}, and {least:,} is more", EMPTY)
        elif most > MOST_SEATS:
            self._fault(scalar, f"{what} are up to {most:,}; a range ends at {MOST_SEATS:,}")
        elif most == 0:
            self._fault(scalar, f"{what} are none: a range ends at 1 or more")
        else:
            return SeatBounds(least, most)
        return SeatBounds(1, 1)

    def _words(self, words: Words, owner: str) -> WordBounds:
        least, most = (
            self._count(end, f"words of '{owner}'") if end else None
            for end in (words.least, words.most)
        )
        if words.least and least is not None and most is not None and least > most:
            message = f"words of '{owner}' are at least {least:,} and at most {most:,}"
            self._fault(words.least, message, EMPTY)
        return WordBounds(least, most)

    def _sampling(self, sampling: Sampling | None, owner: str) -> SamplingBounds:
        if sampling is None:
            return SamplingBounds()
        heat, most, seed = sampling.temperature, sampling.max_tokens, sampling.seed
        return SamplingBounds(
            self._number(heat, Slot.NUMBER, f"temperature of '{owner}'", least=0, most=HOTTEST)
            if heat
            else None,
            int(self._number(most, Slot.TOKENS, f"max_tokens of '{owner}'")) if most else None,
            int(self._number(seed, Slot.COUNT, f"seed of '{owner}'", least=0)) if seed else None,
        )

    def _rounds(self, phase: Phase) -> tuple[int, bool]:
        """The most rounds of a phase, and whether they are hidden; null is 12 and hidden."""
        if self._is_null(phase.rounds):
            return UNTOLD_ROUNDS, True
        return self._count(phase.rounds, f"rounds of '{phase.id}'"), self._flag(phase.hidden)

    def _is_null(self, scalar: Scalar) -> bool:
        """Whether an expression is null because an input it names was given as null."""
        expression = None if literal(scalar, Slot.COUNT) is not None else parse(scalar)[0]
        if expression is None or evaluate(expression, self._environment) is not None:
            return False
        names, given = fields_of(expression, "inputs"), self._environment.inputs
        return names <= given.keys() and any(given[name] is None for name in names)

    def _flag(self, scalar: Scalar | None) -> bool:
        if scalar is None or isinstance(scalar.value, bool):
            return bool(scalar and scalar.value)
        expression, _ = parse(scalar)
        return expression is not None and holds(evaluate(expression, self._environment))

    def _tokens(self, scalar: Scalar | None, what: str) -> int | None:
        return int(self._number(scalar, Slot.TOKENS, what)) if scalar else None

    def _count(self, scalar: Scalar, what: str) -> int:
        return int(self._number(scalar, Slot.COUNT, what))

    def _number(
        self, scalar: Scalar, slot: Slot, what: str, least: int | None = None, most: int = MOST
    ) -> Fraction:
        """A value as a number from ``least``, else above 0, to ``most``; 1 for a fault."""
        number = literal(scalar, slot)
        if number is None:
            expression, faults = parse(scalar)
            if expression is None or faults:
                return Fraction(1)
            number = _number(evaluate(expression, self._environment))
        fault = _misfit(number, slot, least, most)
        if number is None or fault:
            hint = _BOUND_HINT if number is None else None
            self._fault(scalar, f"{what} {fault or 'has no value'}", hint=hint)
            return Fraction(1)
        return number

    def _fault(
        self, scalar: Scalar, message: str, rule: str = UNBOUNDED, hint: str | None = None
    ) -> None:
        self.faults.append(Diagnostic(rule, message, scalar.span, hint=hint))


_BOUND_HINT = "give the input a default, or a maximum that bounds the debate"
_WHOLE = (Slot.COUNT, Slot.TOKENS)


def _misfit(number: Fraction | None, slot: Slot, least: int | None, most: int) -> str | None:
    """What is wrong with a number, in words after its name."""
    if number is None:
        return None
    if number > most:
        return f"is more than {most:,}"
    if number < (least or 0) or (number == 0 and least is None):
        return f"is {_shown(number)}, {_bound(slot, least)}"
    if slot in _WHOLE and number.denominator != 1:
        return f"is {_shown(number)}, not {slot}"
    return None


def _bound(slot: Slot, least: int | None) -> str:
    """What a number falls short of."""
    if least is None and slot not in _WHOLE:
        return "and has to be more than 0"
    return f"and has to be at least {1 if least is None else least}"


def _number(value: Value) -> Fraction | None:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    return None


def _shown(number: Fraction) -> str:
    if number < -MOST:
        return f"less than -{MOST:,}"
    return str(number) if number.denominator == 1 else f"{float(number):g}"

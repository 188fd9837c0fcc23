"""Every text and expression of a spec, with the scope it is checked in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from debatec.check.facts import Facts
from debatec.check.scopes import Scopes
from debatec.source.nodes import Scalar
from debatec.source.text import Span
from debatec.spec.model import Fallback, Limits, Phase, Prompt, Role, Speak, Spec
from debatec.spec.values import Slot, is_none, literal
from debatec.template.expression import Scope
from debatec.template.types import Type, from_schema, is_text


@dataclass(frozen=True, slots=True)
class TextUse:
    """A template where it is used; ``step`` asks with it, unless it belongs to a role.

    ``named`` is where it is called by its name, None where it is written out.
    """

    text: Scalar
    names: Mapping[str, Type]
    step: Speak | None = None
    named: Span | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """An expression where it is used."""

    text: Scalar
    scope: Scope


@dataclass(frozen=True, slots=True)
class ValueUse:
    """A value where it is used, with what kind of number it is."""

    text: Scalar
    slot: Slot


def texts(facts: Facts, scopes: Scopes) -> Iterator[TextUse]:
    """Every template, once for each place that uses it."""
    for role in facts.spec.roles.values():
        yield _use(role.system, scopes.system)
        if role.lens:
            yield TextUse(role.lens, scopes.lens)
    for _, step in facts.spec.steps():
        if isinstance(step, Speak):
            names = scopes.prompt(step)
            yield _use(step.first, names, step)
            if step.then.text is not step.first.text:
                yield _use(step.then, names, step)


def _use(prompt: Prompt, names: Mapping[str, Type], step: Speak | None = None) -> TextUse:
    return TextUse(prompt.text, names, step, prompt.name.span if prompt.name else None)


def conditions(facts: Facts, scopes: Scopes) -> Iterator[Use]:
    """Every expression that is read during a run, stand-ins apart."""
    for phase in facts.spec.phases:
        if phase.stop:
            scope = scopes.condition(phase)
            yield from (Use(rule.when, scope) for rule in phase.stop)
    if facts.spec.result.decision:
        yield Use(facts.spec.result.decision, scopes.decision)


def stand_ins(facts: Facts, scopes: Scopes) -> Iterator[tuple[Use, Type]]:
    """Every stand-in that is an expression, with the type of its field."""
    for _, step in facts.spec.steps():
        block = facts.block(step)
        if block is None or block.otherwise is not Fallback.STAND_INS:
            continue
        for name, text in block.stand_ins.items():
            wanted = from_schema(block.fields.get(name, {}), name)
            if isinstance(text.value, str) and not is_text(wanted):
                yield Use(text, scopes.stand_in(step)), wanted


def requirements(facts: Facts, scopes: Scopes) -> Iterator[Use]:
    """Every requirement of a block."""
    for block in facts.spec.blocks.values():
        yield from (Use(text, scopes.requirement(block)) for text in block.require.values())


def values(spec: Spec) -> Iterator[ValueUse]:
    """Every value that is no literal."""
    for text, slot in _values(spec):
        if text and literal(text, slot) is None:
            yield ValueUse(text, slot)


def _values(spec: Spec) -> Iterator[tuple[Scalar | None, Slot]]:
    for role in spec.roles.values():
        yield from _of_role(role)
    for phase in spec.phases:
        yield from _of_phase(phase)
    yield from ((block.asks, Slot.COUNT) for block in spec.blocks.values())
    yield from _of_limits(spec.limits)


def _of_role(role: Role) -> Iterator[tuple[Scalar | None, Slot]]:
    yield role.seats, Slot.COUNT
    yield role.attempts, Slot.COUNT
    yield role.turn_timeout, Slot.DURATION


def _of_phase(phase: Phase) -> Iterator[tuple[Scalar | None, Slot]]:
    yield phase.rounds, Slot.COUNT
    for step in phase.steps:
        if isinstance(step, Speak):
            yield step.quorum, Slot.COUNT


def _of_limits(limits: Limits) -> Iterator[tuple[Scalar | None, Slot]]:
    yield limits.turn_timeout, Slot.DURATION
    yield limits.idle_timeout, Slot.DURATION
    yield limits.attempts, Slot.COUNT
    if not is_none(limits.strikes):
        yield limits.strikes, Slot.COUNT
    yield limits.reply, Slot.TOKENS
    yield limits.time, Slot.DURATION

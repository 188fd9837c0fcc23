"""Every text and expression of a spec, with the scope it is checked in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from debatec.check.facts import Facts
from debatec.check.paths import Path, unlike
from debatec.check.scopes import Scopes
from debatec.frozen import frozen
from debatec.source.nodes import Scalar
from debatec.source.text import Span
from debatec.spec.model import (
    Fallback,
    Limits,
    Phase,
    Prompt,
    Role,
    Speak,
    Spec,
    Step,
    Words,
    selectors_of,
)
from debatec.spec.values import Slot, ends, is_none, literal
from debatec.template.expression import Scope
from debatec.template.types import Type, from_schema, is_text

_INPUT = re.compile(r"\binputs\b(?:\s*(?:\.\s*|\[\s*['\"])(\w+))?")


@frozen
class TextUse:
    """A template where it is used; ``step`` asks with it, unless it belongs to a role.

    ``named`` is where it is called by its name, None where it is written out. ``paths`` are those
    of the turns that it is for, which are ``some`` of the step where another prompt has the others.
    """

    text: Scalar
    names: Callable[[Path | None], Mapping[str, Type]]
    step: Speak | None = None
    named: Span | None = None
    paths: tuple[Path, ...] = ()
    some: str = ""

    def scopes(self) -> Iterator[tuple[Path | None, Mapping[str, Type]]]:
        """The names it may use, once for each kind of path that it can tell apart."""
        for path in unlike(self.paths, self.text.text) or (None,):
            yield path, self.names(path)


@frozen
class Use:
    """An expression where it is used."""

    text: Scalar
    scope: Scope


@frozen
class ValueUse:
    """A value where it is used, with what kind of number it is."""

    text: Scalar
    slot: Slot


def inputs_in(text: str) -> set[str]:
    """The names of the inputs that a text or an expression reads, "" for all of them at once."""
    return set(_INPUT.findall(text))


def texts(facts: Facts, scopes: Scopes) -> Iterator[TextUse]:
    """Every template, once for each place that uses it."""
    for role in facts.spec.roles.values():
        yield _use(role.system, partial(_constant, scopes.system(role)))
        if role.lens:
            yield TextUse(role.lens, partial(_constant, scopes.lens))
    for _, step in facts.spec.steps():
        if isinstance(step, Speak):
            yield from _prompts(facts, scopes, step)


def _prompts(facts: Facts, scopes: Scopes, step: Speak) -> Iterator[TextUse]:
    """The prompts of a step: `first` is for the first turn that a seat has in it."""
    names, paths = partial(scopes.prompt, step), scopes.paths(step)
    if step.then.text is step.first.text:
        yield replace(_use(step.first, names), step=step, paths=paths)
        return
    early = tuple(path for path in paths if path.first or facts.may_begin_late(step))
    late = tuple(path for path in paths if not path.first)
    yield replace(_use(step.first, names), step=step, paths=early, some="first ")
    yield replace(_use(step.then, names), step=step, paths=late, some="later ")


def _use(prompt: Prompt, names: Callable[[Path | None], Mapping[str, Type]]) -> TextUse:
    return TextUse(prompt.text, names, named=prompt.name.span if prompt.name else None)


def _constant(names: Mapping[str, Type], _: Path | None) -> Mapping[str, Type]:
    """The names of a text that has no path."""
    return names


def conditions(facts: Facts, scopes: Scopes) -> Iterator[Use]:
    """Every expression that is read during a run, stand-ins apart."""
    for phase, step in facts.spec.steps():
        yield from _wheres(scopes, phase, step)
    for phase in facts.spec.phases:
        if phase.when:
            yield Use(phase.when, scopes.entry(phase))
        whens = [step.when for step in phase.steps if step.when]
        rules = [rule.when for rule in phase.stop]
        if whens or rules:
            scope = scopes.condition(phase)
            yield from (Use(text, scope) for text in (*whens, *rules))
    if facts.spec.stop:
        scope = scopes.stop
        yield from (Use(rule.when, scope) for rule in facts.spec.stop)
    if facts.spec.result.decision:
        yield Use(facts.spec.result.decision, scopes.decision)


def _wheres(scopes: Scopes, phase: Phase, step: Step) -> Iterator[Use]:
    """The conditions that choose the speakers of a step and the replies it hears."""
    if isinstance(step, Speak) and step.where:
        yield Use(step.where, scopes.asked_where(phase))
    for selector in selectors_of(step):
        if selector.where:
            yield Use(selector.where, scopes.heard_where(phase, step, selector))


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
    if range := ends(role.seats):
        yield from ((end, Slot.COUNT) for end in range)
    else:
        yield role.seats, Slot.SEATS
    yield role.attempts, Slot.COUNT
    yield role.turn_timeout, Slot.DURATION
    yield from _of_words(role.words)
    if role.sampling:
        yield role.sampling.temperature, Slot.NUMBER
        yield role.sampling.max_tokens, Slot.TOKENS
        yield role.sampling.seed, Slot.COUNT


def _of_words(words: Words | None) -> Iterator[tuple[Scalar | None, Slot]]:
    if words:
        yield words.least, Slot.COUNT
        yield words.most, Slot.COUNT


def _of_phase(phase: Phase) -> Iterator[tuple[Scalar | None, Slot]]:
    yield phase.rounds, Slot.COUNT
    yield phase.hidden, Slot.FLAG
    for step in phase.steps:
        if isinstance(step, Speak):
            yield step.quorum, Slot.COUNT
            yield from _of_words(step.words)


def _of_limits(limits: Limits) -> Iterator[tuple[Scalar | None, Slot]]:
    yield limits.turn_timeout, Slot.DURATION
    yield limits.idle_timeout, Slot.DURATION
    yield limits.attempts, Slot.COUNT
    if not is_none(limits.strikes):
        yield limits.strikes, Slot.COUNT
    yield limits.reply, Slot.TOKENS
    yield limits.at_once, Slot.COUNT
    yield limits.time, Slot.DURATION
    yield limits.tokens, Slot.TOKENS
    yield limits.cost, Slot.NUMBER
    yield limits.context, Slot.TOKENS

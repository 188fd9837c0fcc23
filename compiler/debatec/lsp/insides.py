"""Where texts and expressions stand in a debate, and what each may name there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from debatec.check.context import Context
from debatec.frozen import frozen
from debatec.lsp.places import Path
from debatec.spec.model import Phase, Speak, Step, selectors_of
from debatec.template.expression import Scope
from debatec.template.types import Type

_T = TypeVar("_T")
_VALUES = frozenset({"seats", "attempts", "turn_timeout", "rounds", "quorum", "redrafts", "asks"})
_NO_CONDITIONS = frozenset({"id", "outcome", "check"})
_MADE = {"synthesis": "synthesis", "veto": "ballot"}
"""Shorthands, with the step that they ask in."""


@frozen
class Inside:
    """What a text or an expression may name; ``names`` are those of a text."""

    scope: Scope
    is_text: bool


def inside(context: Context, path: Path) -> Inside | None:
    """What may be named in the value at a path; None where it is neither text nor expression."""
    names = _text(context, path)
    if names is not None:
        return Inside(Scope(names), is_text=True)
    scope = _value(context, path) or _expression(context, path)
    return Inside(scope, is_text=False) if scope else None


def _text(context: Context, path: Path) -> Mapping[str, Type] | None:
    scopes, spec = context.scopes, context.spec
    match path:
        case ("prompts", str(name)):
            return _prompt(context, name)
        case ("roles", str(name), "system") if name in spec.roles:
            return scopes.system(spec.roles[name])
        case ("roles", _, "system" | "lens"):
            return scopes.lens
        case ("format", int(i), "steps", int(j), "prompt", *_):
            step = _step(context, i, j)
            return scopes.prompt(step) if isinstance(step, Speak) else _any_prompt(context)
        case (("synthesis" | "veto") as key, "prompt", *_):
            step = spec.step(_MADE[key])
            return scopes.prompt(step) if isinstance(step, Speak) else _any_prompt(context)
    return None


def _prompt(context: Context, name: str) -> Mapping[str, Type]:
    """The names of all that use a prompt, or could."""
    text = context.spec.prompts.get(name)
    found: dict[str, Type] = {}
    for use in context.texts:
        if text is not None and use.text is text:
            found |= use.names(None)
    return found or _any_prompt(context)


def _any_prompt(context: Context) -> Mapping[str, Type]:
    steps = (step for _, step in context.spec.steps() if isinstance(step, Speak))
    found: dict[str, Type] = {}
    for step in steps:
        found |= context.scopes.prompt(step)
    return found or context.scopes.lens


def _value(context: Context, path: Path) -> Scope | None:
    """The scope of a value that is settled when the plan is made."""
    keys = [step for step in path if isinstance(step, str)]
    is_value = bool(keys) and keys[-1] in _VALUES and path[0] not in ("inputs", "presets")
    is_bound = path[:1] == ("limits",) and len(path) > 1
    is_part = keys[-2:-1] and keys[-2] in ("words", "rounds", "sampling")
    is_words = keys[-1:] == ["words"] and path[0] in ("roles", "format", "synthesis")
    if path[:1] == ("blocks",) and keys[-1:] != ["asks"]:
        return None
    return context.scopes.value if is_value or is_bound or is_part or is_words else None


def _expression(context: Context, path: Path) -> Scope | None:
    scopes, spec = context.scopes, context.spec
    match path:
        case ("stop", int(), str(key)) if key not in _NO_CONDITIONS:
            return scopes.stop
        case ("result", "decision"):
            return scopes.decision
        case ("blocks", str(name), "require", _) if name in spec.blocks:
            return scopes.requirement(spec.blocks[name])
        case ("blocks", str(name), "otherwise", _):
            step = next((s for _, s in spec.steps() if context.block(s) is spec.blocks.get(name)),
                        None)  # fmt: skip
            return scopes.stand_in(step) if step else scopes.value
        case ("format", int(i), *rest):
            phase = _at(spec.phases, i)
            return _of_phase(context, phase, tuple(rest)) if phase else None
        case ("synthesis", *rest):
            phase = spec.phases[-1] if spec.phases else None
            return _of_step(context, phase, _at(phase.steps, 0), tuple(rest)) if phase else None
    return None


def _of_phase(context: Context, phase: Phase, path: Path) -> Scope | None:
    match path:
        case ("when",):
            return context.scopes.entry(phase)
        case ("stop", int(), str(key)) if key not in _NO_CONDITIONS:
            return context.scopes.condition(phase)
        case ("steps", int(j), *rest):
            return _of_step(context, phase, _at(phase.steps, j), tuple(rest))
    return None


def _of_step(context: Context, phase: Phase, step: Step | None, path: Path) -> Scope | None:
    match path:
        case ("when",):
            return context.scopes.condition(phase)
        case ("speakers", "where"):
            return context.scopes.asked_where(phase)
        case ("sees" | "of", *rest, "where") if step:
            selectors = selectors_of(step)
            number = next((n for n in rest if isinstance(n, int)), 0)
            selector = _at(selectors, number) or _at(selectors, 0)
            return context.scopes.heard_where(phase, step, selector) if selector else None
    return None


def _step(context: Context, i: int, j: int) -> Step | None:
    phase = _at(context.spec.phases, i)
    return _at(phase.steps, j) if phase else None


def _at(items: Sequence[_T], number: int) -> _T | None:
    return items[number] if number < len(items) else None

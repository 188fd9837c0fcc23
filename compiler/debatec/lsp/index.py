"""Every name of a debate: where it is declared, and where it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from debatec.check.context import Context
from debatec.source.nodes import Mapping, Scalar
from debatec.source.text import Source, Span
from debatec.spec.model import Group, Name, Speak, Step, selectors_of
from debatec.template import tree

Space: TypeAlias = Literal["name", "input", "prompt", "block"]
"""Roles, groups, phases and steps share their names; the others have a space each."""
_SECTIONS: tuple[tuple[str, Space], ...] = (
    ("roles", "name"),
    ("groups", "name"),
    ("inputs", "input"),
    ("prompts", "prompt"),
    ("blocks", "block"),
)


class Symbol(NamedTuple):
    space: Space
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a symbol stands, in the file that is open or one that it names."""

    symbol: Symbol
    span: Span
    declares: bool = False


def places(context: Context, source: Source) -> list[Place]:
    """Every place of a symbol in a source, in its order; what ships has no place in it."""
    declared = [*_declared(context)]
    known = {place.symbol for place in declared}
    used = (place for place in (*_used(context), *_written(context)) if place.symbol in known)
    found = [*declared, *used]
    own = {
        (trimmed.start, place.symbol): Place(place.symbol, trimmed, place.declares)
        for place in reversed(found)
        if place.span.source.path == source.path and (trimmed := _trimmed(place)) is not None
    }
    return sorted(own.values(), key=lambda place: place.span.start)


def _trimmed(place: Place) -> Span | None:
    """The very letters of a name, without the quotes around it."""
    at = place.span.text.find(place.symbol.name)
    start = place.span.start + at
    return place.span.source.span(start, start + len(place.symbol.name)) if at >= 0 else None


def at(found: Iterable[Place], offset: int) -> Place | None:
    """The place at an offset, or just before it."""
    return next((p for p in found if p.span.start <= offset <= p.span.end), None)


def _declared(context: Context) -> Iterator[Place]:
    for key, space in _SECTIONS:
        section = context.root.get(key)
        for entry in section if isinstance(section, Mapping) else ():
            yield Place(Symbol(space, entry.key), entry.key_span, declares=True)
    for phase in context.spec.phases:
        yield _place("name", phase.id, declares=True)
        yield from (_place("name", step.id, declares=True) for step in phase.steps)


def _place(space: Space, name: Name, *, declares: bool = False) -> Place:
    return Place(Symbol(space, str(name)), name.span, declares)


def _used(context: Context) -> Iterator[Place]:
    """Names that stand where a key takes one."""
    spec = context.spec
    for group in spec.groups.values():
        yield from _members(group)
    for role in spec.roles.values():
        if role.system.name:
            yield _place("prompt", role.system.name)
    for _, step in spec.steps():
        yield from _of_step(step)
    if spec.result.text:
        yield _place("name", spec.result.text)


def _members(group: Group) -> Iterator[Place]:
    return (_place("name", name) for name in group.members)


def _of_step(step: Step) -> Iterator[Place]:
    for selector in selectors_of(step):
        yield from (_place("name", name) for name in (*selector.who, *selector.places))
    if not isinstance(step, Speak):
        return
    yield from (_place("name", name) for name in (*step.speakers, *(step.options or ())))
    prompts = (step.first.name, step.then.name)
    yield from (_place("prompt", name) for name in prompts if name)
    if step.returns:
        yield _place("block", step.returns)
    if step.covers:
        yield _place("name", step.covers)


def _written(context: Context) -> Iterator[Place]:
    """Names inside texts and expressions."""
    for text in context.templates:
        template, _ = context.template(text)
        yield from _in_tree(text, template.body) if template else ()
    for text in context.expressions:
        expression, _ = context.expression(text)
        yield from _in_tree(text, expression.tree) if expression else ()


def _in_tree(text: Scalar, body: object) -> Iterator[Place]:
    bound = frozenset(_bound(body))
    for node in tree.walk(body):
        if isinstance(node, tree.Field) and _is_inputs(node.base):
            yield Place(Symbol("input", node.name), text.at(*node.name_place))
        elif isinstance(node, tree.Name) and node.name not in bound:
            yield Place(Symbol("name", node.name), text.at(*node.place))


def _is_inputs(expr: tree.Expr) -> bool:
    return isinstance(expr, tree.Name) and expr.name == "inputs"


def _bound(body: object) -> Iterator[str]:
    """The names that a text makes for itself."""
    for node in body if isinstance(body, tuple) else ():
        if isinstance(node, tree.Loop | tree.Set):
            yield node.name
        if isinstance(node, tree.With):
            yield from (name for name, _ in node.bindings)
        if isinstance(node, tree.Loop | tree.With):
            yield from _bound(node.body)
        if isinstance(node, tree.Loop | tree.If):
            yield from _bound(node.other)
        if isinstance(node, tree.If):
            for _, branch in node.branches:
                yield from _bound(branch)

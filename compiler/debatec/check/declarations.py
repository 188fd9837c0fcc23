"""The names that a spec declares, where they stand, and where names are referred to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from debatec.frozen import frozen
from debatec.source.nodes import Entry, Mapping, Node, Scalar
from debatec.source.nodes import Sequence as SequenceNode
from debatec.source.text import Span
from debatec.spec.model import Name, Phase, Prompt, Selector, Speak, Spec, Step, selectors_of
from debatec.spec.names import WHO_WORDS


@frozen
class Declared:
    """A name of the namespace that roles, groups, phases and steps share.

    One that is not ``written`` comes from a shorthand.
    """

    name: str
    kind: str
    span: Span
    written: bool


def declared(root: Mapping) -> Iterator[Declared]:
    """Every role, group, phase and step of a canonical spec, in that order."""
    for key, kind in (("roles", "role"), ("groups", "group")):
        for entry in entries(root.get(key)):
            yield Declared(entry.key, kind, entry.key_span, True)
    for phase in mappings(root.get("format")):
        yield from _declared(phase, "phase")
        for step in mappings(phase.get("steps")):
            yield from _declared(step, "step")


def _declared(node: Mapping, kind: str) -> Iterator[Declared]:
    id = node.get("id")
    if isinstance(id, Scalar) and isinstance(id.value, str) and not id.broken:
        yield Declared(id.value, kind, id.span, id.written)


def entries(node: Node | None) -> list[Entry]:
    """The entries of a mapping; of anything else none."""
    return list(node) if isinstance(node, Mapping) else []


def mappings(node: Node | None) -> list[Mapping]:
    """The mappings in a sequence; of anything else none."""
    items = node.items if isinstance(node, SequenceNode) else ()
    return [item for item in items if isinstance(item, Mapping)]


def place_in(step: Mapping, selector: Selector, key: str) -> Span:
    """Where a key of a selector is written in its step; where the selector is, if it is not."""
    for name in ("sees", "of"):
        for node in _items(step.get(name)):
            if node.span == selector.span:
                found = (e.value.span for e in entries(node) if e.key == key)
                return next(found, selector.span)
    return selector.span


def _items(node: Node | None) -> tuple[Node, ...]:
    if isinstance(node, SequenceNode):
        return node.items
    return (node,) if node else ()


def author_mentions(spec: Spec) -> Iterator[Name]:
    """Every place where a role or group is named."""
    for group in spec.groups.values():
        yield from group.members
    for _, step in spec.steps():
        if isinstance(step, Speak):
            yield from step.speakers
        for selector in selectors_of(step):
            yield from (who for who in selector.who if who not in WHO_WORDS)


def prompt_uses(spec: Spec) -> Iterator[Prompt]:
    """Every place where a prompt is named or written out."""
    for role in spec.roles.values():
        yield role.system
    for _, step in spec.steps():
        if isinstance(step, Speak):
            yield from (step.first, step.then)


def apart(spec: Spec) -> Spec:
    """The spec with every phase, and every step, under a name of its own.

    Later ones of a name get one that nothing can refer to, so that each can still be checked.
    """
    steps: set[str] = set()
    phases: set[str] = set()
    return replace(spec, phases=tuple(_apart(phase, phases, steps) for phase in spec.phases))


def _apart(phase: Phase, phases: set[str], steps: set[str]) -> Phase:
    renamed = tuple(_renamed(step, steps) for step in phase.steps)
    return replace(phase, id=_unique(phase.id, phases), steps=renamed)


def _renamed(step: Step, names: set[str]) -> Step:
    id = _unique(step.id, names)
    return step if id is step.id else replace(step, id=id)


def _unique(name: Name, names: set[str]) -> Name:
    number, unique = 2, name
    while unique in names or not unique:
        unique = Name.of(f"{name} ({number})", name.span)
        number += 1
    names.add(unique)
    return unique


def group_path(spec: Spec, start: str, goal: str) -> list[str] | None:
    """The groups from one down to another, both included, or None where no way leads there."""
    trail = {start: ""}
    stack = [start]
    while stack:
        name = stack.pop()
        if name == goal:
            return _back(trail, name)
        for member in spec.groups[name].members:
            if member in spec.groups and member not in trail:
                trail[member] = name
                stack.append(member)
    return None


def _back(trail: dict[str, str], name: str) -> list[str]:
    found = [name]
    while trail[found[-1]]:
        found.append(trail[found[-1]])
    return found[::-1]

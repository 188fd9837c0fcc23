"""One spec laid over another: what `extends` comes to.

Mappings merge by key, and lists of what has an `id` by that: an item named again is merged where it
stands, a new one goes right after the item written before it, or first. All else is replaced.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Table
from dataclasses import field, replace
from typing import NamedTuple

from debatec.frozen import frozen
from debatec.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from debatec.spec.unsaid import id_of

_OF_ITSELF = ("debate", "name", "version", "extends")
"""Keys that say something of the file they stand in alone."""


@frozen
class _Shape:
    """How values of one kind are merged.

    ``keys`` are the shapes of a mapping's values, of those not among them ``each``, which is also
    that of a list's items. A value of a ``named`` mapping that is null takes the name away.
    ``lifted`` are the keys of the mapping that a plain value is short for.
    """

    keys: Table[str, _Shape] = field(default_factory=dict)
    each: _Shape | None = None
    named: bool = False
    by_id: bool = False
    lifted: tuple[str, ...] = ()


_PLAIN = _Shape()
_WORDS = _Shape(lifted=("max",))
_ROLE = _Shape({"words": _WORDS})
_BLOCK = _Shape(dict.fromkeys(("fields", "require"), _Shape(named=True)))
_STEP = _Shape(
    {"speakers": _Shape(lifted=("who",)), "prompt": _Shape(lifted=("first", "then"))}
    | {"words": _WORDS}
)
_RULES = _Shape(by_id=True)
_PHASE = _Shape(
    {"rounds": _Shape(lifted=("max",)), "steps": _Shape(by_id=True, each=_STEP), "stop": _RULES}
)
_DEBATE = _Shape(
    dict.fromkeys(("inputs", "presets", "groups", "prompts"), _Shape(named=True))
    | {"roles": _Shape(named=True, each=_ROLE), "blocks": _Shape(named=True, each=_BLOCK)}
    | {"format": _Shape(by_id=True, each=_PHASE), "stop": _RULES}
)


class Missed(NamedTuple):
    """An entry that takes away a name which is not there, and the names that are."""

    entry: Entry
    known: tuple[str, ...]


def merged(base: Mapping, layers: Iterable[Mapping]) -> tuple[Mapping, list[Missed]]:
    """A canonical spec with canonical layers laid over it, one after the other.

    The result keeps the places of all values, each in the file that says it. It has the name and
    the versions of the last layer, and no `extends`. Beside it stands what was to be taken away
    and is not there.
    """
    kept = {key: entry for key, entry in base.entries.items() if key not in _OF_ITSELF}
    tree, missed = replace(base, entries=kept), list[Missed]()
    for layer in layers:
        tree = _mapping(tree, layer, _DEBATE, missed)
    own = {key: tree.entries[key] for key in _OF_ITSELF[:-1] if key in tree.entries}
    rest = {key: entry for key, entry in tree.entries.items() if key not in _OF_ITSELF}
    return replace(tree, entries={**own, **rest}), missed


def _merge(base: Node, layer: Node, shape: _Shape, missed: list[Missed]) -> Node:
    if shape.lifted and isinstance(base, Mapping) != isinstance(layer, Mapping):
        base, layer = _lift(base, shape.lifted), _lift(layer, shape.lifted)
    if isinstance(base, Mapping) and isinstance(layer, Mapping):
        return _mapping(base, layer, shape, missed)
    if shape.by_id and isinstance(base, Sequence) and isinstance(layer, Sequence):
        return _items(base, layer, shape.each or _PLAIN, missed)
    return layer


def _lift(node: Node, keys: tuple[str, ...]) -> Mapping:
    if isinstance(node, Mapping):
        return node
    return Mapping(node.span, {key: Entry(key, node.span, node) for key in keys})


def _mapping(base: Mapping, layer: Mapping, shape: _Shape, missed: list[Missed]) -> Mapping:
    entries = dict(base.entries)
    for key, entry in layer.entries.items():
        if shape.named and _is_null(entry.value):
            if entries.pop(key, None) is None:
                missed.append(Missed(entry, tuple(base.entries)))
        elif key in entries:
            inner = shape.keys.get(key) or shape.each or _PLAIN
            value = _merge(entries[key].value, entry.value, inner, missed)
            entries[key] = replace(entry, value=value)
        else:
            entries[key] = entry
    return replace(layer, entries=entries)


def _items(base: Sequence, layer: Sequence, shape: _Shape, missed: list[Missed]) -> Sequence:
    """Items of a list by id; one that the layer switches off is left out."""
    known = {id: item for item in base.items if (id := id_of(item))}
    changed: dict[str, Node | None] = {}
    behind: dict[str, list[Node]] = {"": []}
    last = ""
    for item in layer.items:
        id = id_of(item)
        if id in known and id not in changed:
            changed[id] = None if _is_off(item) else _merge(known[id], item, shape, missed)
            last = id
        elif not _is_off(item):
            behind.setdefault(last, []).append(item)
    items = behind.pop("")
    for item in base.items:
        kept = changed.get(id_of(item), item)
        items += [kept] if kept else []
        items += behind.get(id_of(item), ())
    return replace(layer, items=tuple(items))


def _is_off(item: Node) -> bool:
    when = item.get("when") if isinstance(item, Mapping) else None
    return isinstance(when, Scalar) and when.value is False


def _is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None and not node.broken

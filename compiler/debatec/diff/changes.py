"""The changes from one canonical debate to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Context, Decimal

from debatec.diff.said import said
from debatec.diff.table import Bump, Category, Row, default_of, is_unit, row_of
from debatec.frozen import frozen
from debatec.source.nodes import Entry, Mapping, Node, Plain, Scalar, Sequence, node_of, plain
from debatec.source.text import Span
from debatec.spec.builtin import PREFIX, builtin
from debatec.spec.unsaid import id_of
from debatec.spec.values import literal

_DIGITS = Context(prec=1000)
_EXPANDED = {"prompt": ("first", "then"), "rounds": ("max",), "speakers": ("who",)}
"""Key -> the keys that a value stands for which is no mapping."""


@frozen
class Change:
    """Something that a debate says differently; ``was`` and ``now`` are None where it does not.

    ``span`` is in the new file, or in the old one for what is gone.
    """

    category: Category
    path: str
    was: str | None
    now: str | None
    span: Span
    bump: Bump


def changes(old: Mapping, new: Mapping) -> list[Change]:
    """What differs between two canonical debates, by category and in the order of the new one."""
    found = [*_Comparison(old, new).mappings("", old, new)]
    order = list(Category)
    return sorted(found, key=lambda change: order.index(change.category))


def bump_of(found: Iterable[Change]) -> Bump:
    """What some changes ask for together."""
    return max((change.bump for change in found), default=Bump.NONE)


class _Comparison:
    """Two debates, side by side."""

    def __init__(self, old: Mapping, new: Mapping) -> None:
        self._old = _prompts(old)
        self._new = _prompts(new)

    def mappings(self, path: str, old: Mapping, new: Mapping) -> Iterator[Change]:
        """Changes of a mapping, key by key."""
        renamed = dict(self._renamed()) if path == "prompts" else {}
        for key in dict.fromkeys([*new.entries, *old.entries]):
            below = f"{path}.{key}" if path else key
            if key in renamed:
                yield self._renaming(below, renamed[key], new.entries[key])
            elif key not in renamed.values():
                before, after = _there(below, old, key), _there(below, new, key)
                yield from self._values(below, before, after)

    def _renamed(self) -> Iterator[tuple[str, str]]:
        """New name and old name of the prompts that have another name and the same text."""
        gone = {text: name for name, text in self._old.items() if name not in self._new}
        for name, text in self._new.items():
            if name not in self._old and text in gone:
                yield name, gone.pop(text)

    def _renaming(self, path: str, old: str, new: Entry) -> Change:
        return Change(Category.STYLE, path, old, new.key, new.key_span, Bump.PATCH)

    def _values(self, path: str, old: Node | None, new: Node | None) -> Iterator[Change]:
        """Changes of a value that is there at least once."""
        old, new = _alike(path, old, new), _alike(path, new, old)
        if _is_listed(old) and _is_listed(new) and (_has_ids(old) or _has_ids(new)):
            yield from self._items(path, _listed(old), _listed(new))
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from self.mappings(path, old, new)
        elif _are_selectors(old, new):
            for number, (one, other) in enumerate(zip(_listed(old), _listed(new), strict=True)):
                yield from self._values(f"{path}[{number}]", one, other)
        elif isinstance(old or new, Mapping) and (old is None or new is None) and not is_unit(path):
            yield from self.mappings(path, _mapped(old, new), _mapped(new, old))
        elif old is not None or new is not None:
            yield from self._whole(path, old, new)

    def _items(self, path: str, old: tuple[Node, ...], new: tuple[Node, ...]) -> Iterator[Change]:
        """Changes of a list whose items are known by their ids."""
        before, after = ({id_of(item): item for item in items} for items in (old, new))
        for id in dict.fromkeys([*after, *before]):
            below = f"{path}[{id}]"
            if id in before and id in after:
                yield from self._values(below, before[id], after[id])
            else:
                yield from self._whole(below, before.get(id), after.get(id))
        kept = [id for id in before if id in after], [id for id in after if id in before]
        if kept[0] != kept[1]:
            row, span = row_of(path), after[kept[1][0]].span
            was, now = map(", ".join, kept)
            yield Change(row.category, path, was, now, span, row.changed)

    def _whole(self, path: str, old: Node | None, new: Node | None) -> Iterator[Change]:
        """The change of a value that is told as one, if it is any."""
        row = row_of(path)
        was, now = _plain(old), _plain(new)
        if old is not None and new is not None and self._is_same(row, old, new):
            return
        node = new if new is not None else old
        assert node is not None, "it is there at least once"
        category, bump = row.category, row.bump(path, was, now, added=old is None, gone=new is None)
        if self._is_worded(row, old, new):
            category, bump = Category.STYLE, Bump.PATCH
        elif row.path == "prompts.*" and bump is Bump.PATCH:
            category = Category.STYLE
        yield Change(category, path, *said(old, new), node.span, bump)

    def _is_same(self, row: Row, old: Node, new: Node) -> bool:
        if _key(plain(old)) == _key(plain(new)):
            return True
        if row.slot and isinstance(old, Scalar) and isinstance(new, Scalar):
            number = literal(old, row.slot)
            return number is not None and number == literal(new, row.slot)
        return False

    def _is_worded(self, row: Row, old: Node | None, new: Node | None) -> bool:
        """Whether two values mean the same in other words or in another order."""
        if row.names_prompt and isinstance(old, Scalar) and isinstance(new, Scalar):
            return _text(old, self._old) == _text(new, self._new)
        was, now = _plain(old), _plain(new)
        if not (row.unordered and isinstance(was, list) and isinstance(now, list)):
            return False
        return sorted(map(_key, was)) == sorted(map(_key, now))


def _there(path: str, node: Mapping, key: str) -> Node | None:
    """What a mapping has at a key, or else what it stands for."""
    found, default = node.get(key), default_of(path)
    if isinstance(found, Scalar) and found.value is None and is_unit(path):
        return Mapping(found.span)  # a role that says nothing
    if found is None and default is not None:
        return node_of(default, node.span)
    return found


def _alike(path: str, node: Node | None, other: Node | None) -> Node | None:
    """A value as a mapping where it is short for one, and the other one is written out."""
    keys = _EXPANDED.get(path.rpartition(".")[2])
    if keys and isinstance(other, Mapping) and node is not None and not isinstance(node, Mapping):
        return Mapping(node.span, {key: Entry(key, node.span, node) for key in keys})
    return node


def _is_listed(node: Node | None) -> bool:
    return node is None or isinstance(node, Sequence)


def _listed(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _has_ids(node: Node | None) -> bool:
    items = _listed(node)
    return bool(items) and all(map(id_of, items))


def _are_selectors(old: Node | None, new: Node | None) -> bool:
    """Whether two lists have as many mappings each."""
    items = [*_listed(old), *_listed(new)]
    same = len(_listed(old)) == len(_listed(new))
    return same and bool(items) and all(isinstance(item, Mapping) for item in items)


def _mapped(node: Node | None, other: Node | None) -> Mapping:
    if isinstance(node, Mapping):
        return node
    assert other is not None, "one of them is there"
    return Mapping(other.span)


def _prompts(root: Mapping) -> dict[str, str]:
    prompts = root.get("prompts")
    entries = prompts if isinstance(prompts, Mapping) else ()
    return {entry.key: entry.value.text for entry in entries if isinstance(entry.value, Scalar)}


def _text(node: Scalar, prompts: dict[str, str]) -> str:
    """The text that is sent where a prompt is named or written."""
    if node.text.startswith(PREFIX):
        shipped = builtin(node.text.removeprefix(PREFIX))
        return shipped.text if shipped else node.text
    return prompts.get(node.text, node.text)


def _plain(node: Node | None) -> Plain:
    return None if node is None else plain(node)


def _key(value: Plain) -> str:
    """A value as a text that equal values share, whatever the order of their keys."""
    if isinstance(value, dict):
        return repr(sorted((key, _key(item)) for key, item in value.items()))
    if isinstance(value, Decimal | int) and not isinstance(value, bool):
        return str(Decimal(value).normalize(_DIGITS))
    return repr([*map(_key, value)]) if isinstance(value, list) else repr(value)

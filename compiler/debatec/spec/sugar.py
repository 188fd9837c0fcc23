"""Shorthands to the one canonical form, node by node.

What is not of the expected type is left as it is: the schema has already said so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from debatec.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from debatec.spec.closing import closed, closing_layers
from debatec.spec.names import WHO_WORDS
from debatec.spec.unsaid import mapping, word

Change: TypeAlias = Callable[[Node], Node]


def canonical(root: Mapping) -> Mapping:
    """The spec with every shorthand written out."""
    return _written_out(closed(root), _authors(root))


def layers(root: Mapping, base: Mapping) -> list[Mapping]:
    """A spec that is to be laid over a canonical one, with its shorthands written out.

    Those whose phase the base has become a layer of their own, which says what they say alone.
    """
    authors = _authors(root) | _authors(base)
    return [_written_out(layer, authors) for layer in closing_layers(root, base)]


def _authors(root: Mapping) -> frozenset[str]:
    return frozenset(_keys(root, "roles") | _keys(root, "groups"))


def _written_out(root: Mapping, authors: frozenset[str]) -> Mapping:
    return _with(
        root,
        roles=lambda roles: _values(roles, _with_words),
        format=lambda node: _each(node, lambda item: _phase(item, authors)),
        stop=lambda rules: _each(rules, _rule),
    )


def _keys(root: Mapping, key: str) -> set[str]:
    node = root.get(key)
    return set(node.entries) if isinstance(node, Mapping) else set()


def _with(node: Mapping, **changes: Change) -> Mapping:
    """The mapping with the values of the keys changed that it has."""
    entries = {
        entry.key: _changed(entry, changes[entry.key]) if entry.key in changes else entry
        for entry in node
    }
    return replace(node, entries=entries)


def _changed(entry: Entry, change: Change) -> Entry:
    value = change(entry.value)
    return entry if value is entry.value else replace(entry, value=value)


def _values(node: Node, change: Change) -> Node:
    if not isinstance(node, Mapping):
        return node
    entries = {entry.key: _changed(entry, change) for entry in node}
    return replace(node, entries=entries)


def _each(node: Node, change: Change) -> Node:
    if isinstance(node, Sequence):
        return replace(node, items=tuple(change(item) for item in node.items))
    return node


def _listed(node: Node) -> Node:
    return Sequence(node.span, (node,)) if isinstance(node, Scalar) else node


def _phase(node: Node, authors: frozenset[str]) -> Node:
    if not isinstance(node, Mapping):
        return node
    return _with(
        node,
        rounds=_rounds,
        steps=lambda steps: _each(steps, lambda step: _step(step, authors)),
        stop=lambda rules: _each(rules, _rule),
    )


def _rounds(node: Node) -> Node:
    """`{max: n}` says no more than `n`."""
    is_plain = isinstance(node, Mapping) and "hidden" not in node.entries
    bound = node.get("max") if isinstance(node, Mapping) and is_plain else None
    return bound or node


def _step(node: Node, authors: frozenset[str]) -> Node:
    if not isinstance(node, Mapping):
        return node
    return _with(
        node,
        speakers=_speakers,
        sees=lambda sees: _sees(sees, authors),
        of=lambda of: _selector(of, authors),
        prompt=_prompt,
        options=_listed,
        words=_words,
    )


def _speakers(node: Node) -> Node:
    """`{who: a}` says no more than `a`."""
    if not isinstance(node, Mapping):
        return _listed(node)
    who = node.get("who")
    return _with(node, who=_listed) if who is None or "where" in node.entries else _listed(who)


def _words(node: Node) -> Node:
    return mapping(node.span, [("max", node)]) if isinstance(node, Scalar) else node


def _with_words(role: Node) -> Node:
    return _with(role, words=_words) if isinstance(role, Mapping) else role


def _prompt(node: Node) -> Node:
    """`{first: a, then: a}` says no more than `a`."""
    if isinstance(node, Mapping):
        first, then = node.get("first"), node.get("then")
        if isinstance(first, Scalar) and isinstance(then, Scalar) and first.text == then.text:
            return first
    return node


def _sees(node: Node, authors: frozenset[str]) -> Node:
    items = node.items if isinstance(node, Sequence) else (node,)
    if items and all(isinstance(item, Scalar) and item.text == "nothing" for item in items):
        return items[0]
    return Sequence(node.span, tuple(_selector(item, authors) for item in items))


def _selector(node: Node, authors: frozenset[str]) -> Node:
    if isinstance(node, Mapping):
        listed = {"who": _listed, "in": _listed, "take": _listed}
        return _with(node, **listed)
    if not isinstance(node, Scalar):
        return node
    if node.text == "everything":
        who = Sequence(node.span, (word("everyone", node.span),))
        return mapping(node.span, [("who", who), ("window", word("all", node.span))])
    key = "who" if node.text in WHO_WORDS or node.text in authors else "in"
    return mapping(node.span, [(key, Sequence(node.span, (node,)))])


def _rule(node: Node) -> Node:
    if not isinstance(node, Mapping) or "when" in node.entries or len(node.entries) != 1:
        return node
    entry = next(iter(node))
    name = word(entry.key, entry.key_span)
    return mapping(node.span, [("id", name), ("when", entry.value)])

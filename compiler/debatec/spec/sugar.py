"""Shorthands to the one canonical form, node by node.

What is not of the expected type is left as it is: the schema has already said so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from debatec.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from debatec.source.text import Span
from debatec.spec.names import WHO_WORDS

Change: TypeAlias = Callable[[Node], Node]


def word(text: str, span: Span) -> Scalar:
    """A node for a name that a shorthand leaves unsaid."""
    return Scalar(span, text, text, written=False)


def mapping(span: Span, pairs: Iterable[tuple[str, Node | None]]) -> Mapping:
    """A mapping of the pairs that have a node, each key standing where its value does."""
    return Mapping(span, {key: Entry(key, node.span, node) for key, node in pairs if node})


def canonical(root: Mapping) -> Mapping:
    """The spec with every shorthand written out."""
    authors = frozenset(_keys(root, "roles") | _keys(root, "groups"))
    root = _close(root)
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


def _close(root: Mapping) -> Mapping:
    """`synthesis` and `veto` as the closing phase they stand for."""
    synthesis, veto, phases = root.get("synthesis"), root.get("veto"), root.get("format")
    if not isinstance(synthesis, Mapping) or not isinstance(phases, Sequence):
        return root
    phase = _closing_phase(synthesis, veto if isinstance(veto, Mapping) else None)
    entries = {
        key: entry for key, entry in root.entries.items() if key not in ("synthesis", "veto")
    }
    written = replace(phases, items=(*phases.items, phase))
    entries["format"] = replace(root.entries["format"], value=written)
    return _name_result(replace(root, entries=entries), synthesis.span)


def _name_result(root: Mapping, span: Span) -> Mapping:
    result = root.get("result")
    if result is None:
        result = mapping(span, [])
    if not isinstance(result, Mapping) or "text" in result.entries:
        return root
    text = Entry("text", span, word("synthesis", span))
    named = replace(result, entries={"text": text, **result.entries})
    return replace(root, entries={**root.entries, "result": Entry("result", span, named)})


def _closing_phase(synthesis: Mapping, veto: Mapping | None) -> Mapping:
    span = synthesis.span
    steps: list[Node] = [_synthesis_step(synthesis)]
    pairs: list[tuple[str, Node | None]] = [
        ("id", word("closing", span)),
        ("always", Scalar(span, True, "true", written=False)),
    ]
    if veto:
        steps += _veto_steps(veto)
        pairs.append(("rounds", _drafts(veto)))
    pairs.append(("steps", Sequence(span, tuple(steps))))
    if veto:
        pairs.append(("stop", _veto_stop(veto.span)))
    return mapping(span, pairs)


def _synthesis_step(node: Mapping) -> Mapping:
    span = node.span
    entries = {"id": Entry("id", span, word("synthesis", span)), **node.entries}
    if "sees" not in entries:
        entries["sees"] = Entry("sees", span, word("everything", span))
    return replace(node, entries=entries)


def _veto_steps(veto: Mapping) -> list[Node]:
    span = veto.span
    ballot = [
        ("id", word("ballot", span)),
        ("speakers", veto.get("voters")),
        ("sees", word("synthesis", span)),
        ("prompt", veto.get("prompt") or word("builtin:veto", span)),
        ("returns", word("vote", span)),
    ]
    verdict = [
        ("id", word("verdict", span)),
        ("kind", word("tally", span)),
        ("of", word("ballot", span)),
        ("pass", veto.get("pass") or word("unanimous", span)),
    ]
    return [mapping(span, ballot), mapping(span, verdict)]


def _drafts(veto: Mapping) -> Scalar:
    redrafts = veto.get("redrafts")
    if not isinstance(redrafts, Scalar):
        return Scalar(veto.span, 1, "1", written=False)
    if isinstance(redrafts.value, int):
        drafts = redrafts.value + 1
        return Scalar(redrafts.span, drafts, str(drafts), written=False)
    text = f"1 + ({redrafts.text})"
    return Scalar(redrafts.span, text, text, written=False)


def _veto_stop(span: Span) -> Sequence:
    """Accepted; or refused by all that count; or published with its objections."""
    rules = [
        ("accepted", "verdict.winner == 'accept'", None),
        ("vetoed", "round.last and verdict.winner == 'object'", word("vetoed", span)),
        ("published", "round.last", None),
    ]
    nodes = (
        mapping(span, [("id", word(id, span)), ("when", word(when, span)), ("outcome", outcome)])
        for id, when, outcome in rules
    )
    return Sequence(span, tuple(nodes))

"""`synthesis` and `veto`, and the closing phase they stand for."""

from __future__ import annotations

from dataclasses import replace

from debatec.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from debatec.source.text import Span
from debatec.spec.unsaid import id_of, mapping, word

_PHASE = "closing"
_SHORTHANDS = ("synthesis", "veto")


def closed(root: Mapping) -> Mapping:
    """A spec with its closing phase written out."""
    synthesis, veto, phases = root.get("synthesis"), root.get("veto"), root.get("format")
    if not isinstance(synthesis, Mapping) or not isinstance(phases, Sequence):
        return root
    phase = _closing_phase(synthesis, veto if isinstance(veto, Mapping) else None)
    entries = _without_shorthands(root)
    written = replace(phases, items=(*phases.items, phase))
    entries["format"] = replace(root.entries["format"], value=written)
    return _name_result(replace(root, entries=entries), synthesis.span)


def closing_layers(root: Mapping, base: Mapping) -> list[Mapping]:
    """What is laid over a canonical spec one after the other: its closing phase, then the rest.

    The shorthands of ``root`` say there what they say, and no default, of what the base has.
    Where it has no closing phase they stay what they are.
    """
    known = _steps_of(base)
    given = [root.get(key) for key in _SHORTHANDS]
    synthesis, veto = (node if isinstance(node, Mapping) else None for node in given)
    if "synthesis" not in known or not (synthesis or veto):
        return [root]
    phase = _changes(synthesis, veto, has_veto="ballot" in known)
    layer = mapping(root.span, [("format", Sequence(root.span, (phase,)))])
    return [layer, replace(root, entries=_without_shorthands(root))]


def _without_shorthands(root: Mapping) -> dict[str, Entry]:
    return {key: entry for key, entry in root.entries.items() if key not in _SHORTHANDS}


def _steps_of(base: Mapping) -> set[str]:
    """The ids of the steps of a canonical spec's closing phase."""
    phases = base.get("format")
    for phase in phases.items if isinstance(phases, Sequence) else ():
        steps = phase.get("steps") if isinstance(phase, Mapping) else None
        if id_of(phase) == _PHASE and isinstance(steps, Sequence):
            return set(map(id_of, steps))
    return set()


def _changes(synthesis: Mapping | None, veto: Mapping | None, *, has_veto: bool) -> Mapping:
    span = next(node.span for node in (synthesis, veto) if node)
    said = synthesis.entries if synthesis else {}
    steps: list[Node] = [Mapping(span, {"id": Entry("id", span, word("synthesis", span)), **said})]
    pairs: list[tuple[str, Node | None]] = [("id", word(_PHASE, span))]
    if veto and has_veto:
        steps += _veto_changes(veto)
        pairs.append(("rounds", _drafts(veto) if "redrafts" in veto.entries else None))
    elif veto:
        steps += _veto_steps(veto)
        pairs += [("rounds", _drafts(veto)), ("stop", _veto_stop(veto.span))]
    return mapping(span, [*pairs, ("steps", Sequence(span, tuple(steps)))])


def _veto_changes(veto: Mapping) -> list[Node]:
    ballot = [("speakers", veto.get("voters")), ("prompt", veto.get("prompt"))]
    ids = (word(id, veto.span) for id in ("ballot", "verdict"))
    return [
        mapping(veto.span, [("id", id), *said])
        for id, said in zip(ids, (ballot, [("pass", veto.get("pass"))]), strict=True)
    ]


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
        ("id", word(_PHASE, span)),
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

"""What a case expects, held against the run that it came to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from debatec.frozen import frozen
from debatec.graph.graph import Node as GraphNode
from debatec.graph.text import draw
from debatec.report.markdown import report
from debatec.runtime.events import Asked
from debatec.runtime.outcome import ending_of
from debatec.runtime.view import View
from debatec.source.nodes import Entry, Node, Scalar, plain
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Sequence as SequenceNode
from debatec.template import expression
from debatec.template.values import holds
from debatec.testing.cases import Case
from debatec.testing.matching import Miss, What, compare, equal, shown
from debatec.testing.patterns import Names
from debatec.testing.playing import Played
from debatec.testing.snapshots import Snapshots

_HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.M)


@frozen
class Trial:
    """A case that was played, and what its expectations are held against."""

    case: Case
    played: Played
    names: Names
    snapshots: Snapshots


def misses(trial: Trial) -> Iterator[Miss]:
    """The expectations that are not met, in the order of the file."""
    for entry in trial.case.expect:
        check = _CHECKS.get(entry.key)
        if check is None:
            got = _VALUES[entry.key](trial.played)
            yield from compare(entry.value, entry.key_span, got, What(entry.key))
        else:
            yield from check(trial, entry)


_VALUES: Mapping[str, Callable[[Played], Any]] = {
    "outcome": lambda played: played.result["outcome"],
    "reason": lambda played: played.result["reason"],
    "phase": lambda played: ending_of(played.plan, played.state).phase,
    "round": lambda played: ending_of(played.plan, played.state).round,
    "decision": lambda played: played.result["decision"],
    "asked": lambda played: played.result["turns"]["asked"],
    "answered": lambda played: played.result["turns"]["answered"],
    "requests": lambda played: sum(isinstance(event, Asked) for event in played.events),
    "ballots": lambda played: played.result["tallies"],
    "findings": lambda played: played.result["findings"],
    "dropped": lambda played: [seat["seat"] for seat in played.result["degraded"]],
}
"""Values of a result that are compared as they are."""


def _phases(trial: Trial, entry: Entry) -> Iterator[Miss]:
    ends = {end["phase"]: end for end in trial.played.result["phases"]}
    for phase in _entries(entry):
        what = What("", f"phase '{phase.key}'")
        yield from compare(phase.value, phase.key_span, ends.get(phase.key), what)


def _replies(trial: Trial, entry: Entry) -> Iterator[Miss]:
    """Each turn or program step that a key names and that was settled has to fit."""
    settled = trial.played.state.settled
    for key in _entries(entry):
        nodes = [node for node in _named(trial, key.key) if node.id in settled]
        if not nodes:
            yield Miss(key.key_span, f"nothing that '{key.key}' names took place")
        for node in nodes:
            yield from _reply(trial, key, node)


def _reply(trial: Trial, key: Entry, node: GraphNode) -> Iterator[Miss]:
    settled = trial.played.state.settled[node.id]
    got = {
        "outcome": settled.outcome.value,
        "block": settled.block.value,
        "attempts": settled.attempt,
        "fields": settled.data,
    }
    for part in _entries(key):
        if part.key == "text":
            what = f"the text of '{node.id}'"
            yield from _text(trial, part, settled.text, what, f"{node.id}.text")
        else:
            field = What(part.key, f"'{node.id}'")
            yield from compare(part.value, part.key_span, got[part.key], field)


def _prompts(trial: Trial, entry: Entry) -> Iterator[Miss]:
    sent: dict[str, list[str]] = {}
    for event in trial.played.events:
        if isinstance(event, Asked):
            sent.setdefault(event.turn, []).append(event.prompt)
    for key in _entries(entry):
        turns = [node.id for node in _named(trial, key.key) if node.id in sent]
        if not turns:
            yield Miss(key.key_span, f"no turn that '{key.key}' names was asked")
        for turn in turns:
            prompt = "\n\n".join(sent[turn])
            yield from _text(trial, key, prompt, f"the prompt of '{turn}'", f"{turn}.prompt")


def _named(trial: Trial, key: str) -> list[GraphNode]:
    pattern, _ = trial.names.pattern(key)
    return list(trial.names.matching(pattern)) if pattern else []


def _product(trial: Trial, entry: Entry) -> Iterator[Miss]:
    yield from _text(trial, entry, trial.played.result["text"] or "", "the text", "text")


def _report(trial: Trial, entry: Entry) -> Iterator[Miss]:
    written = report(trial.played.plan, trial.played.state)
    headings = set(_HEADING.findall(written))
    sections = entry.value.get("sections") if isinstance(entry.value, MappingNode) else None
    for section in sections.items if isinstance(sections, SequenceNode) else ():
        if plain(section) not in headings:
            yield Miss(section.span, f"the report has no section {shown(plain(section))}")
    yield from _text(trial, entry, written, "the report", "report")


def _graph(trial: Trial, entry: Entry) -> Iterator[Miss]:
    plan = trial.played.plan
    for part in _entries(entry):
        if part.key == "digest":
            written = str(plain(part.value))
            if not plan.digest.startswith(written):
                message = f"the digest is '{plan.digest}', expected '{written}'"
                yield Miss(part.value.span, message)
        else:
            yield from _snapshot(trial, part, draw(plan, full=True), "the graph", "graph")


def _text(trial: Trial, entry: Entry, text: str, what: str, name: str) -> Iterator[Miss]:
    """What a text is to be, to contain, to lack, or to be as the snapshot of some name."""
    for part in _entries(entry):
        match part.key:
            case "is":
                if not equal(str(plain(part.value)).strip(), text.strip()):
                    yield from compare(part.value, part.key_span, text.strip(), What("", what))
            case "contains" | "lacks":
                for word in _words(part.value):
                    if (word.text in text) is not (part.key == "contains"):
                        verb = "lacks" if part.key == "contains" else "contains"
                        yield Miss(word.span, f"{what} {verb} {shown(word.text)}")
            case "snapshot":
                yield from _snapshot(trial, part, text, what, name)


def _snapshot(trial: Trial, part: Entry, text: str, what: str, name: str) -> Iterator[Miss]:
    fault, places = trial.snapshots.differences(trial.case.slug, name, text)
    if fault:
        yield Miss(part.key_span, f"{what} {fault}", places)


def _holds(trial: Trial, entry: Entry) -> Iterator[Miss]:
    played = trial.played
    phase, round = (played.state.rounds_run or [("", 1)])[-1]
    view = View(
        played.plan, played.state, phase, round, len(played.plan.graph.nodes), played.seconds
    )
    for condition in _words(entry.value):
        parsed, _ = expression.parse(condition)
        if parsed is not None and not holds(expression.evaluate(parsed, view)):
            yield Miss(condition.span, f"at the end '{condition.text}' does not hold")


def _words(node: Node) -> Iterator[Scalar]:
    items = node.items if isinstance(node, SequenceNode) else (node,)
    yield from (item for item in items if isinstance(item, Scalar))


def _entries(entry: Entry) -> Iterator[Entry]:
    return iter(entry.value if isinstance(entry.value, MappingNode) else ())


_CHECKS: Mapping[str, Callable[[Trial, Entry], Iterator[Miss]]] = {
    "phases": _phases,
    "replies": _replies,
    "prompts": _prompts,
    "text": _product,
    "report": _report,
    "graph": _graph,
    "holds": _holds,
}

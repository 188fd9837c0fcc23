"""The report of a run as Markdown: result, dissent, how it went, and every reply."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.report.lines import blemish, without_reply
from debatec.report.text import duration, plural, visible
from debatec.runtime.events import BlockStatus, Settled, TurnOutcome
from debatec.runtime.outcome import last_of
from debatec.runtime.state import State
from debatec.source import exactjson
from debatec.source.text import one_line

OUTCOMES = {
    "consensus": "Consensus",
    "decided": "Decided",
    "decided_with_dissent": "Decided, with dissent",
    "no_consensus": "No consensus",
    "vetoed": "Vetoed",
    "hung": "Hung",
    "aborted": "Aborted",
    "failed": "Failed",
}
REASONS = {
    "completed": "all rounds were held",
    "rounds": "the cap of rounds was reached",
    "quorum": "too few seats replied",
    "silence": "nobody replied",
    "time": "the time was up",
    "tokens": "it took more tokens than it may",
    "cost": "it cost more than it may",
    "context": "a session grew longer than it may",
    "skipped": "its condition did not hold",
    "vetoed": "a seat with a veto objects",
    "aborted": "it was stopped",
    "failed": "nobody said anything",
}

_NO_BLOCK = frozenset({BlockStatus.ABSTAINED, BlockStatus.INVALID})
_MOST_BLOCKS = 20


def report(plan: Plan, state: State) -> str:
    """The whole report; replies stand in quotations, so none can pass for a part of it."""
    assert state.finished is not None
    result = state.finished.result
    parts = [
        _head(plan, result),
        _product(result),
        _dissent(plan, state, result),
        _findings(result),
        _deadlocks(result),
        _missing(result),
        _course(result),
        _seats(result),
        _blocks(plan, state),
        _transcript(plan, state),
        _taken_back(plan, state),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def ending(result: Mapping[str, Any]) -> str:
    """The outcome and why, in one sentence; in another that there is no decision, and why."""
    reason = result["reason"]
    why = result["message"] or REASONS.get(reason, f"the rule '{reason}' held")
    none = f" Decision: none, {result['undecided']}." if result["undecided"] else ""
    return f"{OUTCOMES[result['outcome']]}: {why}.{none}"


def _head(plan: Plan, result: Mapping[str, Any]) -> str:
    lines = [f"# {result['debate']}", "", f"**{_escape(ending(result))}**", ""]
    if plan.spec.summary:
        lines[2:2] = [_escape(plan.spec.summary), ""]
    turns, tokens = result["turns"], result["tokens"]
    about = " (estimated)" if tokens["estimated"] else ""
    lines.append(
        f"{turns['answered']} of {plural(turns['asked'], 'turn')} answered, {_reused(result)}"
        f"{tokens['output']} tokens of replies{about}, {duration(result['seconds'])}."
    )
    if result["cost"] is not None:
        lines[-1] += f" Cost: {result['cost']:f}."
    lines += [line for text in result["warnings"] for line in ("", f"**Warning:** {_escape(text)}")]
    for drop in result["degraded"]:
        lines += ["", f"**Degraded:** {drop['seat']} was dropped. {_escape(drop['message'])}"]
    return "\n".join(lines)


def _reused(result: Mapping[str, Any]) -> str:
    """How many turns were taken over from another run, where some could be."""
    reused = result["reused"]
    if reused is None:
        return ""
    return f"{reused['turns']} of them taken over from {_escape(reused['run'])}, "


def _product(result: Mapping[str, Any]) -> str:
    parts = ["## Result"]
    if result["text"]:
        parts += [quoted(result["text"]), f"From `{result['text_from']}`."]
    else:
        parts.append("Nobody wrote one.")
    if result["decision"] is not None:
        parts.append(f"Decision: `{exactjson.dumps(result['decision'])}`")
    elif result["undecided"]:
        parts.append(f"Decision: none, {_escape(result['undecided'])}.")
    return "\n\n".join(parts)


def _dissent(plan: Plan, state: State, result: Mapping[str, Any]) -> str:
    lines: list[str] = []
    for name, tally in result["tallies"].items():
        lost = [f"- {line}" for line in _lost_ballots(plan, state, name)]
        if tally["votes"] or lost:
            lines += [f"- {name}: {_counts(tally)}", *(f"  {line}" for line in lost)]
    for objection in result["objections"]:
        said = "; ".join(_escape(text) for text in objection["objections"]) or "no reason given"
        lines.append(f"- **{objection['seat']} objects**: {said}")
    return "\n".join(["## Ballots", "", *lines]) if lines else ""


def _lost_ballots(plan: Plan, state: State, tally: str) -> list[str]:
    """The ballots that a tally could not count when it was taken last, and why."""
    node = last_of(plan, state, tally)
    return [
        _without_block(turn, state) for turn in _unusable(plan, state, node.hears if node else ())
    ]


def _unusable(plan: Plan, state: State, turns: Iterable[str]) -> list[Node]:
    """Those of some turns that were answered, and whose block does not count; in their order."""
    lost = (plan.graph.nodes[id] for id in turns if _block_of(state, id) in _NO_BLOCK)
    return sorted(filter(state.counts, lost), key=lambda node: node.index)


def _block_of(state: State, turn: str) -> BlockStatus | None:
    return state.settled[turn].block if turn in state.settled else None


def _without_block(turn: Node, state: State) -> str:
    return f"`{turn.id}`: {_escape(blemish(state.settled[turn.id]))}"


def _blocks(plan: Plan, state: State) -> str:
    """The blocks that do not count, and why; of many the first ones."""
    lost = [f"- {_without_block(t, state)}" for t in _unusable(plan, state, state.settled)]
    more = [f"- … and {len(lost) - _MOST_BLOCKS:,} more"] if len(lost) > _MOST_BLOCKS else []
    head = ["Blocks that do not count:", ""]
    return "\n".join([*head, *lost[:_MOST_BLOCKS], *more]) if lost else ""


def _counts(tally: Mapping[str, Any]) -> str:
    known = [f"{_escape(option)} {number}" for option, number in tally["counts"].items()]
    counts = ", ".join(known) or "no valid ballot"
    winner = f"{_escape(tally['winner'])} wins" if tally["winner"] else "no winner"
    return f"{winner}; {counts}; {tally['votes']} of {tally['voters']} ballots were valid"


def _findings(result: Mapping[str, Any]) -> str:
    items = [item for ledger in result["findings"].values() for item in ledger["all"]]
    if not items:
        return ""
    rows = [
        (item["id"], item["state"], item["severity"], item["title"], item["raised_by"])
        for item in items
    ]
    return "## Findings\n\n" + table(("Finding", "State", "Severity", "Title", "Raised by"), rows)


def _deadlocks(result: Mapping[str, Any]) -> str:
    """Rounds that moved no finding that blocked."""
    lines = [
        f"- {deadlock['phase']}, round {deadlock['round']}: as after the round before, "
        f"{', '.join(map(_escape, deadlock['findings']))} blocked."
        for deadlock in result["deadlocks"]
    ]
    return "\n".join(["## Deadlocks", "", *lines]) if lines else ""


def _missing(result: Mapping[str, Any]) -> str:
    """What replies lack of what was asked of them; the program's finding, not an agent's."""
    lines = [
        f"- `{reply['turn']}`: {_escape(clause)}"
        for reply in result["missing"]
        for clause in reply["lacks"]
    ]
    return "\n".join(["## Missing", "", *lines]) if lines else ""


def _course(result: Mapping[str, Any]) -> str:
    rows = [
        (end["phase"], f"{end['rounds']} of {end['of']}", end["reason"], ", ".join(end["held"]))
        for end in result["phases"]
    ]
    return "## Course\n\n" + table(("Phase", "Rounds", "Ended by", "Rules that held"), rows)


def _seats(result: Mapping[str, Any]) -> str:
    heads: tuple[str, ...] = ("Seat", "Agent", "Model", "Turns answered", "Failed attempts")
    heads += ("Tokens",) if result["cost"] is None else ("Tokens", "Cost")
    rows = [
        (
            seat["seat"],
            seat["agent"] or "",
            ", ".join(seat["models"]),
            f"{seat['turns']['answered']} of {seat['turns']['asked']}",
            ", ".join(f"{number} {outcome}" for outcome, number in seat["failures"].items()),
            str(seat["tokens"]["output"]),
            "" if seat["cost"] is None else f"{seat['cost']:f}",
        )[: len(heads)]
        for seat in result["seats"]
    ]
    return "## Seats\n\n" + table(heads, rows)


def _transcript(plan: Plan, state: State) -> str:
    parts = ["## Transcript"]
    for phase, round in state.rounds_run:
        parts.append(f"### {phase}, round {round}")
        nodes = [node for node in plan.graph.of_round(phase, round) if node.id in state.settled]
        parts += [part for node in nodes for part in _turn(node, state)]
    return "\n\n".join(parts)


def _taken_back(plan: Plan, state: State) -> str:
    """What was said behind an end that was found later."""
    if not state.taken_back:
        return ""
    parts = ["## Taken back", "Said behind the end, before the end was found; nothing counts it."]
    for node in sorted((plan.graph.nodes[id] for id in state.taken_back), key=lambda n: n.index):
        parts.append(f"### {node.author} ({node.step}, round {node.round})")
        parts += [quoted(exchange.reply) for exchange in state.archive.recall(node.id)]
    return "\n\n".join(parts)


def _turn(node: Node, state: State) -> Iterator[str]:
    settled = state.settled[node.id]
    yield f"#### {node.author} ({node.step})"
    if settled.outcome is TurnOutcome.SKIPPED:
        yield f"*Skipped: {_escape(settled.message)}.*"
        return
    if settled.outcome is not TurnOutcome.OK:
        yield f"*No reply: {_escape(without_reply(settled))}.*"
        return
    if node.id in state.reused:
        yield f"*Taken over from {_escape(state.reuses)}.*"
    yield quoted(settled.text) if settled.text else "*No text.*"
    if node.seat and settled.data is not None:
        yield f"Block{_note(settled)}: {code(exactjson.dumps(settled.data))}"
    elif settled.block in (BlockStatus.ABSTAINED, BlockStatus.INVALID):
        counted = settled.block.value
        yield f"*No valid block, counted as {counted}.* {_escape(settled.message)}".strip()


def _note(settled: Settled) -> str:
    """What there is to say of a block that is not simply valid."""
    if settled.block is BlockStatus.STAND_IN:
        return " (a stand-in)"
    return f" ({_escape(settled.message)})" if settled.block is BlockStatus.MARKED else ""


def quoted(text: str) -> str:
    """A text as a Markdown quotation."""
    return "\n".join(f"> {_escape_html(line)}".rstrip() for line in visible(text).split("\n"))


def code(text: str) -> str:
    """A text as inline code, whatever back-ticks it has."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {visible(text)} {fence}"


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [heads, tuple("---" for _ in heads), *(tuple(map(_cell, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    return _escape(text).replace("|", "\\|")


def _escape(text: str) -> str:
    """A text on one line that Markdown shows as it is."""
    line = one_line(visible(text))
    return re.sub(r"([\\`*_\[\]<>#])", r"\\\1", line)


def _escape_html(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;")

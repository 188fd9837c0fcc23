"""The graph as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html)."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.spec.model import Phase

_SHAPES = {
    Kind.TURN: ("(", ")"),
    Kind.TALLY: ("[[", "]]"),
    Kind.LEDGER: ("[[", "]]"),
    Kind.GATE: ("{", "}"),
    Kind.EMIT: ("([", "])"),
}

# What Mermaid reads as markup in a quoted label, written as its entities.
_ENTITIES = {ord(char): f"#{ord(char)};" for char in '"#&<>[]{}|`\\;'}


def mermaid(plan: Plan) -> str:
    """A box for each round; solid arrows are waited for, dotted ones are heard."""
    lines = ["flowchart TD", f"  %% {_label(plan.spec.name)}"]
    for phase in plan.spec.phases:
        for round in range(1, plan.graph.rounds[phase.id] + 1):
            lines += _round(plan, phase, round)
    lines += [_box(plan, node, "  ") for node in plan.graph if node.kind is Kind.EMIT]
    lines += [f"  {edge}" for node in plan.graph for edge in _edges(plan, node)]
    lines += [f"  {edge}" for phase in plan.spec.phases for edge in _exits(plan, phase)]
    return "\n".join(lines) + "\n"


def _round(plan: Plan, phase: Phase, round: int) -> Iterator[str]:
    nodes = plan.graph.of_round(phase.id, round)
    title = f"{phase.id}, round {round}"
    yield f'  subgraph r{nodes[0].index}["{_label(title)}"]'
    yield from (_box(plan, node, "    ") for node in nodes)
    yield "  end"


def _box(plan: Plan, node: Node, indent: str) -> str:
    start, end = _SHAPES[node.kind]
    return f'{indent}{_id(node)}{start}"{_title(plan, node)}"{end}'


def _title(plan: Plan, node: Node) -> str:
    if node.kind is Kind.TURN:
        return f"{_label(node.step)}<br/>{_label(node.seat)}"
    if node.kind is not Kind.GATE:
        return _label(node.step)
    if _is_last(plan, node):
        return "end of phase"
    return "next round?" if _rules(plan, node.phase) else "end of round"


def _rules(plan: Plan, phase: str) -> list[str]:
    """The names of the stop rules that are in force in a phase."""
    found = plan.spec.phase(phase)
    return [rule.id for rule in plan.spec.rules_of(found)] if found else []


def _is_last(plan: Plan, gate: Node) -> bool:
    return gate.round == plan.graph.rounds[gate.phase]


def _edges(plan: Plan, node: Node) -> Iterator[str]:
    sources = [plan.graph.nodes[source] for source in node.sources]
    implied = {before for source in sources for before in source.sources}
    for source in sources:
        if source.id in node.hears:
            yield f"{_id(source)} -.-> {_id(node)}"
        elif source.id not in implied:
            yield f"{_id(source)} --> {_id(node)}"


def _exits(plan: Plan, phase: Phase) -> Iterator[str]:
    """The stop rules, as arrows from the end of a round to the end of its phase."""
    rules = ", ".join(_rules(plan, phase.id))
    rounds = range(1, plan.graph.rounds[phase.id] + 1)
    *gates, last = (plan.graph.of_round(phase.id, round)[-1] for round in rounds)
    if rules:
        yield from (f'{_id(gate)} ==>|"{_label(rules)}"| {_id(last)}' for gate in gates)


def _id(node: Node) -> str:
    return f"n{node.index}"


def _label(text: str) -> str:
    return " ".join(text.split()).translate(_ENTITIES)

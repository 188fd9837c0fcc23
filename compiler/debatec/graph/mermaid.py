"""The graph as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html)."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.graph.graph import Kind
from debatec.graph.grid import Arrow, Cell, Rounds, grid
from debatec.graph.labels import Labels
from debatec.graph.plan import Plan
from debatec.source.text import one_line
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


def mermaid(plan: Plan, *, full: bool = False) -> str:
    """A box for each round; solid arrows are waited for, dotted ones are heard."""
    labels = Labels(grid(plan, full=full))
    lines = ["flowchart TD", f"  %% {_label(plan.spec.name)}"]
    for rounds in labels.grid.rounds:
        lines += _box(labels, rounds)
    lines.append(f"  {_node(labels, labels.grid.result)}")
    lines += [f"  {_edge(arrow)}" for arrow in labels.grid.arrows]
    lines += [f"  {edge}" for phase in plan.spec.phases for edge in _exits(labels, phase)]
    return "\n".join(lines) + "\n"


def _box(labels: Labels, rounds: Rounds) -> Iterator[str]:
    cells = [*(cell for row in rounds.rows for cell in row.cells), rounds.gate]
    title = f"{rounds.phase.id}, {labels.rounds(rounds)}"
    yield f'  subgraph r{cells[0].nodes[0].index}["{_label(title)}"]'
    yield from (f"    {_node(labels, cell)}" for cell in cells)
    yield "  end"


def _node(labels: Labels, cell: Cell) -> str:
    start, end = _SHAPES[cell.kind]
    title = "<br/>".join(map(_label, labels.titles(cell)))
    return f'{_id(cell)}{start}"{title}"{end}'


def _edge(arrow: Arrow) -> str:
    line = "-.->" if arrow.heard else "-->"
    label = '|"next round"|' if arrow.again else ""
    return f"{_id(arrow.source)} {line}{label} {_id(arrow.target)}"


def _exits(labels: Labels, phase: Phase) -> Iterator[str]:
    """The stop rules, as arrows from the end of a round to the end of its phase."""
    rules = ", ".join(rule.id for rule in labels.grid.plan.spec.rules_of(phase))
    *gates, last = (rounds.gate for rounds in labels.grid.of_phase(phase))
    if rules:
        yield from (f'{_id(gate)} ==>|"{_label(rules)}"| {_id(last)}' for gate in gates)


def _id(cell: Cell) -> str:
    return f"n{cell.nodes[0].index}"


def _label(text: str) -> str:
    return one_line(text).translate(_ENTITIES)

"""The graph in the language of Graphviz (https://graphviz.org/doc/info/lang.html)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from debatec.graph.graph import Kind
from debatec.graph.grid import Arrow, Cell, Rounds, grid
from debatec.graph.labels import Labels
from debatec.graph.plan import Plan
from debatec.source.text import one_line
from debatec.spec.model import Phase

_SHAPES = {
    Kind.TURN: "box",
    Kind.TALLY: "component",
    Kind.LEDGER: "component",
    Kind.GATE: "diamond",
    Kind.EMIT: "oval",
}


def dot(plan: Plan, *, full: bool = False) -> str:
    """A cluster for each phase and round, a rank for each step.

    Solid arrows are heard; dashed ones are waited for only, and bold ones lead out of a phase.
    """
    labels = Labels(grid(plan, full=full))
    body = [
        "graph [newrank=true, fontname=sans, labeljust=l];",
        'node [shape=box, fontname=sans, fontsize=11, margin="0.12,0.06"];',
        "edge [fontname=sans, fontsize=10, arrowsize=0.7];",
    ]
    for number, phase in enumerate(plan.spec.phases):
        body += _phase(labels, phase, f"cluster_{number}")
    body.append(_node(labels, labels.grid.result))
    body += [_edge(arrow) for arrow in labels.grid.arrows]
    body += [edge for phase in plan.spec.phases for edge in _exits(labels, phase)]
    return "\n".join([f"digraph {_quoted(plan.spec.name)} {{", *_indented(body), "}"]) + "\n"


def _phase(labels: Labels, phase: Phase, id: str) -> Iterator[str]:
    more = labels.phase(phase)
    title = f"{phase.id} ({more})" if more else phase.id
    body = [f"label={_quoted(title)};"]
    for number, rounds in enumerate(labels.grid.of_phase(phase)):
        body += _block(f"{id}_{number}", _rounds(labels, rounds))
    yield from _block(id, body)


def _rounds(labels: Labels, rounds: Rounds) -> Iterator[str]:
    yield f"label={_quoted(labels.rounds(rounds))};"
    for row in rounds.rows:
        nodes = " ".join(_node(labels, cell) for cell in row.cells)
        yield f"{{rank=same; {nodes}}}"
    yield _node(labels, rounds.gate)


def _block(id: str, body: Iterable[str]) -> Iterator[str]:
    yield f"subgraph {id} {{"
    yield from _indented(body)
    yield "}"


def _node(labels: Labels, cell: Cell) -> str:
    title = _quoted(*labels.titles(cell))
    return f"{_id(cell)} [shape={_SHAPES[cell.kind]}, label={title}];"


def _edge(arrow: Arrow) -> str:
    attributes = [] if arrow.heard else ["style=dashed"]
    if arrow.again:
        attributes += ["constraint=false", 'label="next round"']
    return _arrow(arrow.source, arrow.target, attributes)


def _exits(labels: Labels, phase: Phase) -> Iterator[str]:
    rules = ", ".join(rule.id for rule in phase.stop)
    *gates, last = (rounds.gate for rounds in labels.grid.of_phase(phase))
    if rules:
        attributes = ["style=bold", f"label={_quoted(rules)}"]
        yield from (_arrow(gate, last, attributes) for gate in gates)


def _arrow(source: Cell, target: Cell, attributes: list[str]) -> str:
    more = f" [{', '.join(attributes)}]" if attributes else ""
    return f"{_id(source)} -> {_id(target)}{more};"


def _id(cell: Cell) -> str:
    return _quoted(cell.id)


def _quoted(*lines: str) -> str:
    """A quoted string; in one of several lines each ends with Graphviz's own line break."""
    escaped = (one_line(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)

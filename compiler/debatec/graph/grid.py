"""What every drawing of a graph shows: columns of seats, rows of steps, and who hears whom.

A cell stands for all that one column does in one step of the rounds drawn there. Of more than two
rounds of a phase the first is drawn, and one for all that follow it, unless all are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from string import ascii_lowercase, ascii_uppercase

from debatec.frozen import frozen
from debatec.graph.graph import Graph, Kind, Node
from debatec.graph.plan import Plan
from debatec.spec.model import Phase, Speak, Step

MOST_SEATS = 24
"""Seats that stand in columns of their own where a drawing is as wide as it needs to be."""


@frozen
class Column:
    """A seat, or all seats of a role, under one letter."""

    key: str
    name: str
    role: str
    seats: tuple[str, ...]


@frozen
class Cell:
    """What a column does in a row, in speaking order; `column` is None for a program, a gate
    and the result.

    `nodes` are those of the last of the rounds that are drawn as one; `first` and `last` count
    the places of the column's seats in the speaking order of the step.
    """

    nodes: tuple[Node, ...]
    column: int | None = None
    first: int = 1
    last: int = 1

    @property
    def id(self) -> str:
        return self.nodes[0].id

    @property
    def kind(self) -> Kind:
        return self.nodes[0].kind


@frozen
class Row:
    """A step in the rounds drawn as one: a cell for every column that takes part."""

    step: Step
    cells: tuple[Cell, ...]

    @property
    def nodes(self) -> list[Node]:
        return sorted((node for cell in self.cells for node in cell.nodes), key=lambda n: n.index)

    @property
    def speaks(self) -> bool:
        return isinstance(self.step, Speak)


@frozen
class Rounds:
    """Rounds of a phase that are drawn as one, from the first to the last of them."""

    phase: Phase
    first: int
    last: int
    rows: tuple[Row, ...]
    gate: Cell

    @property
    def many(self) -> bool:
        return self.first < self.last


@frozen
class Arrow:
    """From a cell to one that waits for it, or may hear it.

    `again` where the two lie in different rounds that are drawn as one.
    """

    source: Cell
    target: Cell
    heard: bool
    again: bool


@dataclass(frozen=True)
class Grid:
    """The columns, the rounds of all phases in order, and the result of one plan."""

    plan: Plan
    columns: tuple[Column, ...]
    rounds: tuple[Rounds, ...]
    result: Cell

    def __iter__(self) -> Iterator[Cell]:
        """All cells: those of each round with its gate last, then the result."""
        for rounds in self.rounds:
            yield from (cell for row in rounds.rows for cell in row.cells)
            yield rounds.gate
        yield self.result

    def of_phase(self, phase: Phase) -> list[Rounds]:
        return [rounds for rounds in self.rounds if rounds.phase is phase]

    @cached_property
    def ends(self) -> frozenset[str]:
        """The ids of gates that no round of their phase follows."""
        most = self.plan.graph.rounds
        return frozenset(
            rounds.gate.id
            for rounds in self.rounds
            if rounds.last == most[rounds.phase.id] and not rounds.many
        )

    @cached_property
    def keys(self) -> Mapping[str, str]:
        """The letter of every seat, and a small one of every step that a program takes."""
        keys = {seat: column.key for column in self.columns for seat in column.seats}
        steps = [step.id for _, step in self.plan.spec.steps() if not isinstance(step, Speak)]
        return {**keys, **dict(zip(steps, _keys(ascii_lowercase), strict=False))}

    @cached_property
    def arrows(self) -> tuple[Arrow, ...]:
        """All arrows, in the order of their targets.

        Waiting has an arrow where it is not implied: neither by hearing nor by other arrows.
        """
        found: dict[tuple[str, str, bool], Arrow] = {}
        for node in self.plan.graph:
            target = self._cells[_place(node)]
            for source, heard in _sources(self.plan.graph, node):
                cell = self._cells[_place(source)]
                again = source.round != node.round and _is_beside(cell, target)
                key = (cell.id, target.id, again)
                if key not in found or heard:
                    found[key] = Arrow(cell, target, heard, again)
        order = {cell.id: at for at, cell in enumerate(self)}
        return tuple(sorted(found.values(), key=lambda arrow: order[arrow.target.id]))

    @cached_property
    def _cells(self) -> Mapping[tuple[str, int, str, str], Cell]:
        """The cell that each node is drawn in, by the node's place."""
        first: dict[tuple[str, int], int] = {(r.phase.id, r.last): r.first for r in self.rounds}
        return {
            (node.phase, round, node.step, node.seat): cell
            for cell in self
            for node in cell.nodes
            for round in range(first.get((node.phase, node.round), node.round), node.round + 1)
        }


def grid(plan: Plan, columns: Sequence[Column] | None = None, *, full: bool = False) -> Grid:
    """The grid of a plan, every round of it if `full`.

    Without `columns`, each seat has one while there are at most MOST_SEATS, else each role.
    """
    if columns is None:
        columns = by_seat(plan)
        columns = columns if len(columns) <= MOST_SEATS else by_role(plan)
    rounds = tuple(
        _rounds(plan, phase, first, last, columns)
        for phase in plan.spec.phases
        for first, last in _spans(plan.graph.rounds[phase.id], full)
    )
    *_, result = plan.graph
    return Grid(plan, tuple(columns), rounds, Cell((result,)))


def by_seat(plan: Plan) -> list[Column]:
    """A column for every seat that speaks."""
    speaking = {node.seat for node in plan.graph.turns()}
    seats = [seat for seat in plan.graph.seats.values() if seat.name in speaking]
    keys = _keys(ascii_uppercase)
    return [Column(next(keys), seat.name, seat.role, (seat.name,)) for seat in seats]


def by_role(plan: Plan) -> list[Column]:
    """A column for every role that speaks."""
    roles: dict[str, list[str]] = {}
    for column in by_seat(plan):
        roles.setdefault(column.role, []).append(column.name)
    keys = _keys(ascii_uppercase)
    return [
        Column(next(keys), _counted(role, seats), role, tuple(seats))
        for role, seats in roles.items()
    ]


def _counted(role: str, seats: Sequence[str]) -> str:
    return f"{role} ({len(seats)})" if len(seats) > 1 else role


def _keys(letters: str) -> Iterator[str]:
    for length in count(1):
        yield from map("".join, product(letters, repeat=length))


def _spans(rounds: int, full: bool) -> list[tuple[int, int]]:
    if full or rounds <= 2:
        return [(round, round) for round in range(1, rounds + 1)]
    return [(1, 1), (2, rounds)]


def _rounds(plan: Plan, phase: Phase, first: int, last: int, columns: Sequence[Column]) -> Rounds:
    *played, gate = plan.graph.of_round(phase.id, last)
    steps: dict[str, list[Node]] = {}
    for node in played:
        steps.setdefault(node.step, []).append(node)
    rows = (Row(step, tuple(_cells(steps.get(step.id, ()), columns))) for step in phase.steps)
    return Rounds(phase, first, last, tuple(rows), Cell((gate,)))


def _cells(nodes: Iterable[Node], columns: Sequence[Column]) -> Iterator[Cell]:
    at = {seat: number for number, column in enumerate(columns) for seat in column.seats}
    found: dict[int | None, list[tuple[int, Node]]] = {}
    for place, node in enumerate(nodes, start=1):
        found.setdefault(at.get(node.seat), []).append((place, node))
    for column in sorted(found, key=lambda column: -1 if column is None else column):
        places, members = zip(*found[column], strict=True)
        yield Cell(members, column, places[0], places[-1])


def _is_beside(cell: Cell, other: Cell) -> bool:
    one, two = cell.nodes[0], other.nodes[0]
    return (one.phase, one.round) == (two.phase, two.round)


def _place(node: Node) -> tuple[str, int, str, str]:
    return node.phase, node.round, node.step, node.seat


def _sources(graph: Graph, node: Node) -> Iterator[tuple[Node, bool]]:
    """The nodes that a node hears, and those it only waits for, unless another source does."""
    sources = {graph.nodes[id].index for id in node.sources}
    hears = set(node.hears)
    for id in node.sources:
        if id in hears or sources.isdisjoint(graph.waiting_for(id)):
            yield graph.nodes[id], id in hears

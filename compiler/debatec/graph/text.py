"""The graph as text: a column for each seat, a row for each step of a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from debatec.frozen import frozen
from debatec.graph.grid import Column, Grid, Rounds, Row, by_role, by_seat, grid
from debatec.graph.labels import Labels
from debatec.graph.plan import Plan
from debatec.spec.model import Phase

WIDTH = 100

_GAP = "  "


@frozen
class Line:
    """A step in one round: a cell for each column, or one text over all of them."""

    label: str
    cells: tuple[str, ...] = ()
    text: str = ""
    note: str = ""


def draw(plan: Plan, *, full: bool = False) -> str:
    """Who speaks when, who hears whom and where it ends, in every round if `full`.

    Seats stand in columns of their own while they fit, else roles do.
    """
    for columns, named in (
        (by_seat(plan), True),
        (by_seat(plan), False),
        (by_role(plan), True),
    ):
        drawing = _Drawing(grid(plan, columns, full=full), named)
        if drawing.width <= WIDTH:
            break
    return drawing.text()


class _Drawing:
    def __init__(self, grid: Grid, named: bool) -> None:
        self._grid = grid
        self._labels = Labels(grid)
        self._named = named
        self._rows = {
            phase.id: [row for rounds in grid.of_phase(phase) for row in self._of_rounds(rounds)]
            for phase in grid.plan.spec.phases
        }
        rows = [row for rows in self._rows.values() for row in rows]
        self._label = max(len(row.label) for row in rows)
        self._widths = [
            max([len(self._header(column)), *(len(row.cells[i]) for row in rows if row.cells)])
            for i, column in enumerate(grid.columns)
        ]
        self.width = self._label + sum(len(_GAP) + width for width in self._widths)

    def _header(self, column: Column) -> str:
        return f"{column.key} {column.name}" if self._named else column.key

    def text(self) -> str:
        header = Line("", tuple(map(self._header, self._grid.columns)))
        lines = [*self._title(), "", self._line(header)]
        for phase in self._grid.plan.spec.phases:
            lines += [line for row in self._rows[phase.id] for line in self._lines(row)]
            lines += [*self._stops(phase), ""]
        lines += [_shortened(line, WIDTH) for line in self._labels.result()]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def _title(self) -> Iterator[str]:
        yield self._labels.heading()
        yield "   ".join(self._labels.marks())
        if not self._named:
            yield from _wrapped([f"{column.key} {column.name}" for column in self._grid.columns])

    def _of_rounds(self, rounds: Rounds) -> Iterator[Line]:
        more = self._labels.phase(rounds.phase)
        title = f"{rounds.phase.id}, {self._labels.rounds(rounds)}"
        yield Line("", text=f"{title} ({more})" if more else title)
        for row in rounds.rows:
            yield self._of_row(row)

    def _of_row(self, row: Row) -> Line:
        label = f"  {row.step.id}"
        if not row.speaks:
            return Line(label, text=self._labels.program(row))
        cells = {cell.column: self._labels.cell(row, cell) for cell in row.cells}
        shown = tuple(cells.get(i, "") for i, _ in enumerate(self._grid.columns))
        return Line(label, shown, note="; ".join(self._labels.notes(row)))

    def _stops(self, phase: Phase) -> Iterator[str]:
        stops = self._labels.stops(phase)
        width = max((len(stop.head) for stop in stops), default=0)
        for stop in stops:
            yield _shortened(f"  ends if {stop.head:<{width}}  {stop.when}", WIDTH)
        yield f"  {self._labels.end(phase)}"

    def _lines(self, row: Line) -> Iterator[str]:
        line = self._line(row)
        if not row.note or len(line) + len(_GAP) + len(row.note) <= WIDTH:
            yield f"{line}{_GAP}{row.note}" if row.note else line
        else:
            yield line
            yield " " * (self._label + len(_GAP)) + row.note

    def _line(self, row: Line) -> str:
        if not row.label and row.text:
            return row.text
        label = f"{row.label:<{self._label}}"
        if row.text:
            return label + _GAP + row.text
        cells = [f"{cell:<{w}}" for cell, w in zip(row.cells, self._widths, strict=True)]
        return _GAP.join([label, *cells])


def _wrapped(items: Iterable[str]) -> Iterator[str]:
    line = ""
    for item in items:
        if line and len(line) + 3 + len(item) > WIDTH:
            yield line
            line = ""
        line = f"{line}   {item}" if line else item
    yield line


def _shortened(line: str, width: int) -> str:
    return line if len(line) <= width else line[: max(width - 1, 0)] + "…"

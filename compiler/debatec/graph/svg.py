"""The graph as an SVG image: seats in columns, steps in rows, and lines for who hears whom."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from debatec.graph.grid import Cell, Column, Rounds, Row, grid
from debatec.graph.ink import Ink, cut, room_for
from debatec.graph.labels import Labels
from debatec.graph.layout import CELL, GAP, LINE, MARGIN, NAME, SMALL, TITLE, Block, Layout
from debatec.graph.plan import Plan
from debatec.graph.style import COLORS, STYLE
from debatec.graph.tracks import Tracks
from debatec.graph.wiring import Wiring
from debatec.spec.model import Phase


def svg(plan: Plan, *, full: bool = False) -> str:
    """A page that stands alone: no script, no link, colours for light and for dark."""
    labels = Labels(grid(plan, full=full))
    image = _Image(Layout(labels, Wiring(labels.grid)), Ink())
    image.paint()
    return image.ink.image(labels.heading(), STYLE, image.at.wide, image.at.high)


@dataclass
class _Image:
    at: Layout
    ink: Ink

    @property
    def labels(self) -> Labels:
        return self.at.labels

    def paint(self) -> None:
        """Paint everything, what lies below first."""
        self.ink.box("page", 0, 0, self.at.wide, self.at.high, 8)
        phases = self.labels.grid.plan.spec.phases
        for phase, block in zip(phases, self.at.heights.phases, strict=True):
            self._phase(phase, block)
        for rounds, block in zip(self.labels.grid.rounds, self.at.heights.rounds, strict=True):
            self._rounds(rounds, block)
        self._head()
        Tracks(self.at, self.ink).paint()
        for number, row in enumerate(self.at.wiring.rows):
            self._row(number, row)
        self._result()

    # --- Bands --------------------------------------------------------------------------------

    def _head(self) -> None:
        room = self.at.wide - 2 * MARGIN
        self.ink.text("title", MARGIN, 28, self.labels.heading(), TITLE + 1, room=room)
        self.ink.text("soft", MARGIN, 46, self.at.legend, SMALL + 1, room=room)
        for number, column in enumerate(self.labels.grid.columns):
            self._header(number, column)

    def _header(self, number: int, column: Column) -> None:
        x, room = self.at.x(number), self.at.cell + GAP - 6
        name = f"{column.key} {column.name}"
        self.ink.text("name", x, 70, name, NAME, room=room, anchor="middle", tail=4)
        if column.role != column.name:
            self.ink.text("soft", x, 84, column.role, SMALL, room=room, anchor="middle")

    def _phase(self, phase: Phase, block: Block) -> None:
        wide = self.at.wide - MARGIN
        self.ink.box("phase", MARGIN // 2, block.top, wide, block.bottom - block.top, 6)
        self.ink.text("title", MARGIN, block.top + 18, phase.id, TITLE, room=self.at.label)
        more = self.labels.phase(phase)
        if more:
            x = MARGIN + room_for(cut(phase.id, self.at.label, TITLE), TITLE) + 8
            self.ink.text("soft", x, block.top + 18, more, SMALL + 1)
        self._stops(phase, block.bottom - 12 - LINE * len(phase.stop))

    def _stops(self, phase: Phase, y: int) -> None:
        """The gate: a line, and under it the stop rules."""
        edge = self.at.wide - MARGIN
        self.ink.line("gate", (MARGIN, y - 13), (edge, y - 13))
        room = self.at.clear - MARGIN
        stops = self.labels.stops(phase)
        width = max((len(stop.head) for stop in stops), default=0)
        lines = [f"ends if {stop.head:<{width}}  {stop.when}" for stop in stops]
        for number, line in enumerate([*lines, self.labels.end(phase)]):
            self.ink.text("code", MARGIN, y + 3 + LINE * number, line, 11, room=room)

    def _rounds(self, rounds: Rounds, block: Block) -> None:
        for number, _ in enumerate(self.labels.grid.columns):
            x = self.at.x(number) - self.at.cell // 2
            high = block.bottom - block.top
            self.ink.box("column", x, block.top, self.at.cell, high)
        if rounds.first > 1:
            self.ink.line("gate", (MARGIN, block.top), (self.at.wide - MARGIN, block.top))
        title = self.labels.rounds(rounds)
        self.ink.text("soft", MARGIN, block.top + 13, title, SMALL + 1, room=self.at.label)

    def _result(self) -> None:
        y = self.at.heights.phases[-1].bottom + 24
        for number, line in enumerate(self.labels.result()):
            room = self.at.wide - 2 * MARGIN
            self.ink.text("name", MARGIN, y + LINE * number, line, NAME, room=room)

    # --- Rows ---------------------------------------------------------------------------------

    def _row(self, number: int, row: Row) -> None:
        notes = self.at.notes(row)
        y = self.at.middle(number) + 4 - 6 * len(notes)
        self.ink.text("name", MARGIN, y, row.step.id, NAME, room=self.at.label)
        for line, note in enumerate(notes, start=1):
            self.ink.text("soft", MARGIN, y + 13 * line, note, SMALL, room=self.at.label)
        if not row.speaks:
            self._program(number, row)
            return
        self._order(number, row)
        for cell in row.cells:
            self._cell(number, row, cell)

    def _program(self, number: int, row: Row) -> None:
        at, wide = self.at, self.at.right - self.at.left
        self.ink.box("program", at.left, at.top(number) + 3, wide, CELL - 6, 3)
        x, text = at.left + wide // 2, self.labels.program(row)
        self.ink.text("code", x, at.middle(number) + 4, text, 11, room=wide - 8, anchor="middle")

    def _cell(self, number: int, row: Row, cell: Cell) -> None:
        assert cell.column is not None, "programs have rows of their own"
        x, y = self.at.x(cell.column), self.at.top(number)
        look = f"cell c{self._roles.index(self._role(cell.column)) % COLORS}"
        self.ink.box(look, x - self.at.cell // 2, y, self.at.cell, CELL, 6)
        text, room = self.labels.cell(row, cell), self.at.cell - 8
        self.ink.text("code", x, y + CELL // 2 + 4, text, NAME, room=room, anchor="middle")

    def _order(self, number: int, row: Row) -> None:
        """Arrows from a speaker to the next who hears it, where nobody sits between them."""
        taken = {cell.column for cell in row.cells}
        for one, two in pairwise(sorted(row.cells, key=lambda cell: cell.first)):
            assert one.column is not None, "a seat has a column"
            assert two.column is not None, "a seat has a column"
            heard = {id for node in two.nodes for id in node.hears}
            low, high = sorted((one.column, two.column))
            if heard & {node.id for node in one.nodes} and not taken & {*range(low + 1, high)}:
                way = 1 if one.column < two.column else -1
                half, y = way * self.at.cell // 2, self.at.middle(number)
                end = self.at.x(two.column) - half
                self.ink.line("wire", (self.at.x(one.column) + half, y), (end, y))
                self.ink.tip(end, y, way, 0)

    def _role(self, column: int) -> str:
        return self.labels.grid.columns[column].role

    @property
    def _roles(self) -> list[str]:
        return list(dict.fromkeys(column.role for column in self.labels.grid.columns))

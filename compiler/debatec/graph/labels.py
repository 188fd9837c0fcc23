"""What drawings say of the parts of a grid, the same words in every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from debatec.frozen import frozen
from debatec.graph.endings import counted
from debatec.graph.graph import Kind, Node
from debatec.graph.grid import Cell, Grid, Rounds, Row
from debatec.source.text import one_line
from debatec.spec.model import Order, Phase, Speak, Tally

MANY = "●"
HEARS = "←"

_MOST_HEARD = 6
_MOVES = {Order.ROTATE: "starts one seat later each round", Order.RANDOM: "drawn each round"}
_AGES = {0: "this round", 1: "the round before"}
_EARLIER = "earlier rounds"
_HIDDEN = "names hidden"


@frozen
class Stop:
    """A stop rule in words: what it leads to, and its condition on one line."""

    head: str
    when: str


@frozen
class Labels:
    """The words for one grid."""

    grid: Grid

    def heading(self) -> str:
        """The debate, its seats and its turns."""
        spec, graph = self.grid.plan.spec, self.grid.plan.graph
        version = f" {spec.version}" if spec.version else ""
        seats = counted(sum(len(column.seats) for column in self.grid.columns), "seat")
        turns = counted(sum(1 for _ in graph.turns()), "turn")
        return f"{one_line(spec.name + version)}: {seats}, {turns} at most"

    def marks(self) -> Iterator[str]:
        """What the marks in the cells mean, of those that are used."""
        rows = [row for rounds in self.grid.rounds for row in rounds.rows if row.cells]
        speaking = [row for row in rows if row.speaks]
        if not all(map(_is_ordered, speaking)):
            yield f"{MANY} speak at once"
        if any(map(_is_ordered, speaking)):
            yield "1 2 speak in this order"
        if any(node.hears for row in speaking for node in row.nodes):
            yield f"{HEARS} hears what was said by"

    def rounds(self, rounds: Rounds) -> str:
        """Which rounds are drawn, such as `round 1` or `rounds 2 to 5, each`."""
        if rounds.many:
            return f"rounds {rounds.first} to {rounds.last}, each"
        return f"round {rounds.last}"

    def phase(self, phase: Phase) -> str:
        """What holds for a phase besides its name."""
        return "always runs" if phase.always else ""

    def mark(self, row: Row, cell: Cell) -> str:
        """When a cell speaks: at once with others, or its places in the order."""
        if not _is_ordered(row):
            return MANY
        return str(cell.first) if cell.first == cell.last else f"{cell.first}-{cell.last}"

    def heard(self, cells: Iterable[Cell]) -> str:
        """The letters of whom cells hear, three or more in a row as their first and last."""
        keys, nodes = self.grid.keys, self.grid.plan.graph.nodes
        ids = (id for cell in cells for node in cell.nodes for id in node.hears)
        heard = {keys[nodes[id].author] for id in ids}
        ordered = list(dict.fromkeys(keys.values()))
        parts = [
            part
            for letters in (str.isupper, str.islower)
            for part in _runs(filter(letters, ordered), heard)
        ]
        more = len(parts) - _MOST_HEARD
        return " ".join(parts[:_MOST_HEARD]) + (f" +{more}" if more > 0 else "")

    def cell(self, row: Row, cell: Cell) -> str:
        """A cell that speaks: its mark, and the letters of whom it hears."""
        heard = self.heard([cell])
        mark = self.mark(row, cell)
        return f"{mark} {HEARS} {heard}" if heard else mark

    def titles(self, cell: Cell) -> list[str]:
        """The lines that name a cell where it stands alone: its step, and who speaks."""
        node = cell.nodes[0]
        if node.kind is Kind.GATE:
            return ["end of phase" if cell.id in self.grid.ends else "next round?"]
        speaker = [] if cell.column is None else [self.grid.columns[cell.column].name]
        hidden = self._hidden(node.step) if any(turn.hears for turn in cell.nodes) else ""
        return [f"{node.step} ({hidden})" if hidden else node.step, *speaker]

    def _hidden(self, step: str) -> str:
        """Whether a step hears replies without the names of their authors, in words."""
        found = self.grid.plan.spec.step(step)
        sees = found.sees if isinstance(found, Speak) else ()
        if not any(selector.hidden for selector in sees):
            return ""
        return _HIDDEN if all(selector.hidden for selector in sees) else f"some {_HIDDEN}"

    def program(self, row: Row) -> str:
        """What a program does in a row, under its letter."""
        step = row.step
        kind = "tally" if isinstance(step, Tally) else "ledger"
        passes = f", {step.passes}" if isinstance(step, Tally) and step.passes else ""
        return f"{self.grid.keys[step.id]} {kind} of {self.heard(row.cells)}{passes}"

    def notes(self, row: Row) -> list[str]:
        """From when the replies are that a row hears and whether unnamed, and how many it needs."""
        if not row.speaks:
            return []
        times = _times(self.grid, row.nodes)
        hidden = self._hidden(row.step.id) if times else ""
        notes = [f"hears {_listed(times)}{hidden and f', {hidden}'}"] if times else []
        if isinstance(row.step, Speak) and row.step.order in _MOVES:
            notes.append(_MOVES[row.step.order])
        quorum = self.grid.plan.bounds.quorum
        return [*notes, f"quorum {quorum[row.step.id]}"] if row.step.id in quorum else notes

    def stops(self, phase: Phase) -> list[Stop]:
        """The stop rules of a phase."""
        return [
            Stop(
                f"{rule.id} → {rule.outcome}" if rule.outcome else rule.id,
                one_line(rule.when.text),
            )
            for rule in self.grid.plan.spec.rules_of(phase)
        ]

    def end(self, phase: Phase) -> str:
        """What ends a phase in any case."""
        return f"ends after {counted(self.grid.plan.graph.rounds[phase.id], 'round')}"

    def result(self) -> list[str]:
        """The text and the decision of the debate."""
        spec = self.grid.plan.spec
        speaks = [step.id for _, step in spec.steps() if isinstance(step, Speak)]
        lines = [f"result: the text of '{spec.result.text or speaks[-1]}'"]
        if spec.result.decision:
            lines.append(f"decision: {one_line(spec.result.decision.text)}")
        return lines


def _is_ordered(row: Row) -> bool:
    return isinstance(row.step, Speak) and not row.step.order.is_parallel


def _times(grid: Grid, nodes: Iterable[Node]) -> list[str]:
    """From when the replies are that nodes hear."""
    graph = grid.plan.graph
    heard = [(node, graph.nodes[id]) for node in nodes for id in node.hears]
    phases = {source.phase for node, source in heard if source.phase != node.phase}
    ages = {node.round - source.round for node, source in heard if source.phase == node.phase}
    times = {_AGES.get(age, _EARLIER) for age in ages}
    return [
        *(f"'{phase.id}'" for phase in grid.plan.spec.phases if phase.id in phases),
        *(time for time in (_EARLIER, *reversed(_AGES.values())) if time in times),
    ]


def _runs(keys: Iterable[str], chosen: set[str]) -> Iterator[str]:
    """The chosen of some keys, three or more in a row as their first and last: `A-C E`."""
    for is_chosen, group in groupby(keys, key=chosen.__contains__):
        run = list(group)
        if is_chosen:
            yield from run if len(run) < 3 else [f"{run[0]}-{run[-1]}"]


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))

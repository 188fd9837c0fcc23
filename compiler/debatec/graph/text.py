"""The graph as text: a column for each seat, a row for each step of a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, groupby, product
from string import ascii_lowercase, ascii_uppercase

from debatec.graph.endings import counted
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.spec.model import Order, Phase, Speak, Tally

WIDTH = 100

_MOST_HEARD = 6
_GAP = "  "


@dataclass(frozen=True, slots=True)
class Column:
    """A seat, or all seats of a role, under one letter."""

    key: str
    name: str
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A step in one round: a cell for each column, or one text over all of them."""

    label: str
    cells: tuple[str, ...] = ()
    text: str = ""
    note: str = ""


def draw(plan: Plan) -> str:
    """Who speaks when, who hears whom and where it ends.

    Seats stand in columns of their own while they fit, else roles do. Of more than two rounds of
    a phase the first is drawn, and the last for all that follow it.
    """
    for columns, named in (
        (_by_seat(plan), True),
        (_by_seat(plan), False),
        (_by_role(plan), True),
    ):
        drawing = _Drawing(plan, columns, named)
        if drawing.width <= WIDTH:
            break
    return drawing.text()


def _keys(letters: str) -> Iterator[str]:
    for length in count(1):
        yield from map("".join, product(letters, repeat=length))


def _by_seat(plan: Plan) -> list[Column]:
    speaking = {node.seat for node in plan.graph.turns()}
    names = [name for name in plan.graph.seats if name in speaking]
    return [
        Column(key, name, (name,)) for key, name in zip(_keys(ascii_uppercase), names, strict=False)
    ]


def _by_role(plan: Plan) -> list[Column]:
    roles: dict[str, list[str]] = {}
    for column in _by_seat(plan):
        roles.setdefault(plan.graph.seats[column.name].role, []).append(column.name)
    return [
        Column(key, f"{role} ({len(seats)})" if len(seats) > 1 else role, tuple(seats))
        for key, (role, seats) in zip(_keys(ascii_uppercase), roles.items(), strict=False)
    ]


class _Drawing:
    def __init__(self, plan: Plan, columns: Sequence[Column], named: bool) -> None:
        self._plan = plan
        self._columns = columns
        self._named = named
        self._keys = _author_keys(plan, columns)
        self._rows = [list(self._of_phase(phase)) for phase in plan.spec.phases]
        rows = [row for rows in self._rows for row in rows]
        self._label = max(len(row.label) for row in rows)
        self._widths = [
            max([len(self._header(column)), *(len(row.cells[i]) for row in rows if row.cells)])
            for i, column in enumerate(columns)
        ]
        self.width = self._label + sum(len(_GAP) + width for width in self._widths)

    def _header(self, column: Column) -> str:
        return f"{column.key} {column.name}" if self._named else column.key

    def text(self) -> str:
        lines = [*self._title(), "", self._line(Row("", tuple(map(self._header, self._columns))))]
        for phase, rows in zip(self._plan.spec.phases, self._rows, strict=True):
            lines += [line for row in rows for line in self._lines(row)]
            lines += [*self._stops(phase), ""]
        lines += self._result()
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def _title(self) -> Iterator[str]:
        spec, graph = self._plan.spec, self._plan.graph
        version = f" {spec.version}" if spec.version else ""
        seats = counted(sum(len(column.seats) for column in self._columns), "seat")
        turns = counted(sum(1 for _ in graph.turns()), "turn")
        yield f"{spec.name}{version}: {seats}, {turns} at most"
        yield "   ".join(self._marks())
        if not self._named:
            yield from _wrapped([f"{column.key} {column.name}" for column in self._columns])

    def _marks(self) -> Iterator[str]:
        cells = [cell for rows in self._rows for row in rows for cell in row.cells]
        if any(cell.startswith("●") for cell in cells):
            yield "● speak at once"
        if any(cell[:1].isdigit() for cell in cells):
            yield "1 2 speak in this order"
        if any("←" in cell for cell in cells):
            yield "← hears what was said by"

    def _result(self) -> Iterator[str]:
        result = self._plan.spec.result
        speaks = [step.id for _, step in self._plan.spec.steps() if isinstance(step, Speak)]
        yield f"result: the text of '{result.text or speaks[-1]}'"
        if result.decision:
            yield f"decision: {_shortened(result.decision.text, WIDTH - 10)}"

    def _of_phase(self, phase: Phase) -> Iterator[Row]:
        rounds = self._plan.graph.rounds[phase.id]
        always = " (always runs)" if phase.always else ""
        later = f"round {rounds}" if rounds == 2 else f"rounds 2 to {rounds}, each"
        for round, title in [(1, "round 1"), (rounds, later)][:rounds]:
            yield Row("", text=f"{phase.id}, {title}{always}")
            for step in phase.steps:
                yield self._of_step(step.id, phase, round)

    def _of_step(self, name: str, phase: Phase, round: int) -> Row:
        nodes = [node for node in self._plan.graph.of_round(phase.id, round) if node.step == name]
        step = self._plan.spec.step(name)
        label = f"  {name}"
        heard = self._heard(nodes)
        if not isinstance(step, Speak):
            kind = f"tally of {heard}" if isinstance(step, Tally) else f"ledger of {heard}"
            passes = f", {step.passes}" if isinstance(step, Tally) and step.passes else ""
            return Row(label, text=f"{self._keys[name]} {kind}{passes}")
        ordered = not step.order.is_parallel
        cells = tuple(self._cell(column, nodes, ordered) for column in self._columns)
        return Row(label, cells, note=self._note(step, nodes))

    def _cell(self, column: Column, nodes: Sequence[Node], ordered: bool) -> str:
        numbers = [i for i, node in enumerate(nodes, start=1) if node.seat in column.seats]
        if not numbers:
            return ""
        mark = "●"
        if ordered:
            mark = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        heard = self._heard(node for node in nodes if node.seat in column.seats)
        return f"{mark} ← {heard}" if heard else mark

    def _heard(self, nodes: Iterable[Node]) -> str:
        graph = self._plan.graph
        heard = {self._keys[graph.nodes[id].author] for node in nodes for id in node.hears}
        keys = list(dict.fromkeys(self._keys.values()))
        parts = [
            part
            for letters in (str.isupper, str.islower)
            for part in _runs(filter(letters, keys), heard)
        ]
        more = len(parts) - _MOST_HEARD
        return " ".join(parts[:_MOST_HEARD]) + (f" +{more}" if more > 0 else "")

    def _note(self, step: Speak, nodes: Sequence[Node]) -> str:
        notes = []
        times = _times(self._plan, nodes)
        if times:
            notes.append(f"hears {_listed(times)}")
        if step.order in _MOVES:
            notes.append(_MOVES[step.order])
        if step.id in self._plan.bounds.quorum:
            notes.append(f"quorum {self._plan.bounds.quorum[step.id]}")
        return "; ".join(notes)

    def _stops(self, phase: Phase) -> Iterator[str]:
        rounds = counted(self._plan.graph.rounds[phase.id], "round")
        rules = self._plan.spec.rules_of(phase)
        heads = [f"{rule.id} → {rule.outcome}" if rule.outcome else rule.id for rule in rules]
        width = max(map(len, heads), default=0)
        for head, rule in zip(heads, rules, strict=True):
            start = f"  ends if {head:<{width}}  "
            yield start + _shortened(rule.when.text, WIDTH - len(start))
        yield f"  ends after {rounds}"

    def _lines(self, row: Row) -> Iterator[str]:
        line = self._line(row)
        if not row.note or len(line) + len(_GAP) + len(row.note) <= WIDTH:
            yield f"{line}{_GAP}{row.note}" if row.note else line
        else:
            yield line
            yield " " * (self._label + len(_GAP)) + row.note

    def _line(self, row: Row) -> str:
        if not row.label and row.text:
            return row.text
        label = f"{row.label:<{self._label}}"
        if row.text:
            return label + _GAP + row.text
        cells = [f"{cell:<{w}}" for cell, w in zip(row.cells, self._widths, strict=True)]
        return _GAP.join([label, *cells])


def _author_keys(plan: Plan, columns: Iterable[Column]) -> Mapping[str, str]:
    """The letter of every seat, and a small one of every step that a program takes."""
    keys = {seat: column.key for column in columns for seat in column.seats}
    programs = [step.id for _, step in plan.spec.steps() if not isinstance(step, Speak)]
    return {**keys, **dict(zip(programs, _keys(ascii_lowercase), strict=False))}


_MOVES = {Order.ROTATE: "starts one seat later each round", Order.RANDOM: "drawn each round"}
_AGES = {0: "this round", 1: "the round before"}
_EARLIER = "earlier rounds"


def _times(plan: Plan, nodes: Iterable[Node]) -> list[str]:
    """From when the replies are that a row hears."""
    nodes = list(nodes)
    heard = [(node, plan.graph.nodes[id]) for node in nodes for id in node.hears]
    phases = {source.phase for node, source in heard if source.phase != node.phase}
    ages = {node.round - source.round for node, source in heard if source.phase == node.phase}
    times = {_AGES.get(age, _EARLIER) for age in ages}
    return [
        *(f"'{phase.id}'" for phase in plan.spec.phases if phase.id in phases),
        *(time for time in (_EARLIER, *reversed(_AGES.values())) if time in times),
    ]


def _runs(keys: Iterable[str], chosen: set[str]) -> Iterator[str]:
    """The chosen of some keys, three or more in a row as their first and last: `A-C E`."""
    for is_chosen, group in groupby(keys, key=chosen.__contains__):
        run = list(group)
        if is_chosen:
            yield from run if len(run) < 3 else [f"{run[0]}-{run[-1]}"]


def _wrapped(items: Iterable[str]) -> Iterator[str]:
    line = ""
    for item in items:
        if line and len(line) + 3 + len(item) > WIDTH:
            yield line
            line = ""
        line = f"{line}   {item}" if line else item
    yield line


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _shortened(text: str, width: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: max(width - 1, 0)] + "…"

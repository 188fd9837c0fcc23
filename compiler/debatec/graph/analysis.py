"""Bounds of a debate: how many calls, tokens and seconds it can take.

All are worst cases over the unrolled graph and whole numbers. Tokens are an estimate: four
characters to a token, every reply as long as `limits.reply` allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm

from debatec.frozen import frozen
from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.graph.seats import Seat, speakers_of
from debatec.spec.model import SessionKind, Speak
from debatec.spec.shipped import QUOTATIONS

CHARACTERS_PER_TOKEN = 4


def estimated_tokens(text: str) -> int:
    """Whole tokens of a text, as every estimate counts them: four characters to a token."""
    return len(text) // CHARACTERS_PER_TOKEN


@frozen
class Step:
    """A step of the debate: its seats in speaking order, and how many may speak at once."""

    id: str
    seats: tuple[str, ...]
    width: int


@frozen
class Analysis:
    """The bounds of a plan: turns and calls counted, `path` as ids of turns, time in seconds.

    `cut_by` names the limits that end the debate before it has taken all that its turns can take.
    """

    turns: int
    calls: int
    path: tuple[str, ...]
    steps: tuple[Step, ...]
    tokens_in: int
    tokens_out: int
    seconds: int
    cut_by: tuple[str, ...] = ()

    @property
    def widest(self) -> Step | None:
        """The first of the steps in which most seats may speak at once."""
        return max(self.steps, key=lambda step: step.width, default=None)


def analyse(plan: Plan) -> Analysis:
    """The bounds of a plan.

    A turn is asked up to `attempts` times; at each attempt one that returns a block is asked for it
    again up to `asks` times, and one whose reply has to have something once more for that. Time is
    that of the slowest chain of turns, each at its `attempts` times `turn_timeout`; `limits.time`
    cuts it, save for phases that always run.
    """
    turns = list(plan.graph.turns())
    speaks: dict[str, Speak] = {
        step.id: step for _, step in plan.spec.steps() if isinstance(step, Speak)
    }
    costs = {node.id: _Cost.of(plan, node, speaks[node.step]) for node in turns}
    calls = sum(cost.calls for cost in costs.values())
    sent = dict(zip(costs, _tokens_in(plan, turns, costs, speaks), strict=True))
    time = _time(plan, costs)
    return Analysis(
        turns=len(turns),
        calls=calls,
        path=_longest_chain(plan),
        steps=tuple(_steps(plan)),
        tokens_in=sum(sent.values()),
        tokens_out=calls * plan.bounds.reply,
        seconds=_ceiling(time.cut(plan.bounds.time) + time.closing),
        cut_by=tuple(_cut_by(plan, time, costs, sent)),
    )


def _cut_by(
    plan: Plan, time: _Time, costs: Mapping[str, _Cost], sent: Mapping[str, int]
) -> Iterable[str]:
    """The limits that are less than what phases can take which are no closing ones."""
    bounds, nodes = plan.bounds, plan.graph.nodes
    closing = {phase.id for phase in plan.spec.phases if phase.always}
    if time.cut(bounds.time) < time.debating:
        yield "time"
    taken = (
        sent[id] + cost.calls * bounds.reply
        for id, cost in costs.items()
        if nodes[id].phase not in closing
    )
    if bounds.tokens is not None and bounds.tokens < sum(taken):
        yield "tokens"


@frozen
class _Cost:
    """What a turn can take: attempts, requests in each, and the longest it may last."""

    attempts: int
    asks: int
    time: Fraction

    @property
    def calls(self) -> int:
        return self.attempts * self.asks

    @classmethod
    def of(cls, plan: Plan, node: Node, step: Speak) -> _Cost:
        role = plan.bounds.roles[plan.graph.seats[node.seat].role]
        words = step.words or plan.spec.roles[plan.graph.seats[node.seat].role].words
        demands = bool(words or step.sections or step.covers)
        asks = 1 + demands + (plan.bounds.asks[step.returns] if step.returns else 0)
        return cls(role.attempts, asks, role.attempts * role.turn_timeout)


def _steps(plan: Plan) -> Iterable[Step]:
    for phase, step in plan.spec.steps():
        if isinstance(step, Speak):
            placed = {node.seat for node in plan.graph.of_step(step.id)}
            speakers = speakers_of(plan.spec, plan.graph.seats, step)
            seats = tuple(seat.name for seat in speakers if seat.name in placed)
            width = len(seats) if step.order.is_parallel else 1
            yield Step(f"{phase.id}.{step.id}", seats, width)


def _longest_chain(plan: Plan) -> tuple[str, ...]:
    """The longest chain of turns, the earliest in the document of equals.

    One pass in the order of the document, which is topological: a graph with millions of edges
    has no room for another one beside it.
    """
    lengths: dict[str, int] = {}
    before: dict[str, str] = {}
    for node in plan.graph:
        if node.sources:
            before[node.id] = max(node.sources, key=lengths.__getitem__)
        start = lengths[before[node.id]] if node.id in before else 0
        lengths[node.id] = start + (node.kind is Kind.TURN)
    path = [max(lengths, key=lengths.__getitem__, default="")]
    while path[-1] in before:
        path.append(before[path[-1]])
    return tuple(id for id in reversed(path) if plan.graph.nodes[id].kind is Kind.TURN)


@frozen
class _Time:
    """The longest that a debate and its closing phases can last, in seconds, without its limit."""

    debating: Fraction
    closing: Fraction

    def cut(self, limit: Fraction | None) -> Fraction:
        """The time of the debate under its limit."""
        return self.debating if limit is None else min(self.debating, limit)


def _time(plan: Plan, costs: Mapping[str, _Cost]) -> _Time:
    # Whole numbers of the smallest part of a second that is named are quicker than fractions.
    unit = lcm(*(cost.time.denominator for cost in costs.values()))
    ends: dict[str, int] = {}
    for node in plan.graph:
        start = max(map(ends.__getitem__, node.sources), default=0)
        ends[node.id] = start + (int(costs[node.id].time * unit) if node.id in costs else 0)
    return _total(plan, {id: Fraction(end, unit) for id, end in ends.items()})


def _total(plan: Plan, ends: Mapping[str, Fraction]) -> _Time:
    debating, closing, start = Fraction(0), Fraction(0), Fraction(0)
    for phase in plan.spec.phases:
        # Phases follow one another through the gate of their last round.
        end = ends[plan.graph.of_round(phase.id, plan.bounds.rounds[phase.id])[-1].id]
        if phase.always:
            closing += end - start
        else:
            debating += end - start
        start = end
    return _Time(debating, closing)


def _ceiling(number: Fraction) -> int:
    return -(-number.numerator // number.denominator)


def _tokens_in(
    plan: Plan, turns: Iterable[Node], costs: Mapping[str, _Cost], speaks: Mapping[str, Speak]
) -> Iterable[int]:
    """The tokens sent for each turn, over all its calls."""
    sessions = {name: _Session(plan, seat) for name, seat in plan.graph.seats.items()}
    for node in turns:
        yield sessions[node.seat].turn(node, costs[node.id], speaks[node.step])


class _Session:
    """What one seat has been sent so far.

    With every call a persistent seat sends its whole session again; it is told each reply once.
    An attempt starts from the session as it was before the turn.
    """

    def __init__(self, plan: Plan, seat: Seat) -> None:
        role = plan.spec.roles[seat.role]
        self._plan = plan
        self._keeps = role.session is SessionKind.PERSISTENT
        self._length = self._system = _estimate(plan, f"{role.system.text.text}\n\n{QUOTATIONS}")
        self._told: set[str] = set()
        self._asked: set[str] = set()

    def turn(self, node: Node, cost: _Cost, step: Speak) -> int:
        """The tokens sent for a turn: the k-th request repeats the k-1 replies before it."""
        reply, sent = self._plan.bounds.reply, self._length + self._said(node, step)
        if self._keeps:
            self._length = sent + cost.asks * reply
            self._told.update((*node.hears, node.id))
        repeated = reply * (cost.asks * (cost.asks - 1) // 2)
        return cost.attempts * (cost.asks * sent + repeated)

    def _said(self, node: Node, step: Speak) -> int:
        """The tokens of a prompt, and of what is heard at its longest."""
        prompt = step.then if node.step in self._asked else step.first
        self._asked.add(node.step)
        heard = sum(1 for source in node.hears if source not in self._told)
        return _estimate(self._plan, prompt.text.text) + heard * self._plan.bounds.reply


def _estimate(plan: Plan, template: str) -> int:
    """The tokens of a template, with the texts of the inputs that it names."""
    texts = [
        value
        for name, value in plan.inputs.items()
        if isinstance(value, str) and f"inputs.{name}" in template
    ]
    return _ceiling(Fraction(len(template) + sum(map(len, texts)), CHARACTERS_PER_TOKEN))

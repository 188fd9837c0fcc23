"""The exact text a seat is asked with."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from debatec.graph.audibility import Audibility
from debatec.graph.graph import Node
from debatec.graph.hearing import Audience, Place, chosen, heard_before
from debatec.graph.plan import Plan
from debatec.graph.seats import Seat
from debatec.runtime.forms import Form, options_of
from debatec.runtime.parsed import names, template
from debatec.runtime.records import Heard, Reply, parts, record
from debatec.runtime.state import State
from debatec.runtime.view import round_record
from debatec.spec.model import Selector, SessionKind, Speak

MOST_CHARACTERS = 4_000_000
"""Longest prompt; what agents can take is less, and theirs to say."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text of a turn, and the nodes whose replies it tells."""

    text: str
    heard: tuple[str, ...]


def system_text(plan: Plan, seat: Seat) -> str:
    """What introduces a seat to its role, sent once at the start of its session."""
    role = plan.spec.roles[seat.role]
    values = {"inputs": dict(plan.inputs), "cast": cast_of(plan), "seat": seat_record(plan, seat)}
    return template(role.system.text).render(values).strip()


def seat_record(plan: Plan, seat: Seat) -> dict[str, Any]:
    """A seat as templates see it."""
    lens = plan.spec.roles[seat.role].lens
    fields: dict[str, Any] = {
        "id": seat.name,
        "title": seat.name,
        "role": seat.role,
        "number": seat.number,
        "count": seat.count,
    }
    if lens is None:
        return {**fields, "lens": None}
    text = template(lens).render({"inputs": dict(plan.inputs), "seat": fields})
    return {**fields, "lens": text.strip()}


def cast_of(plan: Plan) -> list[dict[str, Any]]:
    """Every seat, as templates see it."""
    return [seat_record(plan, seat) for seat in plan.graph.seats.values()]


@dataclass(frozen=True, slots=True)
class Hearing:
    """A reply that a turn hears, and the parts of it; None for the whole."""

    node: Node
    take: tuple[str, ...] | None

    @property
    def key(self) -> str:
        """Names the reply in this form: a session is told it once."""
        return self.node.id if self.take is None else f"{self.node.id}:{','.join(self.take)}"


@dataclass(frozen=True, slots=True)
class _Memory:
    """What one seat knows: the steps in which it had its say, and the replies it was told.

    Only a session that `lasts` remembers replies, the seat's own included. The turns `ahead` are
    not taken into account yet.
    """

    lasts: bool
    ahead: deque[Node] = field(default_factory=deque)
    steps: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)


class Prompter:
    """Writes the prompts of one run."""

    def __init__(self, plan: Plan, state: State) -> None:
        self._plan = plan
        self._state = state
        self._audience = Audience(plan.spec, dict(plan.graph.seats))
        self._audibility = Audibility(plan.spec)

    def prompt(self, node: Node, form: Form | None) -> Prompt:
        """The prompt of a turn; `form` is given where the reply itself carries the block."""
        step = self._plan.spec.step(node.step)
        assert isinstance(step, Speak)
        hearings = self.hearings(node, step.sees)
        memory = self._memory(node)
        fresh = [hearing for hearing in hearings if hearing.key not in memory.told]
        heard = Heard(self._reply(hearing) for hearing in fresh)
        request = form.within() if form else ""
        text = (step.then if node.step in memory.steps else step.first).text
        named = [hearing for hearing in hearings if hearing.node.step in names(text)]
        values = self._values(node, step, named, heard, request)
        written = template(text).render(values, max_output=MOST_CHARACTERS)
        rest = {"heard": str(heard), "form": request}
        after = [part for name, part in rest.items() if name not in names(text)]
        whole = "\n\n".join(part for part in (written.strip(), *after) if part)
        return Prompt(whole, tuple(hearing.key for hearing in fresh))

    def hearings(self, node: Node, selectors: Iterable[Selector]) -> list[Hearing]:
        """The replies that selectors choose for a node, in the order of the document."""
        step = self._plan.spec.step(node.step)
        assert step is not None
        place = Place(node.phase, node.round, step, node.seat)
        sources = sorted((self._plan.graph.nodes[id] for id in node.hears), key=lambda n: n.index)
        before = heard_before(place, sources)
        found: dict[str, list[Selector]] = {}
        for selector in selectors:
            matched = self._audience.matching(selector, place, before)
            for source in chosen(selector, place, matched, self._state.rounds_until(node)):
                found.setdefault(source.id, []).append(selector)
        nodes = [n for n in before if n.id in found and self._state.counts(n)]
        return [Hearing(n, parts(found[n.id])) for n in nodes]

    def _memory(self, node: Node) -> _Memory:
        """What a seat knows when a turn of it begins; turns of a seat are asked in order."""
        memory = self._memories[node.seat]
        while memory.ahead and memory.ahead[0].index < node.index:
            turn = memory.ahead.popleft()
            if kept := self._state.kept(turn.id):
                memory.steps.add(turn.step)
                if memory.lasts:
                    memory.told.update([turn.id], *(said.heard for said in kept))
        return memory

    @cached_property
    def _memories(self) -> dict[str, _Memory]:
        graph, roles = self._plan.graph, self._plan.spec.roles
        memories = {
            name: _Memory(roles[seat.role].session is SessionKind.PERSISTENT)
            for name, seat in graph.seats.items()
        }
        for turn in graph.turns():
            memories[turn.seat].ahead.append(turn)
        return memories

    @cached_property
    def _cast(self) -> dict[str, dict[str, Any]]:
        return {seat["id"]: seat for seat in cast_of(self._plan)}

    def _reply(self, hearing: Hearing) -> Reply:
        settled = self._state.settled[hearing.node.id]
        return record(self._plan, hearing.node, settled, hearing.take)

    def _values(
        self, node: Node, step: Speak, hearings: list[Hearing], heard: Heard, request: str
    ) -> dict[str, Any]:
        return {
            **self._steps(step, hearings),
            "inputs": dict(self._plan.inputs),
            "round": round_record(node.round, self._plan.graph.rounds[node.phase]),
            "seat": self._cast[node.seat],
            "cast": list(self._cast.values()),
            "heard": heard,
            "form": request,
            "options": [self._option(word) for word in options_of(self._plan, step)],
        }

    def _option(self, word: str) -> dict[str, str]:
        return {"label": word, "seat": word if word in self._plan.graph.seats else "", "text": word}

    def _steps(self, step: Speak, hearings: list[Hearing]) -> dict[str, Any]:
        """Replies by step: one record where one is possible, else the valid ones."""
        found: dict[str, list[Hearing]] = {}
        for hearing in hearings:
            found.setdefault(hearing.node.step, []).append(hearing)
        return {name: self._of_step(step, name, heard) for name, heard in found.items()}

    def _of_step(self, step: Speak, name: str, heard: list[Hearing]) -> Any:
        valid = [self._reply(item) for item in heard if self._state.is_valid(item.node)]
        source = self._plan.spec.step(name)
        if source is None or not self._audibility.heard_once(step, source):
            return Heard(valid)
        return valid[-1] if valid else None

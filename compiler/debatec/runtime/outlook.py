"""What a run would take over from another one, as far as that is known before anybody is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from debatec.frozen import frozen
from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Asked, Event, Purpose, Replied
from debatec.runtime.past import Past
from debatec.runtime.placeholders import Placeholder
from debatec.runtime.questions import Question, Questions
from debatec.runtime.rehearsal import rehearse
from debatec.runtime.reuse import Recorded, Reuse
from debatec.runtime.sessions import remembered
from debatec.runtime.state import State
from debatec.transports.interface import Request, Transport

Replies = Mapping[str, Sequence[Recorded]]


class Fate(StrEnum):
    """What becomes of a turn."""

    REUSED = "reused"
    ASKED = "asked"
    OPEN = "open"  # asked, unless a turn that is asked before it says what it said


class Cause(StrEnum):
    """The first reason why a turn is not simply taken over."""

    NEW = "new"
    UNANSWERED = "unanswered"
    REQUEST = "request"
    AGENT = "agent"
    SYSTEM = "system"
    TERMS = "terms"
    HEARS = "hears"
    PROMPT = "prompt"
    MEMORY = "memory"


@frozen
class Prospect:
    """What becomes of one turn, and why; ``of`` is the turn that it hears or remembers."""

    turn: Node
    fate: Fate
    cause: Cause | None = None
    of: str | None = None


def outlook(plan: Plan, past: Past, agents: Mapping[str, Transport]) -> list[Prospect]:
    """The turns that the debate comes to when turns that are asked again say what they said.

    It is rehearsed with the replies of the other run, and with placeholders where it has none;
    quorums are left out, as a placeholder may not meet what a block requires. ``agents`` has one
    for every seat, of which none is asked.
    """
    state = State(plan.graph)
    found = _Found(plan, state)
    recorded = Reuse(past, plan, state).recorded
    cast = {seat: Understudy(plan, agent, recorded) for seat, agent in agents.items()}
    turns = [turn.id for turn in plan.graph.turns()]
    lenient = replace(plan, bounds=replace(plan.bounds, quorum={}))
    rehearse(lenient, state, cast, turns, reuse=past, hear=found.hear)
    return list(_Judge(plan, past, recorded, found).prospects())


class Understudy(Placeholder):
    """Says what was said in another run, in the same order, and else what a placeholder says."""

    def __init__(self, plan: Plan, agent: Transport, recorded: Replies) -> None:
        super().__init__(plan, agent.name, agent.native_blocks)
        self._recorded = recorded

    def reply(self, request: Request) -> str:
        said = _last_attempt(self._recorded.get(request.turn, ()))
        if request.before < len(said):
            return said[request.before].replied.text
        return super().reply(request)


def _last_attempt(recorded: Sequence[Recorded]) -> Sequence[Recorded]:
    """The requests from the last one for a whole reply on."""
    first = max((n for n, r in enumerate(recorded) if _purpose(r) is Purpose.REPLY), default=0)
    return recorded[first:]


def _purpose(recorded: Recorded) -> Purpose:
    return recorded.question.terms.purpose


class _Found:
    """What a rehearsal asked: every turn of it, and the first request that was not taken over."""

    def __init__(self, plan: Plan, state: State) -> None:
        self.asked: dict[str, Question] = {}
        """The last request of each turn."""
        self.missed: dict[str, Question] = {}
        self._nodes = plan.graph.nodes
        self._state = state
        self._questions = Questions(plan, state)

    def hear(self, event: Event) -> None:
        """Take an event into account, before the state has it."""
        match event:
            case Asked(turn=turn, purpose=purpose):
                said = self._state.exchanges.get(turn, ())
                said = [exchange for exchange in said if exchange.attempt == event.attempt]
                self.asked[turn] = self._questions.of(
                    self._nodes[turn],
                    purpose,
                    event.agent,
                    event.prompt,
                    [] if purpose is Purpose.REPLY else said,
                )
            case Replied(turn=turn) if not event.origin:
                self.missed.setdefault(turn, self.asked[turn])


class _Judge:
    """Says of each turn what becomes of it; turns hear and remember only what is before them."""

    def __init__(self, plan: Plan, past: Past, recorded: Replies, found: _Found) -> None:
        self._plan = plan
        self._past = past
        self._recorded = recorded
        self._found = found
        self._doubtful: dict[str, str] = {}
        """The turn by which each turn or program step may come out otherwise."""

    def prospects(self) -> Iterator[Prospect]:
        for node in self._plan.graph.order:
            if node.kind is not Kind.TURN:
                if doubt := self._doubt(node.hears):
                    self._doubtful[node.id] = doubt
            elif node.id in self._found.asked:
                prospect = self._prospect(node)
                if prospect.fate is not Fate.REUSED:
                    self._doubtful[node.id] = node.id
                yield prospect

    def _doubt(self, ids: Iterable[str]) -> str | None:
        return next((self._doubtful[id] for id in ids if id in self._doubtful), None)

    def _prospect(self, turn: Node) -> Prospect:
        if question := self._found.missed.get(turn.id):
            return Prospect(turn, Fate.ASKED, *self._why(turn, question))
        if heard := self._doubt(turn.hears):
            return Prospect(turn, Fate.OPEN, Cause.HEARS, heard)
        if known := self._remembers(turn):
            return Prospect(turn, Fate.OPEN, Cause.MEMORY, known)
        return Prospect(turn, Fate.REUSED)

    def _remembers(self, turn: Node) -> str | None:
        """The first turn its session remembers that may come out otherwise."""
        earlier = (one for one in remembered(self._plan, turn) if one.index < turn.index)
        return self._doubt(one.id for one in earlier)

    def _why(self, turn: Node, question: Question) -> tuple[Cause, str | None]:
        """The first reason why a request is made."""
        recorded = self._recorded.get(turn.id, ())
        if not recorded:
            is_new = turn.id not in self._past.plan.graph.nodes
            return (Cause.NEW if is_new else Cause.UNANSWERED), None
        alike = [r.question for r in recorded if _purpose(r) is question.terms.purpose]
        if not alike:
            return Cause.REQUEST, None
        before, heard = alike[-1], self._doubt(turn.hears)
        if before.agent != question.agent:
            return Cause.AGENT, None
        if before.system != question.system:
            return Cause.SYSTEM, None
        if before.terms != question.terms:
            return Cause.TERMS, None
        if before.prompt == question.prompt:
            return Cause.MEMORY, self._remembers(turn)
        if heard and not self._recorded.get(heard):
            return Cause.HEARS, heard
        return Cause.PROMPT, None

"""The requests of turns: those that a run has sent, and those that it would send."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from debatec.check.turns import no_turn
from debatec.cli.failure import Failure
from debatec.cli.output import schema
from debatec.frozen import frozen
from debatec.graph.plan import Plan
from debatec.report.text import visible
from debatec.runtime.events import Asked
from debatec.runtime.past import Past
from debatec.runtime.placeholders import Placeholder
from debatec.runtime.rehearsal import Rehearsal, rehearse, unstopped
from debatec.runtime.seating import Seating
from debatec.runtime.state import fold
from debatec.template.template import RenderError
from debatec.transports.interface import Transport
from debatec.transports.replay import ReplayTransport

Cast = Callable[[], Mapping[str, Transport]]


@frozen
class Subject:
    """A debate whose requests are wanted, and what has happened in it where it is a run."""

    plan: Plan
    past: Past | None = None

    @property
    def is_over(self) -> bool:
        return self.past is not None and self.past.state.finished is not None

    def turns(self, named: str | None, is_all: bool) -> list[str]:
        """Ids of the turn that is named, of all, or of the first round.

        Raises:
            Failure: there is no such turn.
        """
        if named:
            if wrong := no_turn(self.plan, named):
                raise Failure("\n".join(wrong))
            return [named]
        turns = {turn.id: turn for turn in self.plan.graph.turns()}
        first = next(iter(turns.values()))
        return [
            turn.id
            for turn in turns.values()
            if is_all or (turn.phase, turn.round) == (first.phase, first.round)
        ]


@frozen
class Requests:
    """Requests by turn: those sent, and those to come, which may hear replies of nobody."""

    sent: Mapping[str, Sequence[Asked]]
    coming: Rehearsal
    is_made_up: bool = False

    def of(self, turn: str) -> Sequence[Asked]:
        return self.sent[turn] if turn in self.sent else self.coming.asked.get(turn, ())


def requests_of(subject: Subject, turns: Collection[str], cast: Cast) -> Requests:
    """The requests of turns; the cast is called for only where some were not sent yet."""
    sent = _sent(subject.past, turns) if subject.past else {}
    if subject.is_over or sent.keys() >= set(turns):
        return Requests(sent, Rehearsal())
    agents = _at_hand(subject.plan, cast())
    made_up = any(isinstance(agent, Placeholder) for agent in agents.values())
    plan = unstopped(subject.plan) if made_up else subject.plan
    past = subject.past
    state = fold(plan.graph, (line.event for line in past.lines) if past else ())
    elapsed = past.elapsed if past else 0.0
    return Requests(sent, rehearse(plan, state, agents, turns, elapsed), made_up)


def _sent(past: Past, turns: Collection[str]) -> dict[str, list[Asked]]:
    found: dict[str, list[Asked]] = {}
    for line in past.lines:
        if isinstance(line.event, Asked) and line.event.turn in turns:
            found.setdefault(line.event.turn, []).append(line.event)
    return found


def _at_hand(plan: Plan, cast: Mapping[str, Transport]) -> dict[str, Transport]:
    """The cast, with a placeholder for every agent that does not answer from a file."""
    return {
        seat: agent
        if isinstance(agent, ReplayTransport)
        else Placeholder(plan, agent.name, agent.native_blocks)
        for seat, agent in cast.items()
    }


def document(subject: Subject, turns: Sequence[str], requests: Requests) -> dict[str, Any]:
    """The requests of turns as JSON values; turns that are never asked are left out.

    Raises:
        Failure: none of the turns is asked, or a text cannot be written.
    """
    asked = [turn for turn in turns if requests.of(turn)]
    if not asked:
        raise Failure(_unasked(subject, turns[0], requests.coming))
    try:
        rendered = [_turn(subject.plan, turn, requests) for turn in asked]
    except RenderError as error:
        raise Failure(f"the system text cannot be written: {error}") from error
    return {
        "schema": schema("render"),
        "debate": subject.plan.spec.name,
        "version": subject.plan.spec.version,
        "run": subject.past.folder.name if subject.past else None,
        "placeholders": requests.is_made_up and _hear_nobody(subject, asked, requests),
        "turns": rendered,
    }


def _hear_nobody(subject: Subject, turns: Sequence[str], requests: Requests) -> bool:
    """Whether a request tells a reply that was not given in the run."""
    given = subject.past.state.settled if subject.past else {}
    heard = (key for turn in turns for asked in requests.of(turn) for key in asked.heard)
    return any(key.partition(":")[0] not in given for key in heard)


def _unasked(subject: Subject, turn: str, coming: Rehearsal) -> str:
    if turn in coming.failed:
        return f"turn '{turn}' cannot be asked: {coming.failed[turn].message}"
    if subject.is_over:
        return f"turn '{turn}' was not asked: the debate ended without it"
    return f"turn '{turn}' is not asked: with these replies the debate ends without it"


def _turn(plan: Plan, turn: str, requests: Requests) -> dict[str, Any]:
    seat = plan.graph.nodes[turn].seat
    return {
        "turn": turn,
        "seat": seat,
        "sent": turn in requests.sent,
        "system": Seating(plan).system(seat),
        "requests": [
            {
                "attempt": asked.attempt,
                "purpose": asked.purpose,
                "agent": asked.agent,
                "prompt": asked.prompt,
                "heard": asked.heard,
            }
            for asked in requests.of(turn)
        ],
    }


def lines(document: Mapping[str, Any]) -> Iterator[str]:
    """The same for people: each text under a line that says what it is."""
    show = visible if sys.stdout.isatty() else str
    for turn in document["turns"]:
        sent = " · sent" if turn["sent"] else ""
        yield f"===== {turn['turn']} · {turn['requests'][0]['agent']}{sent} ====="
        yield f"----- system -----\n{show(turn['system'])}"
        for request in turn["requests"]:
            yield f"----- {_heading(request)} -----\n{show(request['prompt'])}"


_WHAT = {
    "reply": "prompt",
    "repair": "prompt for what is missing",
    "block": "prompt for the block",
}


def _heading(request: Mapping[str, Any]) -> str:
    what = _WHAT[request["purpose"]]
    return what if request["attempt"] == 1 else f"{what}, attempt {request['attempt']}"

"""A debate rehearsed: carried out in memory and at once, to see what its turns are asked with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.events import Asked, Event, Failed, Settled
from debatec.runtime.interpreter import Interpreter
from debatec.runtime.past import Past
from debatec.runtime.state import State
from debatec.runtime.virtual import run_virtual
from debatec.spec.model import Rule
from debatec.transports.interface import Transport

NAME = "rehearsal"


@dataclass
class Rehearsal:
    """By turn: the requests that went out, and the last failure of one that failed."""

    asked: dict[str, list[Asked]] = field(default_factory=dict)
    failed: dict[str, Failed] = field(default_factory=dict)


def rehearse(
    plan: Plan,
    state: State,
    agents: Mapping[str, Transport],
    turns: Collection[str],
    elapsed: float = 0.0,
    reuse: Past | None = None,
    hear: Callable[[Event], None] = lambda _event: None,
) -> Rehearsal:
    """Carry a debate on from a state, in virtual time, until some turns are settled.

    ``agents`` has one for every seat; ``elapsed`` is the running time so far, in seconds.
    Replies of the run ``reuse`` are taken over. What happens is told to ``hear`` before the state
    has it.
    """
    recorder = _Recorder(state, set(turns), hear)

    async def carry_on() -> None:
        loop = asyncio.get_running_loop()
        interpreter = Interpreter(
            plan,
            state,
            agents,
            recorder.record,
            lambda: elapsed + loop.time(),
            _unheard,
            NAME,
            reuse=reuse,
        )
        recorder.enough = interpreter.abort
        await interpreter.run()

    run_virtual(carry_on())
    return recorder.rehearsal


@dataclass
class _Recorder:
    """Keeps the requests of the turns wanted, and says when all of these are settled."""

    state: State
    wanted: set[str]
    hear: Callable[[Event], None]
    rehearsal: Rehearsal = field(default_factory=Rehearsal)
    enough: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self._open = self.wanted - self.state.settled.keys()

    def record(self, event: Event) -> None:
        self.hear(event)
        self.state.apply(event)
        match event:
            case Asked() if event.turn in self.wanted:
                self.rehearsal.asked.setdefault(event.turn, []).append(event)
            case Failed() if event.turn in self.wanted:
                self.rehearsal.failed[event.turn] = event
            case Settled() if event.node in self._open:
                self._open.remove(event.node)
                if not self._open:
                    self.enough()


def _unheard(_node: Node, _text: str) -> None:
    """Pieces of replies are of no use here."""


def unstopped(plan: Plan) -> Plan:
    """The same debate without what ends it early, so that every round is reached.

    Its stop rules never hold, and it has no quorum: what nobody said may not meet what a block
    requires.
    """
    spec = plan.spec
    phases = tuple(replace(phase, stop=_never(phase.stop)) for phase in spec.phases)
    bounds = replace(plan.bounds, quorum={})
    return replace(plan, spec=replace(spec, phases=phases, stop=_never(spec.stop)), bounds=bounds)


def _never(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    return tuple(replace(rule, when=replace(rule.when, text="false")) for rule in rules)

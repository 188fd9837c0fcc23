"""The turns that a script of replies names are turns of its debate.

A reply under a misspelt turn would never be used, and the turn would get another one. What a
debate has with other inputs or another cast only is no fault: a script can serve them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from debatec.graph.lower import turn_id
from debatec.graph.plan import Plan
from debatec.graph.seats import certain_most, seat_names
from debatec.source.diagnostic import Diagnostic
from debatec.source.suggest import did_you_mean, nearest
from debatec.source.text import Span
from debatec.spec.model import Phase, Speak, Step
from debatec.spec.values import Slot, literal

ID = "DB703"
MAX_FINDINGS = 100
"""How many unknown turns of a script are told."""

_ROUND = re.compile(r"r(0|[1-9][0-9]{0,8})\Z")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}\Z")
_FORM = "PHASE.rN.STEP.SEAT"
_MOST_NAMED = 6


def unknown_turns(plan: Plan, turns: Mapping[str, Span]) -> list[Diagnostic]:
    """A finding for every turn, given with its place, that the plan's debate can never have."""
    names = _Names(plan)
    found = (_finding(names, turn, span) for turn, span in turns.items() if not names.has(turn))
    return list(islice((finding for finding in found if finding), MAX_FINDINGS))


def _finding(names: _Names, turn: str, span: Span) -> Diagnostic | None:
    parts = turn.split(".")
    if len(parts) != 4 or not _ROUND.match(parts[1]):
        message = f"'{turn}' is no turn: one is named {_FORM}{did_you_mean(turn, names.first)}"
        return Diagnostic(ID, message, span, hint=names.example)
    wrong = names.wrong(parts)
    if wrong is None:
        return None
    reason, hint = wrong
    meant = names.meant(parts)
    guess = f"; did you mean '{meant}'?" if meant else ""
    return Diagnostic(ID, f"there is no turn '{turn}': {reason}{guess}", span, hint=hint)


class _Names:
    """The names that the turns of a debate are made of."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._phases = {str(phase.id): phase for phase in plan.spec.phases}
        self.first = [turn.id for turn in plan.graph.turns() if turn.round == 1]
        example = f"such as '{self.first[0]}'; " if self.first else ""
        self.example = f"{example}'debatec compile --plan' lists them all"

    def has(self, turn: str) -> bool:
        """Whether this plan has a turn."""
        node = self._plan.graph.nodes.get(turn)
        return node is not None and bool(node.seat)

    def wrong(self, parts: list[str]) -> tuple[str, str] | None:
        """What is wrong with the parts of a turn, and what there is; None where nothing is."""
        name, round, step_name, seat = parts
        phase = self._phases.get(name)
        if phase is None:
            return f"no phase is called '{name}'", f"phases: {_listed(self._phases)}"
        if fault := self._wrong_round(phase, int(round[1:])):
            return fault
        steps = _steps(phase)
        step = steps.get(step_name)
        if not isinstance(step, Speak):
            here = f"steps of '{name}' with speakers: {_listed(_speaking(phase))}"
            return self._wrong_step(phase, step_name, step), here
        if self._is_seat(step, seat):
            return None
        return f"no seat '{seat}' speaks in '{step_name}'", f"seats: {_listed(self._seats(step))}"

    def _wrong_round(self, phase: Phase, round: int) -> tuple[str, str] | None:
        most = self._plan.bounds.rounds[phase.id]
        if round == 0:
            return "rounds count from 1", f"'{phase.id}' has the rounds 1 to {most}"
        if round <= most or literal(phase.rounds, Slot.COUNT) is None:
            return None
        return f"'{phase.id}' has no round {round}", f"its last is round {most}"

    def _wrong_step(self, phase: Phase, name: str, step: Step | None) -> str:
        if step is not None:
            return f"nobody speaks in '{name}'"
        elsewhere = next((p for p in self._phases.values() if name in _steps(p)), None)
        if elsewhere is not None:
            return f"step '{name}' is in phase '{elsewhere.id}', not in '{phase.id}'"
        return f"phase '{phase.id}' has no step '{name}'"

    def meant(self, parts: list[str]) -> str | None:
        """The turn that is called most nearly so, if one is."""
        name, round, step_name, seat = parts
        elsewhere = [p for p in self._phases.values() if step_name in _speaking(p)]
        is_near = nearest(name, self._phases)
        phase = self._phases.get(name) or (self._phases[is_near] if is_near else None)
        if phase is None or (step_name not in _speaking(phase) and elsewhere):
            phase = elsewhere[0] if len(elsewhere) == 1 else phase
        if phase is None or self._wrong_round(phase, int(round[1:])):
            return None
        steps = _speaking(phase)
        step = step_name if step_name in steps else nearest(step_name, steps)
        if step is None:
            return None
        seats = self._seats(steps[step])
        who = seat if self._is_seat(steps[step], seat) else nearest(seat, seats)
        return turn_id(phase.id, int(round[1:]), step, who) if who else None

    def _is_seat(self, step: Speak, seat: str) -> bool:
        """Whether a seat may speak in a step with some inputs and some cast."""
        if seat in self._seats(step):
            return True
        role, _, number = seat.rpartition("-")
        speaks = self._plan.spec.roles_of(step.speakers)
        open_ended = {name for name in speaks if certain_most(self._plan.spec.roles[name]) is None}
        return seat in open_ended or (role in open_ended and bool(_NUMBER.match(number)))

    def _seats(self, step: Speak) -> list[str]:
        """The seats of a step, as many as the roles may have."""
        bounds = self._plan.bounds.seats
        roles = self._plan.spec.roles_of(step.speakers)
        return [
            seat
            for role in roles
            for seat in seat_names(role, bounds[role].most, bounds[role].most)
        ]


def _steps(phase: Phase) -> dict[str, Step]:
    return {str(step.id): step for step in phase.steps}


def _speaking(phase: Phase) -> dict[str, Speak]:
    return {str(step.id): step for step in phase.steps if isinstance(step, Speak)}


def _listed(names: Iterable[str]) -> str:
    """Names with commas between them, of many the first and the last."""
    return ", ".join(_few(list(names))) or "none"


def _few(names: list[str]) -> Iterator[str]:
    if len(names) <= _MOST_NAMED:
        yield from names
        return
    yield from (*names[: _MOST_NAMED - 2], "…", names[-1])

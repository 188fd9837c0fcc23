"""The turns that people name are turns of their debate.

A reply that a script has under a misspelt turn would never be used, and the turn would get another
one. What a debate has with other inputs or another cast only is no fault of a script, which can
serve them all.
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
    names = _Names(plan, with_others=True)
    told = ((span, names.told(turn)) for turn, span in turns.items())
    found = (Diagnostic(ID, why[0], span, hint=why[1]) for span, why in told if why)
    return list(islice(found, MAX_FINDINGS))


def no_turn(plan: Plan, turn: str) -> tuple[str, str] | None:
    """Why a plan has no turn of a name, and what there is; None where it has it."""
    return _Names(plan, with_others=False).told(turn)


class _Names:
    """The names that the turns of a plan are made of.

    ``with_others`` are those too that its debate has with other inputs or another cast.
    """

    def __init__(self, plan: Plan, *, with_others: bool) -> None:
        self._plan = plan
        self._with_others = with_others
        self._phases = {str(phase.id): phase for phase in plan.spec.phases}

    def told(self, turn: str) -> tuple[str, str] | None:
        """Why there is no turn of a name, and what there is; None where there may be."""
        node = self._plan.graph.nodes.get(turn)
        if node is not None and node.seat:
            return None
        parts = turn.split(".")
        if len(parts) != 4 or not _ROUND.match(parts[1]):
            return self._misshapen(turn)
        wrong = self._wrong(parts)
        if wrong is None:
            return None
        meant = self._meant(parts)
        guess = f"; did you mean '{meant}'?" if meant else ""
        return f"there is no turn '{turn}': {wrong[0]}{guess}", wrong[1]

    def _misshapen(self, turn: str) -> tuple[str, str]:
        first = [node for node in self._plan.graph.turns() if node.round == 1]
        own = next((f"; did you mean '{node.id}'?" for node in first if node.seat == turn), "")
        guess = own or did_you_mean(turn, [node.id for node in first])
        example = f"such as '{first[0].id}'; " if first else ""
        seats = "" if "." in turn else f"seats: {_listed(self._plan.graph.seats)}; "
        return (
            f"'{turn}' is no turn: one is named {_FORM}{guess}",
            f"{example}{seats}'debatec compile --plan' lists all turns",
        )

    def _wrong(self, parts: list[str]) -> tuple[str, str] | None:
        """What is wrong with the parts of a turn, and what there is; None where nothing is."""
        name, round, step_name, seat = parts
        phase = self._phases.get(name)
        if phase is None:
            return f"no phase is called '{name}'", f"phases: {_listed(self._phases)}"
        if fault := self._wrong_round(phase, int(round[1:])):
            return fault
        step = _steps(phase).get(step_name)
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
        is_open = self._with_others and literal(phase.rounds, Slot.COUNT) is None
        if round <= most or is_open:
            return None
        return f"'{phase.id}' has no round {round}", f"its last is round {most}"

    def _wrong_step(self, phase: Phase, name: str, step: Step | None) -> str:
        if step is not None:
            return f"nobody speaks in '{name}'"
        elsewhere = next((p for p in self._phases.values() if name in _steps(p)), None)
        if elsewhere is not None:
            return f"step '{name}' is in phase '{elsewhere.id}', not in '{phase.id}'"
        return f"phase '{phase.id}' has no step '{name}'"

    def _meant(self, parts: list[str]) -> str | None:
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
        if seat in self._seats(step) or not self._with_others:
            return seat in self._seats(step)
        role, _, number = seat.rpartition("-")
        speaks = self._plan.spec.roles_of(step.speakers)
        open_ended = {name for name in speaks if certain_most(self._plan.spec.roles[name]) is None}
        return seat in open_ended or (role in open_ended and bool(_NUMBER.match(number)))

    def _seats(self, step: Speak) -> list[str]:
        if not self._with_others:
            return list(dict.fromkeys(node.seat for node in self._plan.graph.of_step(step.id)))
        roles = self._plan.spec.roles_of(step.speakers)
        bounds = self._plan.bounds.seats
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

"""A rule that names a success does not end the debate before what `result.decision` reads.

A decision is read at the end, and what it reads has to have taken place by then. A rule of the
debate leaves out all phases behind it, one of a phase what that phase has put off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from debatec.check.context import Context
from debatec.check.early import Early
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.nodes import Scalar
from debatec.source.text import one_line
from debatec.spec.model import SUCCESSES, Check, Phase, Rule, Speak, Step, Tally
from debatec.template.expression import Expression, evaluate
from debatec.template.numbers import NUMBERS, Numbers
from debatec.template.values import Value

ID = "DB523"
_PLAIN = re.compile(r"\w+\.\w+")
"""A decision that can be written twice in a hint."""
_MOST_ROUNDS = 20
"""How many rounds of a phase are gone through."""


def check(context: Context) -> Iterator[Diagnostic]:
    """Every rule that can name a success while the decision has no value."""
    decision = context.spec.result.decision
    expression = context.expression(decision)[0] if decision else None
    read = _read(context, expression) if expression else frozenset()
    if expression is None or not read:
        return
    told: set[str] = set()
    for index, phase in enumerate(context.spec.phases):
        for rule in () if phase.always else context.spec.rules_of(phase):
            if rule.outcome in SUCCESSES and rule.id not in told:
                gap = _Gap(context, index, rule, read)
                if gap.is_there:
                    told.add(rule.id)
                    yield _finding(context, gap, expression)


def _read(context: Context, decision: Expression) -> frozenset[str]:
    """The steps a decision reads, if without them it has no value and it reads nothing else."""
    names = decision.names | decision.steps
    nothing = Early(lambda _: True, {}, {}, _numbers(context))
    if not names <= set(context.steps) or evaluate(decision, nothing) is not None:
        return frozenset()
    return names


def _numbers(context: Context) -> Numbers:
    return NUMBERS[context.spec.arithmetic]


@dataclass(frozen=True)
class _Gap:
    """A rule as it is read in a phase, and the steps of a decision that may come after it."""

    context: Context
    index: int
    rule: Rule
    read: frozenset[str]

    @property
    def phase(self) -> Phase:
        return self.context.spec.phases[self.index]

    @property
    def ends_debate(self) -> bool:
        return self.rule not in self.phase.stop

    @cached_property
    def is_there(self) -> bool:
        """Whether the rule can hold before any of the steps has taken place."""
        expression, _ = self.context.expression(self.rule.when)
        if expression is None or not all(map(self._is_lost, self.read)):
            return False
        for number in range(1, min(self.rounds, _MOST_ROUNDS) + 1):
            early = self._at(number)
            if not all(map(early.is_absent, self.read)):
                return False
            if early.reads(expression) is not False:
                return True
        return False

    @property
    def rounds(self) -> int:
        return self.context.bounds.rounds[self.phase.id]

    def _is_lost(self, name: str) -> bool:
        """Whether a step takes place no more once the rule has held."""
        phase, _ = self.context.steps[name]
        is_later = self._is_later(phase) and self.ends_debate and not phase.always
        return phase is self.phase or is_later

    def _is_later(self, phase: Phase) -> bool:
        return self._places[phase.id] > self.index

    @cached_property
    def _places(self) -> dict[str, int]:
        return {phase.id: index for index, phase in enumerate(self.context.spec.phases)}

    def _at(self, number: int) -> Early:
        """The moment at which the rule is read in a round."""
        round = self._round(number)
        seats = self.context.bounds.seats
        names = [*self.context.spec.roles, *self.context.spec.groups]
        known = {n: sum(seats[r].most for r in self.context.spec.members(n)) for n in names}
        return Early(
            lambda name: self._is_absent(name, number), round, known, _numbers(self.context)
        )

    def _round(self, number: int) -> dict[str, Value]:
        total = self.rounds
        ends: dict[str, Value] = {"first": number == 1, "last": number == total}
        return {"number": number, "total": total, **ends}

    def _is_absent(self, name: str, number: int) -> bool:
        """Whether a step may not have taken place when the rule is read in a round."""
        if name not in self.context.steps:
            return False
        phase, step = self.context.steps[name]
        if phase is not self.phase:
            return self._is_later(phase)
        last = number if self.rule.check is Check.ROUND or self._is_first(step) else number - 1
        return not any(self._takes_place(step, earlier) for earlier in range(1, last + 1))

    def _is_first(self, step: Step) -> bool:
        """Whether no turn of a round comes before a step that speaks."""
        return step is next((s for s in self.phase.steps if isinstance(s, Speak)), None)

    def _takes_place(self, step: Step, number: int) -> bool:
        """Whether a step and what it counts are certain to be taken in a round."""
        texts = [step.when, self._when_of_ballots(step)]
        asked = one_line(self.rule.when.text)
        whens = [text for text in texts if text and one_line(text.text) not in asked]
        now = Early(lambda _: False, self._round(number), {}, _numbers(self.context))
        found = [self.context.expression(text)[0] for text in whens]
        return all(expression is not None and now.reads(expression) for expression in found)

    def _when_of_ballots(self, step: Step) -> Scalar | None:
        """The condition of the one step that a tally counts, which leaves out the tally too."""
        places = step.of.places if isinstance(step, Tally) else ()
        ballots = [s for place in places for s in self.context.places.get(place, ())]
        is_here = len(ballots) == 1 and self.context.steps[ballots[0].id][0] is self.phase
        return ballots[0].when if is_here else None


def _finding(context: Context, gap: _Gap, decision: Expression) -> Diagnostic:
    rule = gap.rule
    phase, step = next(context.steps[name] for name in context.steps if name in gap.read)
    what = "the debate" if gap.ends_debate else f"'{gap.phase.id}'"
    message = (
        f"'{rule.id}' can end {what} as '{rule.outcome}' before '{step.id}' has taken place, "
        "and there is no decision then"
    )
    stay = "" if phase is gap.phase else f"move the rule to the 'stop' of '{gap.phase.id}', "
    hint = f"{stay}leave out its 'outcome', or let 'result.decision' say what comes of it"
    text = one_line(decision.text.text)
    if isinstance(step, Tally) and _PLAIN.fullmatch(text):
        hint += f": \"'{rule.id}' if {step.id}.votes is none else {text}\""
    return Diagnostic(ID, message, rule.id.span, Severity.WARNING, hint=hint)

"""The types of the names that texts and expressions may use.

A run supplies exactly these values:

- ``inputs``: every input.
- ``round``: number and total, first and last, of the phase; in prompts and stop rules.
- ``seat``, ``cast``: the seat that is asked, and all seats; ``seat.lens`` may be absent.
- ``heard``, ``form``, ``options``: what a turn hears, the form of its block, its options.
- Steps. A prompt may name the steps that its turn can hear, a stop rule those of its phase and of
  earlier ones, ``result.decision`` all, a stand-in those before it in the file. A step of one
  certain seat is one reply, any other the list of its latest replies; a prompt that hears a step
  through ``window: all`` or ``window: N`` gets a list as well. Program steps are records.
- A reply is its text, seat, role, step and round, and the fields of its block. Where each selector
  through which it is heard has ``take``, it is only what they take, and seat, step and round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from debatec.check.facts import Facts
from debatec.graph.seats import certain_seats
from debatec.spec.model import Block, Fallback, Ledger, Phase, Selector, Speak, Step, Tally
from debatec.spec.shipped import BALLOTS
from debatec.template.expression import Scope
from debatec.template.functions import FUNCTIONS
from debatec.template.types import (
    ANYTHING,
    FLAG,
    NUMBER,
    TEXT,
    Choice,
    ListOf,
    Maybe,
    Record,
    Type,
    from_schema,
)

ROUND = Record("round", {"number": NUMBER, "total": NUMBER, "first": FLAG, "last": FLAG})
SEAT = Record(
    "seat",
    {"id": TEXT, "title": TEXT, "role": TEXT, "number": NUMBER, "count": NUMBER}
    | {"lens": Maybe(TEXT)},
)
SEAT_IN_LENS = Record("seat", {key: kind for key, kind in SEAT.fields.items() if key != "lens"})
CAST = ListOf(SEAT)
HEARD = ListOf(
    Record(
        "reply",
        {"seat": TEXT, "step": TEXT, "round": NUMBER}
        | {"text": Maybe(TEXT), "data": ANYTHING},  # of a reply heard in part, only what is taken
    ),
    prints=True,
)
OPTIONS = ListOf(Record("option", {"label": TEXT, "seat": TEXT, "text": TEXT}))
TEXTS = ListOf(TEXT)
FINDING = Record(
    "finding",
    {"id": TEXT, "title": TEXT, "severity": TEXT, "state": TEXT, "evidence": TEXT}
    | {"raised_by": TEXT, "stances": ANYTHING},
)
LEDGER: Mapping[str, Type] = {
    "open": TEXTS,
    "blocking": TEXTS,
    "resolved": TEXTS,
    "all": ListOf(FINDING),
    "text": TEXT,
}
REPLY: Mapping[str, Type] = {
    "text": TEXT,
    "seat": TEXT,
    "role": TEXT,
    "step": TEXT,
    "round": NUMBER,
}
PLACE = ("seat", "step", "round")
"""What is told of every reply, whatever is taken of it."""


class _AnyField(Mapping[str, Type]):
    """The fields of a reply whose block is not known, which has been said already."""

    def __getitem__(self, name: str) -> Type:
        return ANYTHING

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


_ANY_FIELD = _AnyField()

VALUE_FUNCTIONS = frozenset({"abs", "min", "max"})
CONDITION_FUNCTIONS = frozenset(FUNCTIONS)
REQUIREMENT_FUNCTIONS = frozenset(name for name, found in FUNCTIONS.items() if found.pure)
DECISION_FUNCTIONS = CONDITION_FUNCTIONS - {"before", "streak"}


class Scopes:
    """Scopes of one spec, each made when it is asked for."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._records: dict[str, Record] = {}

    @cached_property
    def inputs(self) -> Record:
        fields = {
            name: from_schema(input.schema, name) for name, input in self._facts.spec.inputs.items()
        }
        return Record("inputs", fields)

    @cached_property
    def system(self) -> Mapping[str, Type]:
        """The names of a role's `system`."""
        return {"inputs": self.inputs, "seat": SEAT, "cast": CAST}

    @cached_property
    def lens(self) -> Mapping[str, Type]:
        """The names of a role's `lens`."""
        return {"inputs": self.inputs, "seat": SEAT_IN_LENS}

    def prompt(self, step: Speak) -> Mapping[str, Type]:
        """The names of a step's prompts."""
        names: dict[str, Type] = {
            name: self._heard(step, self._facts.steps[name][1])
            for name in self._facts.hearing.sources(step.id)
        }
        names |= self.system
        names |= {"round": ROUND, "heard": HEARD, "form": TEXT}
        return names | {"options": OPTIONS} if step.options else names

    def condition(self, phase: Phase) -> Scope:
        """The names of a stop rule."""
        phases = self._facts.spec.phases
        index = next(i for i, other in enumerate(phases) if other is phase)
        steps = [step for earlier in phases[: index + 1] for step in earlier.steps]
        names: dict[str, Type] = {"round": ROUND, "elapsed": NUMBER}
        return self._scope(names, steps, CONDITION_FUNCTIONS)

    @cached_property
    def decision(self) -> Scope:
        """The names of `result.decision`."""
        steps = [step for _, step in self._facts.spec.steps()]
        return self._scope({"elapsed": NUMBER}, steps, DECISION_FUNCTIONS)

    def stand_in(self, step: Step) -> Scope:
        """The names of what stands in for a block of a step."""
        order = self._facts.order
        steps = [s for _, s in self._facts.spec.steps() if order[s.id] < order[step.id]]
        return self._scope({"round": ROUND}, steps, DECISION_FUNCTIONS)

    def requirement(self, block: Block) -> Scope:
        """The names of a requirement of a block: its fields under `it`, and the inputs."""
        fields = {name: from_schema(schema, name) for name, schema in block.fields.items()}
        names: dict[str, Type] = {"it": Record("it", fields), "inputs": self.inputs}
        return Scope(names, functions=REQUIREMENT_FUNCTIONS)

    @cached_property
    def value(self) -> Scope:
        """The names of a value, which is settled when the plan is made."""
        return Scope({"inputs": self.inputs}, functions=VALUE_FUNCTIONS)

    def _scope(
        self, names: Mapping[str, Type], steps: Sequence[Step], functions: frozenset[str]
    ) -> Scope:
        spec = self._facts.spec
        return Scope(
            {step.id: self._latest(step) for step in steps} | {"inputs": self.inputs} | dict(names),
            {step.id: self.record(step) for step in steps if isinstance(step, Speak)},
            frozenset(spec.roles) | frozenset(spec.groups),
            functions,
        )

    def record(self, step: Step) -> Record:
        """The type of one reply of a step, or of what a program step comes to."""
        found = self._records.get(step.id)
        if found is None:
            found = self._records[step.id] = self._record(step)
        return found

    def _record(self, step: Step) -> Record:
        if isinstance(step, Tally):
            return Record(step.id, self._tally(step), prints=True)
        if isinstance(step, Ledger):
            return Record(step.id, LEDGER, prints=True)
        block = self._facts.block(step)
        if step.returns and block is None:
            return Record(step.id, _ANY_FIELD, prints=True)
        fields = block.fields if block else {}
        carried = {name: from_schema(schema, name) for name, schema in fields.items()}
        marks = block is not None and block.otherwise is Fallback.MARK
        failed: dict[str, Type] = {"failed": Maybe(TEXTS)} if marks else {}
        return Record(step.id, {**carried, **REPLY, **failed}, prints=True)

    def _tally(self, step: Tally) -> Mapping[str, Type]:
        ballot = self._ballot(step)
        return {
            "winner": Maybe(ballot),
            "leader": Maybe(ballot),
            "tie": FLAG,
            "share": NUMBER,
            "votes": NUMBER,
            "voters": NUMBER,
            "counts": ANYTHING,
            "minority": TEXTS,
            "text": TEXT,
        }

    def _ballot(self, step: Tally) -> Type:
        """The type of what is voted for."""
        of = [s for place in step.of.places for s in self._facts.places.get(place, ())]
        kinds = [self._vote(s) for s in of if isinstance(s, Speak) and s.returns in BALLOTS]
        return kinds[0] if kinds and all(kind == kinds[0] for kind in kinds) else TEXT

    def _vote(self, step: Speak) -> Type:
        block, spec = self._facts.block(step), self._facts.spec
        words = step.options or ()
        if words and not any(word in spec.roles or word in spec.groups for word in words):
            return Choice(tuple(words))
        schema = block.fields.get(BALLOTS.get(block.name, "")) if block else None
        return from_schema(schema) if schema else TEXT

    def _latest(self, step: Step) -> Type:
        """The type of a step's latest replies in an expression."""
        record = self.record(step)
        if self._is_unsure(step):
            return ANYTHING
        return record if certain_seats(self._facts.spec, step) == 1 else _replies(record)

    def _heard(self, listener: Speak, step: Step) -> Type:
        """The type of a step in the prompts of one that hears it."""
        hearing = self._facts.hearing
        if self._is_unsure(step):
            return ANYTHING
        through = hearing.through(listener, step)
        record = self._taken(self.record(step), through)
        return record if hearing.heard_once(listener, step) else _replies(record)

    def _is_unsure(self, step: Step) -> bool:
        """Whether a step names speakers that there are not, which has been said already."""
        spec = self._facts.spec
        names = step.speakers if isinstance(step, Speak) else ()
        return not all(name in spec.roles or name in spec.groups for name in names)

    def _taken(self, record: Record, through: Iterable[Selector]) -> Record:
        parts: set[str] = set()
        for selector in through:
            if selector.take is None or record.fields is _ANY_FIELD:
                return record
            parts |= set(selector.take)
        fields = {k: kind for k, kind in record.fields.items() if k in parts or k in PLACE}
        return Record(record.name, fields, prints=True)


def _replies(record: Record) -> ListOf:
    return ListOf(Record("reply", record.fields, prints=True), prints=True)

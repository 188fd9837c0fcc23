"""The types of the names that texts and expressions may use.

A run supplies exactly these values:

- ``inputs``: every input.
- ``round``: number and total, first and last, of the phase; in prompts and stop rules. In prompts
  the total and the last may be hidden.
- ``seat``, ``cast``: the seat that is asked, and all seats; ``seat.lens`` may be absent.
- ``heard``, ``form``, ``options``: what a turn hears, the form of its block, its options.
- ``it``: the reply that a selector's ``where`` is read for; ``seat``, there and in the speakers'.
- Steps. A prompt may name the steps that its turn can hear, a stop rule and a ``where`` those of
  their phase and of earlier ones, ``result.decision`` all, a stand-in those before it in the file.
  A step of one certain seat is one reply, any other the list of its latest replies; a prompt that
  hears a step through ``window: all`` or ``window: N`` gets a list as well. Program steps are
  records.
- A reply is its text, seat, role, step and round, and the fields of its block. Where each selector
  through which it is heard has ``take``, it is only what they take, and seat, step and round.

The names of a prompt are those of one path (see `paths`): a step that is not heard there is absent
for certain, and what is known of the round selects branches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from typing import TypeAlias

from debatec.check.facts import OTHERS, Facts
from debatec.check.names import Names
from debatec.check.paths import Path, paths_of, reason, silence
from debatec.frozen import frozen
from debatec.graph.seats import certain_seats, is_single, seat_names
from debatec.spec.model import (
    Block,
    Fallback,
    Ledger,
    Phase,
    Role,
    Selector,
    Speak,
    Step,
    Tally,
)
from debatec.spec.shipped import BALLOTS
from debatec.spec.values import Slot, literal
from debatec.template.expression import Scope
from debatec.template.functions import FUNCTIONS
from debatec.template.types import (
    ANYTHING,
    FLAG,
    NUMBER,
    TEXT,
    Choice,
    Known,
    ListOf,
    Maybe,
    Record,
    Type,
    from_schema,
    maybe,
    union,
)

ROUND = Record("round", {"number": NUMBER, "total": NUMBER, "first": FLAG, "last": FLAG})
SEAT = Record("seat", {"id": TEXT, "title": TEXT, "role": TEXT, "number": NUMBER, "count": NUMBER})
HEARD = Record(
    "reply", {"seat": TEXT, "step": TEXT, "round": NUMBER, "text": TEXT, "data": ANYTHING}
)
USED: Mapping[str, Type] = {
    "elapsed": NUMBER,
    "tokens": NUMBER,
    "cost": Maybe(NUMBER),
    "context": NUMBER,
}
"""What a run has used so far; `cost` is absent where no agent has a price."""
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
_CHOICE = "choice"
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
CONDITION_FUNCTIONS = frozenset(FUNCTIONS) - {"own"}
REQUIREMENT_FUNCTIONS = frozenset(name for name, found in FUNCTIONS.items() if found.pure)
DECISION_FUNCTIONS = CONDITION_FUNCTIONS - {"before", "streak"}
WHERE_FUNCTIONS = DECISION_FUNCTIONS | {"own"}
"""What a run has used so far."""


_Read: TypeAlias = tuple[dict[str, Type], dict[str, Record]]
"""The types of the latest replies of steps, and those of one reply of each that speaks."""


@frozen
class _Heard:
    """What a step is to one that hears it, whatever the path.

    ``lack`` says why it may be absent; ``is_certain`` where nothing but the path decides who spoke.
    """

    type: Type
    lack: str | None
    is_certain: bool


class Scopes:
    """Scopes of one spec, each made when it is asked for."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._records: dict[str, Record] = {}
        self._heard: dict[tuple[str, str], _Heard] = {}
        self._latests: dict[str, Type] = {}
        self._read: dict[tuple[str, ...], _Read] = {}
        self._paths: dict[str, tuple[Path, ...]] = {}

    @cached_property
    def inputs(self) -> Record:
        fields = {
            name: from_schema(input.schema, name) for name, input in self._facts.spec.inputs.items()
        }
        return Record("inputs", fields)

    def system(self, role: Role) -> Mapping[str, Type]:
        """The names of a role's `system`."""
        return self._seated([role])

    @cached_property
    def lens(self) -> Mapping[str, Type]:
        """The names of a role's `lens`."""
        return {"inputs": self.inputs, "seat": SEAT}

    def prompt(self, step: Speak, path: Path | None = None) -> Mapping[str, Type]:
        """The names of a step's prompts, in its turns on a path, or in all of them."""
        roles = self._facts.spec.roles
        names = self._seated([roles[role] for role in self._facts.roles(step)])
        names |= {"round": self._round(step, path), "heard": _all_heard(step, path), "form": TEXT}
        if step.options:
            names["options"] = OPTIONS

        def along(name: str) -> Type:
            return self._along(step, self._facts.steps[name][1], path)

        return Names(self._facts.hearing.sources(step.id), along, names)

    def _seated(self, roles: Sequence[Role]) -> dict[str, Type]:
        """What the texts of a seat of some roles name in any case."""
        return {"inputs": self.inputs, "seat": _seat(roles), "cast": self._cast}

    @cached_property
    def _cast(self) -> Type:
        return ListOf(_seat(list(self._facts.spec.roles.values())))

    def _round(self, step: Speak, path: Path | None) -> Record:
        """What is known of the round on a path."""
        fields = dict(ROUND.fields)
        if path:
            fields["first"] = Known(FLAG, path.first)
            fields["number"] = Known(NUMBER, True, *((1, 1) if path.first else (2, None)))
        if self._facts.hides_limit(self._facts.steps[step.id][0]):
            for name in ("total", "last"):
                fields[name] = maybe(fields[name], "the limit may be hidden")
        return Record("round", fields)

    def condition(self, phase: Phase) -> Scope:
        """The names of a stop rule, and of what opens a step."""
        steps = _steps(self._upto(phase))
        return self._scope({"round": ROUND, **USED}, steps, CONDITION_FUNCTIONS)

    def entry(self, phase: Phase) -> Scope:
        """The names of what opens a phase."""
        steps = _steps(self._upto(phase)[:-1])
        return self._scope(USED, steps, DECISION_FUNCTIONS)

    @cached_property
    def stop(self) -> Scope:
        """The names of a stop rule of the debate."""
        steps = _steps(phase for phase in self._facts.spec.phases if not phase.always)
        return self._scope({"round": ROUND, **USED}, steps, CONDITION_FUNCTIONS)

    def _upto(self, phase: Phase) -> Sequence[Phase]:
        """The phases up to one, itself included."""
        phases = self._facts.spec.phases
        return phases[: 1 + next(i for i, other in enumerate(phases) if other is phase)]

    def heard_where(self, phase: Phase, step: Step, selector: Selector) -> Scope:
        """The names of what a selector of a step hears only where it holds."""
        names: dict[str, Type] = {"round": ROUND, "it": self._it(step, selector)}
        functions = WHERE_FUNCTIONS
        if isinstance(step, Speak):
            names["seat"] = SEAT
        else:
            functions = DECISION_FUNCTIONS
        return self._scope(names, _steps(self._upto(phase)), functions)

    def asked_where(self, phase: Phase) -> Scope:
        """The names of the condition under which a seat is among the speakers of a step."""
        names: dict[str, Type] = {"round": ROUND, "seat": SEAT}
        return self._scope(names, _steps(self._upto(phase)), WHERE_FUNCTIONS)

    def _it(self, step: Step, selector: Selector) -> Type:
        """The type of a reply that is heard through a selector; fields of some may be absent."""
        heard = self._facts.hearing.selected(step, selector)
        records = [self.record(s) for _, s in self._facts.spec.steps() if s.id in heard]
        if len(records) == 1:
            return records[0]
        if not records or any(record.fields is _ANY_FIELD for record in records):
            return ANYTHING
        fields: dict[str, Type] = {}
        for name in dict.fromkeys(name for record in records for name in record.fields):
            kinds = [record.fields[name] for record in records if name in record.fields]
            fields[name] = reduce(union, kinds)
            if len(kinds) < len(records):
                fields[name] = maybe(fields[name])
        return Record("reply", fields, prints=True)

    @cached_property
    def decision(self) -> Scope:
        """The names of `result.decision`."""
        steps = [step for _, step in self._facts.spec.steps()]
        return self._scope(USED, steps, DECISION_FUNCTIONS)

    def stand_in(self, step: Step) -> Scope:
        """The names of what stands in for a block of a step."""
        order = self._facts.order
        steps = [s for _, s in self._facts.spec.steps() if order[s.id] < order[step.id]]
        return self._scope({"round": ROUND}, steps, DECISION_FUNCTIONS)

    def requirement(self, block: Block) -> Scope:
        """The names of a requirement of a block: its fields under `it`, and the inputs."""
        fields: Mapping[str, Type] = _ANY_FIELD
        if block.name not in self._facts.loss.blocks:
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
        spec, (latest, records) = self._facts.spec, self._read_of(steps)
        return Scope(
            latest | {"inputs": self.inputs} | dict(names),
            records,
            frozenset(spec.roles) | frozenset(spec.groups),
            functions,
        )

    def _read_of(self, steps: Sequence[Step]) -> _Read:
        """What is known of steps that conditions read, made once for all that read the same."""
        ids = tuple(step.id for step in steps)
        if ids not in self._read:
            latest: dict[str, Type] = {step.id: self._latest(step) for step in steps}
            records: dict[str, Record] = {
                step.id: self.record(step) for step in steps if isinstance(step, Speak)
            }
            self._read[ids] = latest, records
        return self._read[ids]

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
        if block and block.name == _CHOICE:
            carried[BALLOTS[_CHOICE]] = self._vote(step)
        marks = block is not None and block.otherwise is Fallback.MARK
        failed: dict[str, Type] = {"failed": Maybe(TEXTS)} if marks else {}
        return Record(step.id, {**carried, **REPLY, **failed}, prints=True)

    def _tally(self, step: Tally) -> Mapping[str, Type]:
        ballot = self._ballot(step)
        return {
            "winner": Maybe(ballot, "it may be that no option wins"),
            "leader": Maybe(ballot, "there is none in a tie"),
            "tie": FLAG,
            "share": NUMBER,
            "votes": NUMBER,
            "voters": NUMBER,
            "counts": _counts(ballot),
            "minority": TEXTS,
            "text": TEXT,
        }

    def _ballot(self, step: Tally) -> Type:
        """The type of what is voted for."""
        of = [s for place in step.of.places for s in self._facts.places.get(place, ())]
        kinds = [self._vote(s) for s in of if isinstance(s, Speak) and s.returns in BALLOTS]
        return kinds[0] if kinds and all(kind == kinds[0] for kind in kinds) else TEXT

    def _vote(self, step: Speak) -> Type:
        """The type of a ballot; words to choose from are known where no input decides them."""
        block = self._facts.block(step)
        options = [self._options(name) for name in step.options or ()]
        words = [word for option in options if option is not None for word in option]
        if options and None not in options:
            return Choice(tuple(dict.fromkeys(words)))
        schema = block.fields.get(BALLOTS.get(block.name, "")) if block else None
        return from_schema(schema) if schema else TEXT

    def _options(self, name: str) -> list[str] | None:
        """What an option stands for: a word, or the seats of a role or group, if certain."""
        spec = self._facts.spec
        if name not in spec.roles and name not in spec.groups:
            return [name]
        roles = [(role, literal(spec.roles[role].seats, Slot.COUNT)) for role in spec.members(name)]
        if any(count is None for _, count in roles):
            return None
        return [
            seat
            for role, count in roles
            for seat in seat_names(role, int(count or 0), int(count or 0))
        ]

    def _latest(self, step: Step) -> Type:
        """The type of a step's latest replies in an expression."""
        if step.id not in self._latests:
            self._latests[step.id] = self._of_latest(step)
        return self._latests[step.id]

    def _of_latest(self, step: Step) -> Type:
        if self._is_unsure(step):
            return ANYTHING
        record = self.record(step)
        return record if is_single(self._facts.spec, step) else _replies(record)

    def paths(self, step: Speak) -> tuple[Path, ...]:
        """The paths of a step, in the order of the debate; none where its turns are not known."""
        if step.id not in self._paths:
            self._paths[step.id] = paths_of(self._facts, step)
        return self._paths[step.id]

    def _along(self, listener: Speak, step: Step, path: Path | None) -> Type:
        """The type of a step in the prompts of one that hears it, in its turns on a path."""
        key = (listener.id, step.id)
        if key not in self._heard:
            self._heard[key] = self._of_heard(listener, step)
        heard = self._heard[key]
        if heard.type == ANYTHING:
            return heard.type
        if path and step.id not in path.heard:
            why = reason(step.id, listener, path, self.paths(listener))
            if why.startswith(path.seat) and self._facts.is_own(listener, step, path.seat):
                why = f"{path.seat} does not hear it{OTHERS}"
            return maybe(heard.type, why, gone=True)
        if heard.lack:
            return maybe(heard.type, heard.lack)
        return Known(heard.type, True) if path and heard.is_certain else heard.type

    def _of_heard(self, listener: Speak, step: Step) -> _Heard:
        if self._is_unsure(step):
            return _Heard(ANYTHING, None, False)
        hearing, spec = self._facts.hearing, self._facts.spec
        through = hearing.through(listener, step)
        record = self._taken(self.record(step), through)
        type_ = record if hearing.heard_once(listener, step) else _replies(record)
        is_certain = certain_seats(spec, step) is not None
        return _Heard(type_, self._facts.lack(listener, step), is_certain)

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


def _seat(roles: Sequence[Role]) -> Record:
    """The type of a seat of some roles; what it has no lens for is absent."""
    without = [role for role in roles if role.lens is None]
    lens: Type = TEXT
    if without:
        lens = Maybe(TEXT, f"'{without[0].name}' has no lens", gone=len(without) == len(roles))
    return Record("seat", {**SEAT.fields, "lens": lens})


def _all_heard(step: Speak, path: Path | None) -> Type:
    """The type of `heard` in the turns of a step; a path may hear what is told already."""
    fields = dict(HEARD.fields)
    if any(selector.take and "text" not in selector.take for selector in step.sees):
        fields["text"] = Maybe(TEXT, "only parts of some replies are taken")
    heard = ListOf(Record(HEARD.name, fields), prints=True)
    return Known(heard, False, why=silence(path)) if path and not path.heard else heard


def _counts(ballot: Type) -> Type:
    """The type of the votes by option, where the options are known."""
    if not isinstance(ballot, Choice):
        return ANYTHING
    votes = maybe(NUMBER, "it may have no vote")
    return Record("count", dict.fromkeys(ballot.options, votes))


def _replies(record: Record) -> ListOf:
    return ListOf(Record("reply", record.fields, prints=True), prints=True)


def _steps(phases: Iterable[Phase]) -> list[Step]:
    return [step for phase in phases for step in phase.steps]

"""What the rules know about a spec, each fact computed once and only when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from debatec.check.declarations import apart, entries, mappings
from debatec.check.loss import Loss
from debatec.check.turnout import Turnout, is_certain, turnout_of
from debatec.graph.audibility import Audibility
from debatec.graph.bind import bind, most
from debatec.graph.bounds import Bounds
from debatec.graph.seats import certain_least
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Node, Scalar
from debatec.source.text import Span
from debatec.spec.builtin import is_builtin
from debatec.spec.model import Block, Phase, Rule, Selector, Speak, Spec, Step, Tally, selectors_of
from debatec.spec.values import Slot, literal
from debatec.template import expression, template
from debatec.template.expression import Expression
from debatec.template.template import Template

OTHERS = ": 'others' leaves out a seat's own replies"
"""Why a seat does not hear what it said itself."""


@dataclass
class Facts:
    """One canonical spec under check, and what follows from it."""

    spec: Spec
    root: MappingNode
    loss: Loss = field(default_factory=Loss)
    _templates: dict[Scalar, tuple[Template | None, list[Diagnostic]]] = field(default_factory=dict)
    _expressions: dict[Scalar, tuple[Expression | None, list[Diagnostic]]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        self.spec = apart(self.spec)

    def template(self, text: Scalar) -> tuple[Template | None, list[Diagnostic]]:
        """A text, parsed, with the faults of its syntax."""
        found = self._templates.get(text)
        if found is None:
            parse = _shipped if is_builtin(text.span) else template.parse
            found = self._templates[text] = parse(text)
        return found

    def expression(self, text: Scalar) -> tuple[Expression | None, list[Diagnostic]]:
        """An expression, parsed, with the faults of its syntax."""
        found = self._expressions.get(text)
        if found is None:
            found = self._expressions[text] = expression.parse(text)
        return found

    @cached_property
    def bound(self) -> tuple[Bounds, list[Diagnostic]]:
        """The numbers of the debate as its inputs bound it, and those that have none."""
        return bind(self.spec, most(self.spec))

    @property
    def bounds(self) -> Bounds:
        return self.bound[0]

    @cached_property
    def hearing(self) -> Audibility:
        """Who can hear whom."""
        return Audibility(self.spec)

    @cached_property
    def steps(self) -> Mapping[str, tuple[Phase, Step]]:
        """Every step by name, with its phase, in the order of the file."""
        return {step.id: (phase, step) for phase, step in self.spec.steps()}

    @cached_property
    def places(self) -> Mapping[str, tuple[Step, ...]]:
        """The steps that each name of a step or phase stands for."""
        steps: dict[str, tuple[Step, ...]] = {p.id: p.steps for p in self.spec.phases}
        return steps | {name: (step,) for name, (_, step) in self.steps.items()}

    @cached_property
    def rules(self) -> Sequence[tuple[str, Phase | None, tuple[Rule, ...]]]:
        """The stop rules of each phase and of the debate, with whose they are, in words."""
        phases = [(f"the phase '{p.id}'", p, p.stop) for p in self.spec.phases]
        return [*phases, ("the debate", None, self.spec.stop)]

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The position of each step in the file."""
        return {name: index for index, name in enumerate(self.steps)}

    @cached_property
    def nodes(self) -> Mapping[str, MappingNode]:
        """The node of each step and phase; steps under their names, phases under ``phase NAME``."""
        found: dict[str, MappingNode] = {}
        phases = mappings(self.root.get("format"))
        for phase, node in zip(self.spec.phases, phases, strict=True):
            found[f"phase {phase.id}"] = node
            steps = zip(phase.steps, mappings(node.get("steps")), strict=True)
            found.update({step.id: inner for step, inner in steps})
        return found

    def declares(self, key: str, name: str) -> bool:
        """Whether a top-level mapping has a name, whatever its value."""
        return name in self.names(key)

    def names(self, key: str) -> list[str]:
        """The names that a top-level mapping declares."""
        return [entry.key for entry in entries(self.root.get(key))]

    def node(self, *path: str) -> Node | None:
        """The node below some keys, or None."""
        found: Node | None = self.root
        for key in path:
            found = found.get(key) if isinstance(found, MappingNode) else None
        return found

    def lack(self, listener: Speak, step: Step) -> str | None:
        """Why a step that another one hears may be absent there; None where it is not."""
        phase, here = self.steps[step.id][0], self.steps[listener.id][0]
        if _may_fail(step.when) or (phase is not here and _may_fail(phase.when)):
            return "the step may be skipped"
        roles, chosen = set(self.roles(listener)), isinstance(step, Speak) and _may_fail(step.where)
        # Where one of these roles has a seat to listen, it has one to speak.
        if step.id in self.deserted and (chosen or not roles <= set(self.roles(step))):
            return "nobody may speak in the step"
        through = self.hearing.through(listener, step)
        is_shared = chosen and roles & set(self.roles(step))
        if is_shared and all({*s.who} <= {"self", "others"} for s in through):
            is_others = all({*s.who} == {"others"} for s in through)
            return f"not every seat hears it{OTHERS if is_others else ''}"
        if through and all(self._may_leave_out(listener, selector) for selector in through):
            return "'sees' may leave it out"
        if self._loses_its_ballots(step):
            return "what it counts may be left out"
        return None

    def is_own(self, listener: Speak, step: Step, seat: str) -> bool:
        """Whether a seat speaks in a step that it would hear through ``others`` alone."""
        through = self.hearing.through(listener, step)
        speaks = isinstance(step, Speak) and {seat, seat.rpartition("-")[0]} & {*self.roles(step)}
        return bool(speaks and through) and all({*s.who} == {"others"} for s in through)

    def _loses_its_ballots(self, step: Step) -> bool:
        """Whether all that a tally counts may be left out; a ledger keeps what it had."""
        if not isinstance(step, Tally):
            return False
        read = [other for _, _, steps in self.read_by(step) for other in steps]
        return bool(read) and all(_may_fail(s.when) or s.id in self.deserted for s in read)

    def _may_leave_out(self, listener: Speak, selector: Selector) -> bool:
        """Whether a selector may choose no reply of a step that is heard through it."""
        is_shared = selector.newest and len(self.hearing.selected(listener, selector)) > 1
        return bool(is_shared) or _may_fail(selector.where)

    @cached_property
    def deserted(self) -> frozenset[str]:
        """The steps in which nobody may be left to speak, for some inputs or some cast."""
        return frozenset(
            step.id
            for _, step in self.spec.steps()
            if isinstance(step, Speak) and self.roles(step) and self._fewest(step) == 0
        )

    def _fewest(self, step: Speak) -> int:
        """The fewest seats that speak in a step, whatever the inputs and the cast."""
        seats = self.bounds.seats
        certain = {name: certain_least(role) for name, role in self.spec.roles.items()}
        fewest = {r: replace(s, least=min(s.least, certain[r])) for r, s in seats.items()}
        return turnout_of(self.spec, step, fewest, {}).least

    def certain_turnout(self, step: Speak) -> Turnout | None:
        """How many seats speak in a step, where no input decides how many there are."""
        is_known = all(is_certain(self.spec.roles[role]) for role in self.roles(step))
        return turnout_of(self.spec, step, self.bounds.seats, {}) if is_known else None

    def may_begin_late(self, step: Speak) -> bool:
        """Whether a seat may have its first turn in a step after round 1."""
        return _may_fail(step.when) or not self.turnout(step).settled

    def turnout(self, step: Speak) -> Turnout:
        """How many seats speak in a step, with the inputs as they bound the debate."""
        return turnout_of(self.spec, step, self.bounds.seats, most(self.spec))

    def hides_limit(self, phase: Phase) -> bool:
        """Whether the turns of a phase may not be told how many rounds it has."""
        return phase.id in self.hidden

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The phases whose limit is hidden, or may be, for some value of the inputs."""
        return frozenset(
            phase.id
            for phase in self.spec.phases
            if (phase.hidden and phase.hidden.text != "false") or self._may_be_null(phase.rounds)
        )

    def _may_be_null(self, rounds: Scalar) -> bool:
        """Whether a number of rounds is an input that may be null, which hides it."""
        input = self.spec.inputs.get(rounds.text.removeprefix("inputs."))
        kinds = input.schema.get("type") if input and rounds.text.startswith("inputs.") else None
        return isinstance(kinds, list) and "null" in kinds

    def roles(self, step: Step) -> tuple[str, ...]:
        """The roles that speak in a step; none in a program step."""
        return self._roles[step.id]

    @cached_property
    def _roles(self) -> Mapping[str, tuple[str, ...]]:
        return {
            name: self.spec.roles_of(step.speakers) if isinstance(step, Speak) else ()
            for name, (_, step) in self.steps.items()
        }

    def rounds(self, phase: Phase) -> int | None:
        """The most rounds of a phase, where that is certain."""
        count = literal(phase.rounds, Slot.COUNT)
        return int(count) if count is not None else self._largest(phase.rounds.text)

    def turns(self, phase: Phase) -> int | None:
        """The most turns of a phase, where that is certain."""
        rounds = self.rounds(phase)
        found = [self.certain_turnout(step) for step in phase.steps if isinstance(step, Speak)]
        if rounds is None or None in found:
            return None
        return rounds * sum(turnout.most for turnout in found if turnout)

    def _largest(self, text: str) -> int | None:
        """The largest value of an expression that is nothing but an input."""
        input = self.spec.inputs.get(text.removeprefix("inputs."))
        largest = input.schema.get("maximum") if input and text.startswith("inputs.") else None
        return int(largest) if isinstance(largest, int) else None

    def block(self, step: Step) -> Block | None:
        """The block that the replies of a step carry, if it is known."""
        name = step.returns if isinstance(step, Speak) else None
        return self.spec.blocks.get(name) if name and name not in self.loss.blocks else None

    def read_by(self, step: Step) -> Iterator[tuple[str, Span, Sequence[Step]]]:
        """Each place that a program step reads, in words, and its steps, where they are known."""
        selector = selectors_of(step)[0]
        for place in selector.places:
            if place in self.places:
                yield f"'{place}'", place.span, self.places[place]
        if not selector.places:
            before = [
                s for name, (_, s) in self.steps.items() if self.order[name] < self.order[step.id]
            ]
            yield "what this reads", selector.span, before

    def returned(self, steps: Iterable[Step]) -> frozenset[str] | None:
        """The blocks that some steps return, or None where one of them is unknown."""
        names = {step.returns for step in steps if isinstance(step, Speak) and step.returns}
        return frozenset(names) if names <= set(self.spec.blocks) else None


def _may_fail(condition: Scalar | None) -> bool:
    return condition is not None and condition.text != "true"


@cache
def _shipped(text: Scalar) -> tuple[Template | None, list[Diagnostic]]:
    """A shipped prompt, parsed once for all files."""
    return template.parse(text)

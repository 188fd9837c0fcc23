"""What the rules know about a spec, each fact computed once and only when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from debatec.check.declarations import apart, entries, mappings, selectors
from debatec.check.loss import Loss
from debatec.graph.audibility import Audibility
from debatec.graph.bind import bind, most
from debatec.graph.bounds import Bounds
from debatec.graph.seats import certain_seats, may_be_empty
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Node, Scalar
from debatec.source.text import Span
from debatec.spec.builtin import is_builtin
from debatec.spec.model import Block, Phase, Rule, Speak, Spec, Step, Tally
from debatec.spec.values import Slot, literal
from debatec.template import expression, template
from debatec.template.expression import Expression
from debatec.template.template import Template


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

    def is_optional(self, step: Step) -> bool:
        """Whether a round may pass a step over, so that it has no reply there."""
        return step.id in self.optional

    @cached_property
    def optional(self) -> frozenset[str]:
        """The steps that a round may pass over; a tally goes with its ballots."""
        found: set[str] = set()
        for phase, step in self.spec.steps():
            own = _may_fail(phase.when) or _may_fail(step.when) or self._may_be_empty(step)
            if own or (isinstance(step, Tally) and self._reads_only(step, found)):
                found.add(step.id)
        return frozenset(found)

    def _reads_only(self, step: Step, names: set[str]) -> bool:
        """Whether all that a program step reads is among some steps."""
        read = [other.id for _, _, steps in self.read_by(step) for other in steps]
        return names.issuperset(read)

    def _may_be_empty(self, step: Step) -> bool:
        """Whether nobody may be left to speak."""
        return isinstance(step, Speak) and (_may_fail(step.where) or may_be_empty(self.spec, step))

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

    def seats(self, step: Step) -> int | None:
        """How many seats speak in a step, where neither an input nor the cast decides it."""
        return certain_seats(self.spec, step)

    def rounds(self, phase: Phase) -> int | None:
        """The most rounds of a phase, where that is certain."""
        count = literal(phase.rounds, Slot.COUNT)
        return int(count) if count is not None else self._largest(phase.rounds.text)

    def _largest(self, text: str) -> int | None:
        """The largest value of an expression that is nothing but an input."""
        input = self.spec.inputs.get(text.removeprefix("inputs."))
        largest = input.schema.get("maximum") if input and text.startswith("inputs.") else None
        return int(largest) if isinstance(largest, int) else None

    def block(self, step: Step) -> Block | None:
        """The block that the replies of a step carry, if it is known."""
        name = step.returns if isinstance(step, Speak) else None
        return self.spec.blocks.get(name) if name else None

    def read_by(self, step: Step) -> Iterator[tuple[str, Span, Sequence[Step]]]:
        """Each place that a program step reads, in words, and its steps, where they are known."""
        selector = selectors(step)[0]
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

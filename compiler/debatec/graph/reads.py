"""What the steps of a spec read besides what they hear, and who is settled with the plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from debatec.frozen import frozen
from debatec.graph.bind import Inputs, fields_of
from debatec.graph.seats import Seat
from debatec.source.nodes import Plain, Scalar
from debatec.spec.model import Phase, Speak, Spec, Step
from debatec.template.expression import Expression, evaluate, parse
from debatec.template.functions import FUNCTIONS
from debatec.template.types import bare, from_schema, is_text
from debatec.template.values import Value, holds

_PLACES = frozenset({"inputs", "round", "seat", "it"})
_PURE = frozenset(name for name, signature in FUNCTIONS.items() if signature.pure)
_SEAT = frozenset({"id", "title", "role", "number", "count"})


@frozen
class Reads:
    """The steps that a step's conditions and stand-ins name, and whether they read more.

    More is what belongs to no step, such as how many seats are live.
    """

    steps: tuple[str, ...] = ()
    more: bool = False


def is_gated(part: Phase | Step) -> bool:
    """Whether a condition decides if a phase or step takes place."""
    return part.when is not None and part.when.value is not True


def reads_of(spec: Spec, step: Step) -> Reads:
    """What a step reads besides what it hears."""
    names = {other.id for _, other in spec.steps()}
    found: dict[str, None] = {}
    more = False
    for expression in _expressions(spec, step):
        read = expression.names | expression.steps
        found.update(dict.fromkeys(sorted(read & names)))
        more = more or bool(read - names - _PLACES) or "live" in expression.functions
    if isinstance(step, Speak) and step.covers in names:
        found.setdefault(str(step.covers))
    return Reads(tuple(found), more)


def _expressions(spec: Spec, step: Step) -> Iterator[Expression]:
    scalars = [step.when] if is_gated(step) else []
    if isinstance(step, Speak):
        scalars += [step.where, *_stand_ins(spec, step)]
    for scalar in scalars:
        expression = parse(scalar)[0] if scalar else None
        if expression:
            yield expression


def _stand_ins(spec: Spec, step: Speak) -> Iterator[Scalar]:
    """The stand-ins of a step's block that are expressions."""
    block = spec.blocks.get(step.returns or "")
    for name, text in block.stand_ins.items() if block else ():
        field = bare(from_schema(block.fields.get(name, {}), name)) if block else None
        if isinstance(text.value, str) and field and not is_text(field):
            yield text


def settled_where(step: Speak, inputs: Mapping[str, Plain]) -> Expression | None:
    """The condition on a step's speakers, where the plan settles it: it reads seats and inputs.

    Any other `where` is for the run to read.
    """
    expression = parse(step.where)[0] if step.where else None
    if expression is None or not expression.names <= {"inputs", "seat"}:
        return None
    if expression.steps or not expression.functions <= _PURE:
        return None
    is_told = fields_of(expression, "inputs") <= inputs.keys()
    return expression if is_told and fields_of(expression, "seat") <= _SEAT else None


def who_speak(
    spec: Spec, step: Speak, seats: Iterable[Seat], inputs: Mapping[str, Plain] | None
) -> list[Seat]:
    """The seats of a step that can be asked; without inputs, all of them."""
    where = settled_where(step, inputs) if inputs is not None else None
    if where is None or inputs is None:
        return list(seats)
    given = Inputs(inputs, spec.arithmetic)
    return [seat for seat in seats if holds(evaluate(where, given.with_more(seat=_record(seat))))]


def _record(seat: Seat) -> dict[str, Value]:
    """A seat as conditions see it; its lens is a text of the run."""
    return {
        "id": seat.name,
        "title": seat.name,
        "role": seat.role,
        "number": seat.number,
        "count": seat.count,
    }

"""What the replies of a run are to templates and expressions: plain data that prints as quoted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import BlockStatus, Settled, TurnOutcome
from debatec.runtime.labels import Mask, key_of
from debatec.runtime.quoting import quote, silence, with_data
from debatec.runtime.tally import share
from debatec.spec.model import Selector, Speak


class Reply(dict[str, Any]):
    """One reply, by field; printed, it is its quotation.

    It ends its line, so that nothing a prompt says after it can pass for a part of the quotation.
    """

    def __init__(self, fields: Mapping[str, Any], quotation: Callable[[], str]) -> None:
        super().__init__(fields)
        self._quotation = quotation

    def __str__(self) -> str:
        return f"{self._quotation()}\n"


class Heard(list[Reply]):
    """The replies a turn hears; printed, they are their quotations."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def block_name(plan: Plan, node: Node) -> str:
    """Name of the block a node's replies carry, or of the program step."""
    step = plan.spec.step(node.step)
    return (step.returns or "") if isinstance(step, Speak) else node.step


def fields_of(
    plan: Plan,
    node: Node,
    settled: Settled,
    take: Sequence[str] | None = None,
    mask: Mask | None = None,
) -> dict[str, Any]:
    """A reply with its block's fields at the top level, cut down to the parts taken.

    Under a ``mask`` it is told without names.
    """
    fields: dict[str, Any] = {"text": settled.text, **(settled.data or {})}
    if node.kind is Kind.TALLY and settled.data is not None:
        fields["share"] = share(fields)
    if settled.block is BlockStatus.MARKED:
        fields["failed"] = list(settled.failed)
    if take is not None:
        fields = {name: fields[name] for name in take if name in fields}
    author, role = node.author, plan.graph.seats[node.seat].role if node.seat else ""
    if mask is not None:
        fields = {name: mask.over(value) for name, value in fields.items()}
        author, role = mask.author, ""
    data = {name: value for name, value in fields.items() if name != "text"}
    place = {"seat": author, "role": role, "step": node.step, "round": node.round}
    return {**fields, **place, "data": data}


def record(
    plan: Plan,
    node: Node,
    settled: Settled,
    take: Sequence[str] | None = None,
    mask: Mask | None = None,
    labels: Mapping[str, str] | None = None,
) -> Reply:
    """The fields of a reply, with its quotation.

    ``labels`` are those its author knew others by; the ones it uses are explained.
    """
    fields = fields_of(plan, node, settled, take, mask)
    place = (fields["seat"], node.step, node.round)

    def quotation() -> str:
        if settled.outcome is not TurnOutcome.OK:
            return silence(*place)
        # What a program step counted is told by its text, unless parts of it are taken.
        told = fields["data"] if node.seat or take is not None else None
        text = with_data(fields.get("text", ""), told, block_name(plan, node))
        if settled.block is BlockStatus.MARKED:
            text = f"{text}\nThis block is not sound: {settled.message}."
        return quote(*place, text, key_of(text, labels or {}))

    return Reply(fields, quotation)


def parts(selectors: Iterable[Selector]) -> tuple[str, ...] | None:
    """The parts that selectors take together; None where one takes the whole reply."""
    found: dict[str, None] = {}
    for selector in selectors:
        if selector.take is None:
            return None
        found.update(dict.fromkeys(selector.take))
    return tuple(found)

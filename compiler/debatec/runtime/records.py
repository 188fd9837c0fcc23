"""What the replies of a run are to templates and expressions: plain data that prints as quoted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from debatec.graph.graph import Kind, Node
from debatec.graph.plan import Plan
from debatec.runtime.events import BlockStatus, Settled, TurnOutcome
from debatec.runtime.quoting import quote, silence, with_data
from debatec.runtime.tally import share
from debatec.spec.model import Selector, Speak


class Reply(dict[str, Any]):
    """One reply, by field; printed, it is its quotation."""

    quotation: str = ""

    def __str__(self) -> str:
        return self.quotation


class Heard(list[Reply]):
    """The replies a turn hears; printed, they are their quotations."""

    def __str__(self) -> str:
        return "\n\n".join(str(reply) for reply in self)


def block_name(plan: Plan, node: Node) -> str:
    """Name of the block a node's replies carry, or of the program step."""
    step = plan.spec.step(node.step)
    return (step.returns or "") if isinstance(step, Speak) else node.step


def record(plan: Plan, node: Node, settled: Settled, take: Sequence[str] | None = None) -> Reply:
    """A reply with its block's fields at the top level, cut down to the parts taken."""
    fields: dict[str, Any] = {"text": settled.text, **(settled.data or {})}
    if node.kind is Kind.TALLY:
        fields["share"] = share(fields)
    if settled.block is BlockStatus.MARKED:
        fields["failed"] = list(settled.failed)
    if take is not None:
        fields = {name: fields[name] for name in take if name in fields}
    role = plan.graph.seats[node.seat].role if node.seat else ""
    data = {name: value for name, value in fields.items() if name != "text"}
    reply = Reply(fields, seat=node.author, role=role, step=node.step, round=node.round, data=data)
    reply.quotation = _quotation(plan, node, settled, take, reply)
    return reply


def _quotation(
    plan: Plan,
    node: Node,
    settled: Settled,
    take: Sequence[str] | None,
    reply: Reply,
) -> str:
    if settled.outcome is not TurnOutcome.OK:
        return silence(node.author, node.step, node.round)
    # What a program step counted is told by its text, unless parts of it are taken.
    data = reply["data"] if node.seat or take is not None else None
    text = with_data(reply.get("text", ""), data, block_name(plan, node))
    if settled.block is BlockStatus.MARKED:
        text = f"{text}\nThis block is not sound: {settled.message}."
    return quote(node.author, node.step, node.round, text)


def parts(selectors: Iterable[Selector]) -> tuple[str, ...] | None:
    """The parts that selectors take together; None where one takes the whole reply."""
    found: dict[str, None] = {}
    for selector in selectors:
        if selector.take is None:
            return None
        found.update(dict.fromkeys(selector.take))
    return tuple(found)

"""What of a case does not fit its debate: names of nothing, blocks that their turns refuse."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from debatec.graph.graph import Node as GraphNode
from debatec.graph.plan import Plan
from debatec.runtime.forms import Form, form_of
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Node, Scalar, plain
from debatec.source.nodes import Sequence as SequenceNode
from debatec.source.schema import Schema
from debatec.source.suggest import did_you_mean
from debatec.source.text import Span
from debatec.spec.model import Ledger, Tally
from debatec.spec.names import BUILT_IN_REASONS
from debatec.template import expression
from debatec.template.expression import Scope
from debatec.testing.cases import OTHERWISE, Case, Reply, Scripted
from debatec.testing.patterns import Names, Pattern

UNKNOWN, MISFIT = "DB902", "DB905"
_RAW = "write a block that is meant to be wrong in 'text', between its fences"


@dataclass
class Checker:
    """Holds cases against the plan of one of them."""

    plan: Plan
    names: Names
    conditions: Scope

    def patterns(self, replies: Iterable[Reply]) -> dict[str, Pattern]:
        """The keys of replies that name something in this plan."""
        found = {reply.key: self.names.pattern(reply.key)[0] for reply in replies}
        return {key: pattern for key, pattern in found.items() if pattern is not None}

    def unknown(self, replies: Iterable[Reply]) -> Iterator[Diagnostic]:
        """Keys of replies that name nothing."""
        for reply in replies:
            if reply.key != OTHERWISE:
                yield from self._key(reply.key, reply.key_span)

    def _key(self, key: str, span: Span) -> Iterator[Diagnostic]:
        pattern, fault = self.names.pattern(key)
        if pattern is None:
            yield Diagnostic(UNKNOWN, fault, span)

    def expectations(self, case: Case) -> Iterator[Diagnostic]:
        """Expectations that name what the debate has not."""
        expect = case.expect
        for part in ("replies", "prompts"):
            for key, span in _keys(expect.get(part)):
                yield from self._key(key, span)
        for part, known in self._known.items():
            for name, span in [*_keys(expect.get(part)), *_words(expect.get(part))]:
                if name not in known:
                    message = f"the debate has no {_NOUNS[part]} '{name}'"
                    yield Diagnostic(UNKNOWN, message + did_you_mean(name, known), span)
        yield from self._conditions(expect.get("holds"))

    @cached_property
    def _known(self) -> Mapping[str, Collection[str]]:
        """The names that expectations may use, by their key."""
        spec = self.plan.spec
        phases = [str(phase.id) for phase in spec.phases]
        rules = [str(rule.id) for phase in spec.phases for rule in spec.rules_of(phase)]
        steps = [step for _, step in spec.steps()]
        return {
            "phases": phases,
            "phase": phases,
            "reason": [*rules, *sorted(BUILT_IN_REASONS)],
            "ballots": [str(step.id) for step in steps if isinstance(step, Tally)],
            "findings": [str(step.id) for step in steps if isinstance(step, Ledger)],
            "dropped": list(self.plan.graph.seats),
        }

    def _conditions(self, node: Node | None) -> Iterator[Diagnostic]:
        for condition in node.items if isinstance(node, SequenceNode) else ():
            assert isinstance(condition, Scalar)
            parsed, faults = expression.parse(condition)
            yield from faults
            if parsed is not None:
                yield from parsed.check(self.conditions)[1]

    def blocks(
        self, replies: Iterable[Reply], known: Mapping[str, Pattern]
    ) -> Iterator[Diagnostic]:
        """Blocks that their turns do not return, or whose fields do not fit."""
        for reply in replies:
            pattern = known.get(reply.key)
            turns = self.names.turns(pattern) if pattern else []
            for scripted in reply.answers:
                block = _block_of(scripted)
                if block is not None and turns:
                    yield from self._block(reply, block, turns)

    def _block(
        self, reply: Reply, block: MappingNode, turns: list[GraphNode]
    ) -> Iterator[Diagnostic]:
        entry = next(iter(block))
        forms = [form for turn in _one_a_step(turns) if (form := form_of(self.plan, turn))]
        fitting = [form for form in forms if form.name == entry.key]
        if not fitting:
            returned = sorted({form.name for form in forms})
            what = " or ".join(f"'{name}'" for name in returned) or "no block"
            message = f"what '{reply.key}' names returns {what}, not '{entry.key}'"
            yield Diagnostic(MISFIT, message, entry.key_span, hint=_RAW)
        for form in fitting:
            yield from _misfits(form, entry.value)


def _one_a_step(turns: list[GraphNode]) -> Iterable[GraphNode]:
    """The first turn of each step: the others are asked for the same block."""
    return {turn.step: turn for turn in reversed(turns)}.values()


def _block_of(scripted: Scripted) -> MappingNode | None:
    node = scripted.node
    block = node.get("block") if isinstance(node, MappingNode) else None
    return block if isinstance(block, MappingNode) else None


def _misfits(form: Form, fields: Node) -> Iterator[Diagnostic]:
    for fault in Schema(dict(form.schema)).check(fields):
        message = fault.message.replace("the file", f"block '{form.name}'", 1)
        yield replace(fault, rule=MISFIT, message=message, hint=_RAW, fix=None)


_NOUNS = {
    "phases": "phase",
    "phase": "phase",
    "reason": "stop rule or built-in reason",
    "ballots": "tally",
    "findings": "ledger",
    "dropped": "seat",
}


def _keys(node: Node | None) -> list[tuple[str, Span]]:
    return [(entry.key, entry.key_span) for entry in node] if isinstance(node, MappingNode) else []


def _words(node: Node | None) -> list[tuple[str, Span]]:
    items = node.items if isinstance(node, SequenceNode) else (node,)
    return [(str(plain(item)), item.span) for item in items if isinstance(item, Scalar)]

"""How the block of a turn is asked for: its schema, and the same in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from debatec.graph.bind import Inputs
from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.labels import relabelled
from debatec.runtime.requirements import unmet
from debatec.source import exactjson
from debatec.source.nodes import node_of
from debatec.source.schema import Schema
from debatec.source.text import Source
from debatec.spec.model import Arithmetic, Block, Speak
from debatec.spec.shipped import BALLOTS

MAX_FAULTS = 3
"""Faults of a block that its seat is told."""


@dataclass(frozen=True)
class Form:
    """The block one turn is asked for: every field is required, and no other allowed.

    ``options`` is the field of a ballot whose options are given; ``labels`` are what seats are
    called in it, by name; ``inputs`` are what its requirements may read besides its fields.
    """

    block: Block
    schema: Mapping[str, Any]
    note: str = ""
    options: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    inputs: Inputs = field(default_factory=lambda: Inputs({}, Arithmetic.EXACT))

    @property
    def name(self) -> str:
        return self.block.name

    def under(self, labels: Mapping[str, str]) -> Form:
        """The same block, asked for in terms of labels where its options are seats."""
        if not self.options:
            return replace(self, labels=labels)
        properties = self.schema["properties"]
        words = relabelled(properties[self.options]["enum"], labels)
        schema = {**self.schema, "properties": {**properties, self.options: {"enum": words}}}
        return replace(self, schema=schema, labels=labels)

    def named(self, data: dict[str, Any]) -> dict[str, Any]:
        """A block that was given in terms of labels, in terms of names."""
        names = {label: name for name, label in self.labels.items()}
        if self.options:
            return {**data, self.options: names.get(data[self.options], data[self.options])}
        if names and self.block.shipped and self.name == "status":
            found = [{**item, "id": _named(item["id"], names)} for item in data["findings"]]
            return {**data, "findings": found}
        return data

    def faults(self, value: Any) -> list[str]:
        """Where a value does not meet the schema, a sentence each, the first few."""
        node = node_of(value, Source("block", "").span(0, 0))
        messages = [diagnostic.message for diagnostic in self._checker.check(node)[:MAX_FAULTS]]
        return [re.sub(r"\Athe file\b", "the block", message) for message in messages]

    @cached_property
    def _checker(self) -> Schema:
        return Schema(dict(self.schema))

    def unmet(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of the requirements that fields of the right types do not meet."""
        return unmet(self.block, data, self.inputs)

    def told(self, names: Iterable[str]) -> str:
        """Requirements that are not met, as a seat and the record are told of them."""
        require = self.block.require
        return "; ".join(f"it does not meet '{name}': {require[name].text}" for name in names)

    def within(self) -> str:
        """The request as the last part of a prompt."""
        return (
            f"End your reply with one fenced block named {self.name}, JSON with exactly these "
            f"fields:\n{self._sample()}"
        )

    def alone(self, fault: str | None = None) -> str:
        """The request for the block by itself, after the prose or after a fault in it."""
        start = f"Your {self.name} block could not be used: {fault}\n" if fault else ""
        return (
            f"{start}Give only the {self.name} block of what you just said, JSON with exactly "
            f"these fields:\n{self._sample()}"
        )

    def _sample(self) -> str:
        sample = f"```{self.name}\n{describe(self.schema)}\n```"
        rules = [f"- {condition.text}" for condition in self.block.require.values()]
        required = "\n".join(["Its fields, each written `it.NAME`, must meet:", *rules])
        return "\n".join(part for part in (sample, required if rules else "", self.note) if part)


def _named(finding: str, names: Mapping[str, str]) -> str:
    """The id of a finding, which begins with the seat that raised it."""
    label, dash, rest = finding.partition("-")
    return names[label] + dash + rest if dash and label in names else finding


def form_of(plan: Plan, node: Node) -> Form | None:
    """The block a turn is asked for, or None where it returns none."""
    step = plan.spec.step(node.step)
    if not isinstance(step, Speak) or not step.returns:
        return None
    block = plan.spec.blocks[step.returns]
    fields = {name: dict(schema) for name, schema in block.fields.items()}
    options = BALLOTS.get(block.name, "") if step.options else ""
    if options:
        fields[options] = {"enum": [*options_of(plan, step)]}
    note = _STATUS_NOTE.format(seat=node.seat) if block.shipped and block.name == "status" else ""
    given = Inputs(plan.inputs, plan.spec.arithmetic)
    return Form(block, object_of(fields), note, options, inputs=given)


_STATUS_NOTE = (
    "List every finding that you still hold, none that you have dropped. Refer to a finding of "
    "another seat by its id; name new ones {seat}-1, {seat}-2 and so on."
)


def object_of(fields: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The schema of a block with these fields."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


def options_of(plan: Plan, step: Speak) -> list[str]:
    """What a choice chooses from: the words, or the seats of the roles and groups named."""
    options: list[str] = []
    for name in step.options or ():
        roles = plan.spec.members(name)
        seats = [seat.name for seat in plan.graph.seats.values() if seat.role in roles]
        options += seats or [str(name)]
    return list(dict.fromkeys(options))


def describe(schema: Mapping[str, Any], indent: str = "") -> str:
    """A JSON Schema as a sample that people and models read at a glance."""
    if "enum" in schema:
        return " | ".join(exactjson.dumps(value) for value in schema["enum"])
    kinds = schema.get("type", "object" if "properties" in schema else "any")
    if isinstance(kinds, Sequence) and not isinstance(kinds, str):
        return " | ".join(describe({**schema, "type": kind}, indent) for kind in kinds)
    return _SAMPLES.get(kinds, _any)(schema, indent)


def _object(schema: Mapping[str, Any], indent: str) -> str:
    inner = indent + "  "
    fields = [
        f"{inner}{exactjson.dumps(name)}: {describe(field, inner)}"
        for name, field in schema.get("properties", {}).items()
    ]
    return "{\n" + ",\n".join(fields) + f"\n{indent}}}"


def _array(schema: Mapping[str, Any], indent: str) -> str:
    most = f" (at most {schema['maxItems']})" if "maxItems" in schema else ""
    return f"[{describe(schema.get('items', {}), indent)}, ...]{most}"


def _string(schema: Mapping[str, Any], _indent: str) -> str:
    sample = exactjson.dumps(schema.get("description", "text"))
    return (
        f"{sample} (at most {schema['maxLength']} characters)" if "maxLength" in schema else sample
    )


def _number(schema: Mapping[str, Any], _indent: str) -> str:
    kind = "whole number" if schema["type"] == "integer" else "number"
    low, high = schema.get("minimum"), schema.get("maximum")
    bounds = [f"from {low}" if low is not None else "", f"to {high}" if high is not None else ""]
    return " ".join([kind, *(bound for bound in bounds if bound)])


def _any(_schema: Mapping[str, Any], _indent: str) -> str:
    return "any value"


_SAMPLES: dict[str, Callable[[Mapping[str, Any], str], str]] = {
    "object": _object,
    "array": _array,
    "string": _string,
    "number": _number,
    "integer": _number,
    "boolean": lambda _schema, _indent: "true | false",
    "null": lambda _schema, _indent: "null",
}

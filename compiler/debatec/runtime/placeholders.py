"""Replies of nobody: what a turn hears where no reply is known, marked as such."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from debatec.graph.graph import Node
from debatec.graph.plan import Plan
from debatec.runtime.demands import length_of
from debatec.runtime.forms import Form, form_of
from debatec.source import exactjson
from debatec.spec.model import Speak
from debatec.template.functions import words
from debatec.transports.interface import SAMPLING, Delta, End, Event, Exchange, Request

MOST_PARTS = 10_000
"""Values and characters of the largest block that is made up."""

FILLER = "…"


class NoPlaceholder(Exception):
    """The smallest value of a schema is too large to be made up."""


class Placeholder:
    """An agent that gives marked replies, asked in the way of the agent whose name it has."""

    def __init__(self, plan: Plan, name: str, native_blocks: bool) -> None:
        self.name = name
        self.native_blocks = native_blocks
        self.samples = SAMPLING
        self.at_once = None
        self.price = None
        self._plan = plan

    async def open(
        self, seat: str, system: str, history: Sequence[Exchange] = ()
    ) -> PlaceholderSession:
        del seat, system, history  # every reply is the same
        return PlaceholderSession(self)

    async def close(self) -> None:
        """Nothing to release."""

    def reply(self, request: Request) -> str:
        """The marked prose of a turn, its block, or both, as it is asked."""
        node = self._plan.graph.nodes[request.turn]
        form = form_of(self._plan, node)
        if request.block is not None and form:
            return _block(form)
        text = self._prose(node)
        if form is None or self.native_blocks:
            return text
        return f"{text}\n\n{_block(form)}"

    def _prose(self, node: Node) -> str:
        """The marked prose with the headings and the fewest words that are asked for."""
        step, (least, _) = self._plan.spec.step(node.step), length_of(self._plan, node)
        sections = step.sections if isinstance(step, Speak) else ()
        text = "\n".join([prose(node), *(f"## {section.text}" for section in sections)])
        short = min(least or 0, MOST_PARTS) - words(text)
        return f"{text}\n{' '.join([FILLER] * short)}" if short > 0 else text


class PlaceholderSession:
    """A session that remembers nothing."""

    native_id = None

    def __init__(self, agent: Placeholder) -> None:
        self._agent = agent

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        yield Delta(self._agent.reply(request))
        yield End()

    def cancel(self) -> None:
        """Nothing to stop."""

    async def close(self) -> None:
        """Nothing to release."""


def prose(node: Node) -> str:
    """What stands for the reply of a turn."""
    return f"[reply of {node.seat} in {node.step}, round {node.round}]"


def _block(form: Form) -> str:
    try:
        return f"```{form.name}\n{exactjson.dumps(smallest(form.schema))}\n```"
    except NoPlaceholder:
        return f"[no {form.name} block: its smallest value is too large]"


def smallest(schema: Mapping[str, Any]) -> Any:
    """The smallest value that the schema of a block's field allows, within `MOST_PARTS`.

    Raises:
        NoPlaceholder: it would be larger.
    """
    return _Maker().make(schema)


class _Maker:
    """Makes one value, and counts its parts."""

    def __init__(self) -> None:
        self._left = MOST_PARTS

    def make(self, schema: Mapping[str, Any]) -> Any:
        self._spend(1)
        if "enum" in schema:
            return schema["enum"][0]
        kinds = schema.get("type", "object" if "properties" in schema else "null")
        kind = kinds if isinstance(kinds, str) else kinds[0]
        match kind:
            case "object":
                fields = schema.get("properties", {})
                return {
                    name: self.make(fields.get(name, {})) for name in schema.get("required", ())
                }
            case "array":
                return [self.make(schema.get("items", {})) for _ in self._many(schema, "minItems")]
            case "string":
                return FILLER * len(self._many(schema, "minLength"))
            case "integer" | "number":
                return _number(schema, kind)
        return False if kind == "boolean" else None

    def _many(self, schema: Mapping[str, Any], keyword: str) -> range:
        number = int(schema.get(keyword, 0))
        self._spend(number)
        return range(number)

    def _spend(self, parts: int) -> None:
        self._left -= parts
        if self._left < 0:
            raise NoPlaceholder


def _number(schema: Mapping[str, Any], kind: str) -> Any:
    """The smallest number allowed; 0, or the largest below it, where none is the smallest."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None:
        low = 0 if high is None or high >= 0 else high
        return math.floor(low) if kind == "integer" else low
    return math.ceil(low) if kind == "integer" else low

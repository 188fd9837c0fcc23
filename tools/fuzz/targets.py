"""What reads what strangers write, each fed with bytes.

Nothing may raise, or take over half a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from decimal import Decimal

from debatec.check.pipeline import compile_source
from debatec.fmt.format import UNLIKE, formatted
from debatec.graph.plan import PlanError, read_plan
from debatec.runtime.blocks import find
from debatec.runtime.forms import Form, object_of
from debatec.source.decode import decode
from debatec.source.frame import render
from debatec.source.nodes import Plain, Scalar
from debatec.source.text import Source
from debatec.spec.model import Block, Name
from debatec.template import expression, template
from debatec.template.expression import Scope
from debatec.template.functions import FUNCTIONS
from debatec.template.numbers import EXACT
from debatec.template.template import RenderError
from debatec.template.types import ANYTHING, NUMBER, TEXT, ListOf, Record, Type
from debatec.template.values import Value
from debatec.testing.reading import suite_of

SECONDS = 0.5

_REPLY = Record("reply", {"text": TEXT, "score": NUMBER, "data": ANYTHING})
_NAMES: dict[str, Type] = {
    "inputs": Record("inputs", {"n": NUMBER, "t": TEXT}),
    "say": ListOf(_REPLY, prints=True),
}
_SAID: list[Mapping[str, Value]] = [
    {"text": "Tea.", "score": Decimal("0.5"), "data": {}},
    {"text": "Coffee, then.", "score": None, "data": {"a": [1, "b", None]}},
]
_VALUES: dict[str, Value] = {"inputs": {"n": 3, "t": "Tea"}, "say": [dict(said) for said in _SAID]}


class Run:
    """A run that has said little, for expressions to read."""

    numbers = EXACT

    def lookup(self, name: str) -> Value:
        return _VALUES.get(name)

    def replies(self, step: str, window: int) -> list[Mapping[str, Value]]:
        return _SAID[-window:] if step == "say" else []

    def last(self, step: str) -> Mapping[str, Value] | None:
        return _SAID[-1] if step == "say" else None

    def own(self, step: str) -> Mapping[str, Value] | None:
        return _SAID[0] if step == "say" else None

    def live(self, role: str) -> int:
        return len(role)

    def earlier(self, readings: int) -> Run | None:
        return self if readings < len(_SAID) else None


def spec(data: bytes) -> None:
    """A file, linted, each finding shown."""
    source, faults = decode(data, "fuzz.debate.yaml")
    found = list(faults) if source is None else compile_source(source).diagnostics
    for diagnostic in found:
        render(diagnostic)


def suite(data: bytes) -> None:
    """A file of tests, read; each finding shown."""
    source, _ = decode(data, "fuzz.test.yaml")
    for diagnostic in suite_of(source)[1] if source else ():
        render(diagnostic)


def layout(data: bytes) -> None:
    """A file, laid out: it says what it said, and is laid out once."""
    source, _ = decode(data, "fuzz.debate.yaml")
    if source is not None:
        done = formatted(source)
        assert formatted(Source(source.path, done.text)).text == done.text
        assert done.reason != UNLIKE


def text(data: bytes) -> None:
    """A template, checked and rendered."""
    parsed, _ = template.parse(_scalar(data))
    if parsed:
        parsed.check(_NAMES)
        with suppress(RenderError):
            parsed.render(_VALUES)


def condition(data: bytes) -> None:
    """An expression, checked and evaluated."""
    parsed, _ = expression.parse(_scalar(data))
    if parsed:
        parsed.check(Scope(_NAMES, {"say": _REPLY}, frozenset({"peer"}), frozenset(FUNCTIONS)))
        expression.evaluate(parsed, Run())


def reply(data: bytes) -> None:
    """A reply, searched for its block."""
    find(data.decode("utf-8", "replace"), _FORM)


def plan(data: bytes) -> None:
    """The plan of a run folder from anywhere."""
    with suppress(PlanError):
        read_plan(data.decode("utf-8", "replace"))


def _scalar(data: bytes) -> Scalar:
    content = data.decode("utf-8", "replace")
    return Scalar(Source("fuzz", content).span(0, len(content)), content, content, "=")


def _form() -> Form:
    fields: dict[str, dict[str, Plain]] = {
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "items": {"type": "array", "maxItems": 3, "items": {"type": "string"}},
    }
    place = Source("fuzz", "").span(0, 0)
    asks = Scalar(place, 1, "1", written=False)
    return Form(Block(Name.of("score", place), fields, asks), object_of(fields))


_FORM = _form()
TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "spec": spec,
    "suite": suite,
    "layout": layout,
    "text": text,
    "condition": condition,
    "reply": reply,
    "plan": plan,
}


def held(target: Callable[[bytes], None], data: bytes) -> None:
    """Give a target some bytes and hold it to its bounds.

    Raises:
        AssertionError: it took too long.
    """
    start = time.process_time()
    target(data)
    seconds = time.process_time() - start
    assert seconds < SECONDS, f"took {seconds:.2f} s"

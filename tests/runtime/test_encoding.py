"""Every event comes back as it was; what is no event is refused, field by field."""

from __future__ import annotations

from dataclasses import fields
from decimal import Decimal
from typing import Any, get_args

import pytest

from debatec.runtime.encoding import decode, encode, line
from debatec.runtime.events import (
    Asked,
    BlockStatus,
    Event,
    Failed,
    Gated,
    Purpose,
    Replied,
    Resumed,
    Settled,
    Started,
    TurnOutcome,
)
from debatec.source import exactjson

EVENTS: list[Event] = [
    Started("r", "d", {"inputs": {"x": exactjson.loads("0.10")}}),
    Resumed(("why",)),
    Asked("a.r1.b.c", 1, Purpose.BLOCK, "x", "p", ("a.r1.b.d:text",)),
    Replied("a.r1.b.c", 1, Purpose.REPLY, "t", 0.5, 1, None, "m", True),
    Replied("a.r1.b.c", 1, Purpose.REPLY, "t", 3, None, 1, None),
    Failed("a.r1.b.c", 2, TurnOutcome.IDLE, "why", False),
    Settled("a.r1.b.c", TurnOutcome.OK, "t", {"score": 1}, BlockStatus.STAND_IN, 2, "m"),
    Settled("a.r1.b", TurnOutcome.OK),
    Gated("a", 1, ("x", "y"), "x"),
    Gated("a", 2, (), None),
]


def through(event: Event) -> dict[str, Any]:
    """The values of an event as they are read from a file."""
    values: dict[str, Any] = exactjson.loads(exactjson.dumps(encode(event)))
    return values


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_as_it_was(event: Event) -> None:
    assert decode(through(event)) == event


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_a_line_begins_with_its_number_its_times_and_its_kind(event: Event) -> None:
    written = line(7, "now", 0.25, event).decode()
    kind = type(event).__name__.lower()
    assert written.startswith(f'{{"n":7,"at":"now","elapsed":0.25,"kind":"{kind}",')
    numbered = {"n": 7, "at": "now", "elapsed": Decimal("0.25"), **through(event)}
    assert exactjson.loads(written) == numbered
    assert ": " not in written


def test_a_line_escapes_what_utf_8_cannot_hold() -> None:
    prompt = 'half \ud800 of "it"\n%s {x}'
    event = Asked("a.r1.b.c", 1, Purpose.REPLY, "x", prompt, labels={"a": "A"})
    values = {"n": 1, "at": "now", "elapsed": 0.0, **encode(event)}
    assert line(1, "now", 0.0, event) == exactjson.dumps(values).encode()


def test_what_has_a_default_may_be_missing() -> None:
    for event in EVENTS:
        known = [field.name for field in fields(event)]
        for missing in known:
            values = {name: value for name, value in through(event).items() if name != missing}
            try:
                read = decode(values)
            except KeyError:
                continue
            one = type(event).__dataclass_fields__[missing]
            default = one.default_factory() if callable(one.default_factory) else one.default
            assert getattr(read, missing) == default


WRONG: list[Any] = [None, True, 1, exactjson.loads("0.5"), "x", [], [1], {}]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_a_field_of_another_type_is_refused(event: Event) -> None:
    values = through(event)
    for field in fields(event):
        refused = 0
        for wrong in WRONG:
            try:
                decode({**values, field.name: wrong})
            except (KeyError, TypeError):
                refused += 1
        assert refused >= len(WRONG) - (3 if field.name == "cost" else 2), field.name


def test_every_kind_has_a_name_of_its_own() -> None:
    kinds = get_args(Event)
    assert len({kind.__name__.lower() for kind in kinds}) == len(kinds)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        decode({"kind": "sung"})

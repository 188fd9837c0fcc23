"""How seats behave in a simulation."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any, cast

from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, has_errors
from debatec.source.files import read_file
from debatec.source.nodes import Entry, plain
from debatec.source.nodes import Mapping as Node
from debatec.source.nodes import Node as AnyNode
from debatec.source.suggest import did_you_mean
from debatec.transports.replay import seconds

SCHEMA = "behavior.v1.schema.json"
_UNKNOWN = "DB704"
_SHARES = ("spread", "fail", "invalid")


@frozen
class Course:
    """How a value changes: its mean in the first round, what each round adds, and the noise.

    ``noise`` is the standard deviation around the mean.
    """

    start: float = 0.3
    drift: float = 0.15
    noise: float = 0.1

    def mean(self, round: int) -> float:
        return self.start + self.drift * (round - 1)


@frozen
class Behavior:
    """What the seats of a role do.

    ``agreement`` is the course of how far a seat is with the others, from 0 to 1; ``spread`` how
    much seats differ in it. ``fail`` and ``invalid`` are shares: of requests that fail, and of
    blocks that are left out. ``delay`` is the median time of a reply in seconds, ``words`` its
    median length. ``fields`` are the courses of numbers in blocks, by ``BLOCK.FIELD``.
    """

    agreement: Course = Course()
    spread: float = 0.1
    fail: float = 0.02
    invalid: float = 0.02
    delay: float = 20.0
    words: float = 150.0
    fields: Mapping[str, Course] = field(default_factory=dict)

    def changed(self, values: Mapping[str, Any]) -> Behavior:
        """The same but for what a file or an option says."""
        agreement = _course(self.agreement, values.get("agreement", {}))
        shares = {key: float(values[key]) for key in (*_SHARES, "words") if key in values}
        delay = seconds(values["delay"]) if "delay" in values else self.delay
        given = values.get("fields", {})
        fields = {name: _course(Course(0, 0, 0), course) for name, course in given.items()}
        return replace(
            self, agreement=agreement, delay=delay, fields={**self.fields, **fields}, **shares
        )


@frozen
class Behaviors:
    """The behavior of every role: that of ``all``, but for those with their own."""

    all: Behavior = Behavior()
    roles: Mapping[str, Behavior] = field(default_factory=dict)

    def of(self, role: str) -> Behavior:
        return self.roles.get(role, self.all)


def load_behaviors(
    path: Path, known: Collection[str], numbers: Collection[str], base: Behavior
) -> tuple[Behaviors | None, list[Diagnostic]]:
    """The behaviors in a file, laid over a base; None where it cannot be used.

    ``known`` are the roles of the debate, ``numbers`` the fields of its blocks that are numbers.

    Raises:
        OSError: the file cannot be read.
    """
    node, found = read_file(path, SCHEMA)
    if node is None or has_errors(found):
        return None, found
    if unknown := [*_unknown(node, known, numbers)]:
        return None, [*found, *unknown]
    values = cast("dict[str, Any]", plain(node))
    every = base.changed(values.get("all", {}))
    own = {name: every.changed(each) for name, each in values.get("roles", {}).items()}
    return Behaviors(every, own), found


def _unknown(
    root: AnyNode, roles: Collection[str], numbers: Collection[str]
) -> Iterator[Diagnostic]:
    """Roles and fields that a file names and its debate has not."""
    for entry in _entries(root, "roles"):
        if entry.key not in roles:
            message = f"no role is called '{entry.key}'{did_you_mean(entry.key, roles)}"
            yield Diagnostic(_UNKNOWN, message, entry.key_span)
        yield from _unknown_fields(entry.value, numbers)
    every = root.get("all") if isinstance(root, Node) else None
    yield from _unknown_fields(every, numbers) if every else ()


def _unknown_fields(behavior: AnyNode, numbers: Collection[str]) -> Iterator[Diagnostic]:
    for entry in _entries(behavior, "fields"):
        if entry.key not in numbers:
            guess = did_you_mean(entry.key, numbers)
            message = f"no block has a number '{entry.key}'{guess}"
            yield Diagnostic(_UNKNOWN, message, entry.key_span)


def _entries(node: AnyNode, key: str) -> list[Entry]:
    value = node.get(key) if isinstance(node, Node) else None
    return list(value) if isinstance(value, Node) else []


def _course(base: Course, values: Mapping[str, Any]) -> Course:
    return replace(base, **{key: float(value) for key, value in values.items()})

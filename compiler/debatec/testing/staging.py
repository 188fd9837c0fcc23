"""The debate of a test file, and the plan of each of its cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import cast

from debatec.check.context import Context
from debatec.check.pipeline import Compiled, compile_file, compile_source
from debatec.data import data
from debatec.graph.bind import bind, defaults
from debatec.graph.bounds import SeatBounds
from debatec.graph.casting import Wish
from debatec.graph.casting import cast as counts_of
from debatec.graph.lower import TooLarge
from debatec.graph.plan import Plan, make_plan
from debatec.graph.seats import speaking_roles
from debatec.source import exactjson
from debatec.source.diagnostic import Diagnostic, has_errors
from debatec.source.nodes import Mapping as MappingNode
from debatec.source.nodes import Plain, Scalar, plain
from debatec.source.schema import Schema
from debatec.source.suggest import did_you_mean
from debatec.source.text import Source, Span
from debatec.spec.model import Spec
from debatec.template.expression import Scope
from debatec.testing.cases import Case, Suite
from debatec.testing.coverage import Coverage

UNKNOWN, REFUSED = "DB902", "DB906"
MOST_PLANS = 50
"""Plans of a debate that are kept for further cases."""
SUFFIX, DEBATE = ".test.yaml", ".debate.yaml"


@dataclass
class Stage:
    """A debate that has no errors, and the plans that were made of it."""

    spec: Spec
    root: MappingNode
    _plans: dict[str, Plan] = field(default_factory=dict)
    """The last few: cases with the same inputs mostly stand together."""

    @cached_property
    def coverage(self) -> Coverage:
        """What was reached of it so far."""
        return Coverage(self.spec)

    @cached_property
    def conditions(self) -> Scope:
        """What conditions that are read at the end may name."""
        return Context(self.spec, self.root).scopes.decision

    def plan(self, suite: Suite, case: Case) -> tuple[Plan | None, list[Diagnostic]]:
        """The plan of a case, or None and what is wrong with its inputs and its cast."""
        inputs, faults = self._inputs(suite, case)
        if has_errors(faults):
            return None, faults
        bounds, unbounded = bind(self.spec, inputs)
        if unbounded:
            return None, [_refused(fault.message, case.span) for fault in unbounded]
        seats = {role: bounds.roles[role].seats for role in speaking_roles(self.spec)}
        faults = [*self._strangers(case), *_outnumbered(case, seats)]
        if faults:
            return None, faults
        return self._planned(case, inputs, _counts(case, seats))

    def _planned(
        self, case: Case, inputs: Mapping[str, Plain], counts: Mapping[str, int]
    ) -> tuple[Plan | None, list[Diagnostic]]:
        if not any(counts.values()):
            return None, [_refused("the cast leaves no seat", case.span)]
        key = exactjson.dumps([inputs, counts, case.seed])
        if key not in self._plans:
            try:
                self._plans[key] = make_plan(self.root, inputs, None, counts, case.seed)
            except TooLarge:
                message = "the debate is too large: set fewer rounds or seats"
                return None, [_refused(message, case.span)]
            if len(self._plans) > MOST_PLANS:
                del self._plans[next(iter(self._plans))]
        return self._plans[key], []

    def _inputs(self, suite: Suite, case: Case) -> tuple[dict[str, Plain], list[Diagnostic]]:
        """The values of all inputs: those of the case, its preset, the file, the debate."""
        faults = [*self._misfits(suite.inputs), *self._misfits(case.inputs)]
        values = {**defaults(self.spec), **_values(suite.inputs)}
        if case.preset is not None:
            name = str(plain(case.preset))
            preset = self.spec.presets.get(name)
            if preset is None:
                known = did_you_mean(name, self.spec.presets)
                faults.append(_unknown(f"there is no preset '{name}'{known}", case.preset.span))
            values |= preset.values if preset else {}
        values |= _values(case.inputs)
        missing = [name for name in self.spec.inputs if name not in values]
        faults += [_refused(f"input '{name}' is required", case.span) for name in missing]
        return values, faults

    def _misfits(self, given: MappingNode | None) -> Iterator[Diagnostic]:
        """Inputs that the debate has not, and values that their schemas refuse."""
        for entry in given or ():
            input = self.spec.inputs.get(entry.key)
            if input is None:
                known = did_you_mean(entry.key, self.spec.inputs)
                yield _unknown(f"there is no input '{entry.key}'{known}", entry.key_span)
                continue
            for fault in Schema(dict(input.schema)).check(entry.value):
                message = fault.message.replace("the file", f"input '{entry.key}'", 1)
                yield _refused(message, fault.span)

    def _strangers(self, case: Case) -> Iterator[Diagnostic]:
        for entry in case.cast or ():
            if entry.key not in self.spec.roles:
                known = did_you_mean(entry.key, self.spec.roles)
                yield _unknown(f"there is no role '{entry.key}'{known}", entry.key_span)


def _values(given: MappingNode | None) -> dict[str, Plain]:
    return cast("dict[str, Plain]", plain(given)) if given else {}


def _counts(case: Case, seats: Mapping[str, SeatBounds]) -> dict[str, int]:
    """The seats of each role: those of the case, else the fewest."""
    fewest = counts_of(seats, Wish())[0].counts
    return {**fewest, **{name: int(cast("int", n)) for name, n in _values(case.cast).items()}}


def _outnumbered(case: Case, seats: Mapping[str, SeatBounds]) -> Iterator[Diagnostic]:
    """Roles that have fewer or more seats than they may have."""
    for entry in case.cast or ():
        bounds, count = seats.get(entry.key), cast("int", plain(entry.value))
        if bounds is None or bounds.least <= count <= bounds.most:
            continue
        range = (
            f"{bounds.least}" if bounds.least == bounds.most else f"{bounds.least}..{bounds.most}"
        )
        message = f"role '{entry.key}' has {range} seats, and the cast has {count}"
        yield _refused(message, entry.value.span)


def _refused(message: str, span: Span) -> Diagnostic:
    return Diagnostic(REFUSED, message, span)


def _unknown(message: str, span: Span) -> Diagnostic:
    return Diagnostic(UNKNOWN, message, span)


class Stages:
    """The debates that test files are of, each compiled once."""

    def __init__(self) -> None:
        self._compiled: dict[str, tuple[Stage | None, tuple[Diagnostic, ...]]] = {}

    def of(self, suite: Suite) -> tuple[Stage | None, list[Diagnostic]]:
        """The debate of a test file; None where there is none without errors, and why."""
        path, format = _named(suite)
        key = str(path) if path else f"builtin:{format}"
        if key not in self._compiled:
            try:
                found = compile_file(path) if path else _shipped(format)
            except OSError as error:
                return None, [_missing(suite, str(path), error)]
            self._compiled[key] = _staged(found)
        stage, faults = self._compiled[key]
        return stage, list(faults)


def _staged(found: Compiled) -> tuple[Stage | None, tuple[Diagnostic, ...]]:
    """What is played; of a debate that cannot be, its errors."""
    errors = tuple(fault for fault in found.diagnostics if has_errors([fault]))
    if errors or found.spec is None or found.root is None:
        return None, errors
    return Stage(found.spec, found.root), ()


def _named(suite: Suite) -> tuple[Path | None, str]:
    """The file of a suite's debate, else the name of a shipped format."""
    own = Path(suite.source.path)
    if suite.debate is None:
        return own.with_name(own.name.removesuffix(SUFFIX) + DEBATE), ""
    name = cast("Scalar", suite.debate).text
    beside = own.parent / name
    is_shipped = not beside.exists() and data("formats").joinpath(name + DEBATE).is_file()
    return (None, name) if is_shipped else (beside, "")


def _shipped(format: str) -> Compiled:
    text = data("formats").joinpath(format + DEBATE).read_text(encoding="utf-8")
    return compile_source(Source(f"builtin:{format}", text))


def _missing(suite: Suite, path: str, error: OSError) -> Diagnostic:
    span = suite.debate.span if suite.debate else suite.source.span(0, 0)
    hint = None if suite.debate else "name the debate: debate: FILE"
    return Diagnostic(REFUSED, f"'{path}' cannot be read: {error.strerror}", span, hint=hint)

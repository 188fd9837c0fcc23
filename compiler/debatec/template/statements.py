"""The static check of the statements of a text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from functools import reduce

from debatec.frozen import frozen
from debatec.template import tree
from debatec.template.fault import WRONG_TYPE
from debatec.template.inference import Inference
from debatec.template.rendering import LOOP
from debatec.template.standpoint import Fact
from debatec.template.types import (
    ANYTHING,
    NOTHING,
    ListOf,
    Record,
    Type,
    bare,
    describe,
    maybe,
    truth,
    union,
)


def check_body(body: tree.Body, inference: Inference) -> None:
    """Type statements one after the other, as they run; faults go to the inference."""
    for statement in body:
        match statement:
            case tree.Print(value):
                inference.printable(value)
            case tree.If():
                _check_if(statement, inference)
            case tree.Loop():
                _check_loop(statement, inference)
            case tree.With(bindings, inner):
                with inference.scope({name: inference.type_of(v) for name, v in bindings}):
                    check_body(inner, inference)
            case tree.Set(name, value):
                inference.bind(name, inference.type_of(value))


@frozen
class _End:
    """The names of the innermost scope after a branch, what is known there, if it is reached."""

    names: Mapping[str, Type]
    facts: frozenset[Fact]
    is_reached: bool


def _check_if(statement: tree.If, inference: Inference) -> None:
    """Check each branch on its own, then join what they leave behind."""
    ends: list[_End] = []
    with ExitStack() as failed:
        for test, body in statement.branches:
            type_ = inference.type_of(test)
            with inference.assuming(test, type_):
                ends.append(_end(body, inference))
            failed.enter_context(inference.assuming(test, type_, False))
        ends.append(_end(statement.other, inference))
    reached = [end for end in ends if end.is_reached] or ends
    before = dict(inference.scopes[-1])
    for name in dict.fromkeys(name for end in ends for name in end.names):
        if any(end.names.get(name) is not before.get(name) for end in ends):
            kinds = [end.names.get(name) or inference.outer(name, end.facts) for end in reached]
            set_anywhere = next(end.names[name] for end in ends if name in end.names)
            inference.bind(name, _joined(kinds, set_anywhere))


def _end(body: tree.Body, inference: Inference) -> _End:
    """Where a body ends, which leaves the names and what is known as they were before."""
    with inference.branch() as names:
        check_body(body, inference)
        return _End(names, inference.facts, inference.is_reached)


def _joined(kinds: list[Type | None], otherwise: Type) -> Type:
    """The type of a name after branches of which some may not set it."""
    found = [kind for kind in kinds if kind is not None]
    if len(found) == len(kinds):
        return reduce(union, found)
    type_ = reduce(union, found) if found else otherwise
    return maybe(type_, "only some branches set it", gone=not found)


def _check_loop(statement: tree.Loop, inference: Inference) -> None:
    items = inference.type_of(statement.items)
    inner = bare(items)
    if not isinstance(inner, ListOf) and inner not in (ANYTHING, NOTHING):
        message = f"cannot loop over {describe(inner)}"
        hint = "name one of its fields" if isinstance(inner, Record) else None
        inference.fault(WRONG_TYPE, message, statement.items.place, hint)
    item = inner.item if isinstance(inner, ListOf) else ANYTHING
    with ExitStack() as body:
        body.enter_context(inference.scope({statement.name: item}))
        body.enter_context(inference.reached(truth(items) is not False))
        if statement.condition is not None:
            passes = inference.type_of(statement.condition)
            body.enter_context(inference.assuming(statement.condition, passes))
        inference.bind("loop", LOOP)
        check_body(statement.body, inference)
    check_body(statement.other, inference)

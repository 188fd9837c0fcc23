"""The static check of the statements of a text."""

from __future__ import annotations

from contextlib import ExitStack

from debatec.template import tree
from debatec.template.fault import WRONG_TYPE
from debatec.template.inference import Inference
from debatec.template.rendering import LOOP
from debatec.template.types import (
    ANYTHING,
    NOTHING,
    ListOf,
    Record,
    Type,
    bare,
    describe,
    maybe,
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
                inference.scopes[-1][name] = inference.type_of(value)


def _check_if(statement: tree.If, inference: Inference) -> None:
    """Check each branch on its own; a name set in some of them may be absent afterwards."""
    ends: list[dict[str, Type]] = []
    with ExitStack() as failed:
        for test, body in statement.branches:
            inference.type_of(test)
            with inference.assuming(test):
                ends.append(_names_after(body, inference))
            failed.enter_context(inference.assuming(test, False))
        ends.append(_names_after(statement.other, inference))
    inference.scopes[-1].update(_merged(ends))


def _names_after(body: tree.Body, inference: Inference) -> dict[str, Type]:
    """The names of the innermost scope after a body, which is left as it was before."""
    before = inference.scopes[-1]
    inference.scopes[-1] = after = dict(before)
    check_body(body, inference)
    inference.scopes[-1] = before
    return after


def _merged(ends: list[dict[str, Type]]) -> dict[str, Type]:
    merged: dict[str, Type] = {}
    for name in dict.fromkeys(name for end in ends for name in end):
        kinds = [end[name] for end in ends if name in end]
        merged[name] = kinds[0]
        for kind in kinds[1:]:
            merged[name] = union(merged[name], kind)
        if len(kinds) < len(ends):
            merged[name] = maybe(merged[name])
    return merged


def _check_loop(statement: tree.Loop, inference: Inference) -> None:
    items = inference.type_of(statement.items)
    inner = bare(items)
    if not isinstance(inner, ListOf) and inner not in (ANYTHING, NOTHING):
        message = f"cannot loop over {describe(inner)}"
        hint = "name one of its fields" if isinstance(inner, Record) else None
        inference.fault(WRONG_TYPE, message, statement.items.place, hint)
    item = inner.item if isinstance(inner, ListOf) else ANYTHING
    if statement.condition is not None:
        with inference.scope({statement.name: item}):
            inference.type_of(statement.condition)
    with inference.scope({statement.name: item, "loop": LOOP}):
        check_body(statement.body, inference)
    check_body(statement.other, inference)

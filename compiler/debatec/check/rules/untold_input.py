"""Whoever speaks is told what the debate is about, and not only what others say of it."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.uses import inputs_in
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.nodes import Scalar
from debatec.spec.model import Input, Name, Role, Speak

ID = "DB430"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every role whose texts leave out a required text that those of others have."""
    if context.loss.any:
        return
    asked = {name for _, step in context.spec.steps() for name in context.roles(step)}
    untold: dict[Name, list[str]] = {}
    told = {
        role.name: {name for text in _texts(context, role) for name in inputs_in(text.text)}
        for role in context.spec.roles.values()
        if role.name in asked
    }
    for input in filter(_is_question, context.spec.inputs.values()):
        hearers = {role for role, names in told.items() if names & {input.name, ""}}
        for role in told if hearers else ():
            if role not in hearers:
                untold.setdefault(role, []).append(f"'inputs.{input.name}'")
    for role, names in untold.items():
        message = f"the role '{role}' is never told {', '.join(names)}, as others are"
        hint = "print it in 'system' or in one of its prompts"
        yield Diagnostic(ID, message, role.span, Severity.WARNING, hint=hint)


def _texts(context: Context, role: Role) -> Iterator[Scalar]:
    """Every text that a role is sent."""
    yield role.system.text
    if role.lens:
        yield role.lens
    for _, step in context.spec.steps():
        if isinstance(step, Speak) and role.name in context.roles(step):
            yield step.first.text
            yield step.then.text


def _is_question(input: Input) -> bool:
    return input.required and input.schema.get("type") == "string"

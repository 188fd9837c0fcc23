"""A result that is named belongs to a closing phase, which runs however the debate ends."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.nodes import Scalar
from debatec.spec.model import Speak

ID = "DB511"


def check(context: Context) -> Iterator[Diagnostic]:
    """A written result of a phase that an early end leaves out."""
    name, node = context.spec.result.text, context.node("result", "text")
    found = context.steps.get(name) if name else None
    if name and found and isinstance(node, Scalar) and node.written:
        phase, step = found
        if isinstance(step, Speak) and not phase.always:
            message = f"'{name}' may not have run when the debate ends early"
            hint = f"give the phase '{phase.id}' 'always: true', or leave out 'result.text'"
            yield Diagnostic(ID, message, name.span, Severity.WARNING, hint=hint)

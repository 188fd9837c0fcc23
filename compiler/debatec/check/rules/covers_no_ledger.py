"""What a reply has to cover are the findings of a ledger that comes before it."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.source.suggest import did_you_mean, respelling
from debatec.spec.model import Ledger, Name, Speak

ID = "DB428"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every `covers` that names no ledger, or one that has not been read yet."""
    if not context.loss.spares("format", "synthesis"):
        return
    for _, step in context.spec.steps():
        if isinstance(step, Speak) and step.covers:
            yield from _faults(context, step, step.covers)


def _faults(context: Context, step: Speak, name: Name) -> Iterator[Diagnostic]:
    ledgers = [id for id, (_, other) in context.steps.items() if isinstance(other, Ledger)]
    if name not in ledgers:
        what = "is no ledger" if name in context.steps else "is no step"
        message = f"'{name}' {what}{did_you_mean(name, ledgers)}"
        hint = "name a step of 'kind: ledger'"
        fix = respelling(name.span, name, ledgers)
        yield Diagnostic(ID, message, name.span, hint=hint, fix=fix)
    elif context.order[name] > context.order[step.id] and not _comes_round(context, step, name):
        hint = f"move '{step.id}' after it"
        yield Diagnostic(ID, f"the ledger '{name}' comes later", name.span, hint=hint)


def _comes_round(context: Context, step: Speak, name: Name) -> bool:
    """Whether a later step of the same phase was read in an earlier round."""
    phase, other = context.steps[step.id][0], context.steps[name][0]
    return phase is other and context.rounds(phase) != 1

"""Debates rarely get better after a few rounds.

Du et al. (2023), "Improving Factuality and Reasoning in Language Models through Multiagent Debate",
https://arxiv.org/abs/2305.14325, saw no further gain above four rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity

ID = "DB605"
_ENOUGH = 4


def check(context: Context) -> Iterator[Diagnostic]:
    """Every phase with many rounds that no stop rule can end sooner."""
    for phase in context.spec.phases:
        rounds = context.bounds.rounds.get(phase.id) if context.settles(phase.rounds) else None
        if rounds and rounds > _ENOUGH and not (phase.stop or context.spec.stop):
            message = f"'{phase.id}' has {rounds} rounds, and no stop rule ends it sooner"
            hint = "add a stop rule, or try four rounds"
            yield Diagnostic(ID, message, phase.rounds.span, Severity.WARNING, hint=hint)

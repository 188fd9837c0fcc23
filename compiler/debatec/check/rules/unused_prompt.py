"""A prompt that no role and no step uses is a rest of an edit, or a name was misspelt."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import entries, prompt_uses
from debatec.source.diagnostic import Diagnostic, Severity

ID = "DB409"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every prompt that nothing uses."""
    if context.loss.any:
        return
    used = {prompt.name for prompt in prompt_uses(context.spec)}
    for entry in entries(context.root.get("prompts")):
        if entry.key not in used:
            message = f"the prompt '{entry.key}' is never used"
            yield Diagnostic(ID, message, entry.key_span, Severity.WARNING)

"""One word as a prompt is the name of one; anything longer is the text itself.

So a misspelt name would be sent to the agent as if it were the task.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import prompt_uses
from debatec.source.diagnostic import Diagnostic
from debatec.source.suggest import did_you_mean, respelling
from debatec.source.text import Span
from debatec.spec import builtin
from debatec.spec.model import Prompt

ID = "DB405"
_ONE_WORD = re.compile(r"(?:\w+:)?[\w-]+\Z")


def check(context: Context) -> Iterator[Diagnostic]:
    """Every name of a prompt that is not there."""
    for prompt in prompt_uses(context.spec):
        named = _named(prompt)
        if named:
            yield from _unknown(context, *named)


def _named(prompt: Prompt) -> tuple[str, Span] | None:
    """The name that a prompt is called by, and where."""
    if prompt.name:
        return prompt.name, prompt.name.span
    text = prompt.text
    is_word = text.written and not text.broken and _ONE_WORD.match(text.text)
    return (text.text, text.span) if is_word else None


def _unknown(context: Context, name: str, span: Span) -> Iterator[Diagnostic]:
    if name.startswith(builtin.PREFIX):
        short = name.removeprefix(builtin.PREFIX)
        if short not in builtin.NAMES:
            shipped = [builtin.PREFIX + known for known in builtin.NAMES]
            message = f"no prompt '{short}' is shipped{did_you_mean(name, shipped)}"
            yield Diagnostic(ID, message, span, fix=respelling(span, name, shipped))
    elif context.loss.spares("prompts") and not context.declares("prompts", name):
        known = context.names("prompts")
        message = f"unknown prompt '{name}'{did_you_mean(name, known)}"
        fix = respelling(span, name, known)
        yield Diagnostic(ID, message, span, hint="one word is the name of a prompt", fix=fix)

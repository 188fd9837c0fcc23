"""No end and no step hangs on a word that is looked for in what a seat has written.

The word also stands where it is denied, quoted or repeated from the prompt, and a seat that means
it may write another one.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic, Severity
from debatec.source.faults import shown
from debatec.source.nodes import Scalar
from debatec.template import tree
from debatec.template.tree import Expr

ID = "DB522"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every word that a stop rule or a `when` looks for in the text of a reply."""
    for text in _deciding(context):
        expression, _ = context.expression(text)
        for part in tree.walk(expression.tree) if expression else ():
            word = _word(part)
            if word:
                message = f"{shown(word)} is looked for in prose, where it may mean anything"
                hint = "ask for a block with a field that says so, and read that"
                span = text.at(*part.place)
                yield Diagnostic(ID, message, span, Severity.WARNING, hint=hint)


def _deciding(context: Context) -> Iterator[Scalar]:
    """The conditions that decide what takes place."""
    yield from (rule.when for _, _, rules in context.rules for rule in rules)
    yield from (phase.when for phase in context.spec.phases if phase.when)
    yield from (step.when for _, step in context.spec.steps() if step.when)


def _word(expr: Expr) -> str | None:
    """The text that is compared with that of a reply."""
    match expr:
        case tree.Comparison(first=first, rest=[(_, second)]):
            sides = [first, second]
        case tree.Call(function="verbatim", arguments=[quotes, source]):
            sides = [quotes, source]
        case _:
            return None
    words = [side.value for side in sides if isinstance(side, tree.Literal)]
    is_prose = any(map(_is_prose, sides))
    return words[0] if is_prose and len(words) == 1 and isinstance(words[0], str) else None


def _is_prose(expr: Expr) -> bool:
    match expr:
        case tree.Field(base=tree.Name(name="inputs")):
            return False
        case tree.Field(name="text"):
            return True
    return False

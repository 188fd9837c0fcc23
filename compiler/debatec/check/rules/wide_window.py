"""A window of N rounds is smaller than the number of rounds of its phase.

A larger one is `window: all` by another name, or a slip.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import entries, selectors
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Mapping, Node, Sequence
from debatec.source.text import Span
from debatec.spec.model import Selector

ID = "DB504"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every window that covers its whole phase."""
    for phase, step in context.spec.steps():
        rounds = context.rounds(phase)
        for selector in selectors(step):
            size = selector.window.rounds
            if rounds is not None and selector.window.kind == "last" and size >= rounds:
                message = f"a window of {size} with {rounds} rounds in '{phase.id}'"
                if rounds == 1:
                    message = f"a window of {size} and one round in '{phase.id}'"
                hint = "write 'window: all', or a smaller number"
                node = context.nodes[step.id]
                yield Diagnostic(ID, message, _place(node, selector), hint=hint)


def _place(step: Mapping, selector: Selector) -> Span:
    """Where the window of a selector is written."""
    for key in ("sees", "of"):
        for node in _items(step.get(key)):
            if node.span == selector.span:
                found = (e.value.span for e in entries(node) if e.key == "window")
                return next(found, selector.span)
    return selector.span


def _items(node: Node | None) -> tuple[Node, ...]:
    if isinstance(node, Sequence):
        return node.items
    return (node,) if node else ()

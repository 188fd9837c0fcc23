"""A window of N rounds is smaller than the number of rounds of its phase.

A larger one is `window: all` by another name, or a slip.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import place_in
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import selectors_of

ID = "DB504"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every window that covers its whole phase."""
    for phase, step in context.spec.steps():
        rounds = context.rounds(phase)
        for selector in selectors_of(step):
            size = selector.window.rounds
            if rounds is not None and selector.window.kind == "last" and size >= rounds:
                count = "one round" if rounds == 1 else f"{rounds} rounds"
                message = f"a window of {size} leaves out nothing: '{phase.id}' has {count}"
                hint = "write 'window: all', or a smaller number"
                span = place_in(context.nodes[step.id], selector, "window")
                yield Diagnostic(ID, message, span, hint=hint)

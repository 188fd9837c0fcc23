"""A word of the language cannot be the name of a role, a group, a phase, a step or a block.

Expressions and selectors read these names bare, so `round` or `others` would mean two things. A
block that has the name of a shipped one would change what tallies and ledgers read.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import declared, entries
from debatec.source.diagnostic import Diagnostic
from debatec.spec.names import RESERVED
from debatec.spec.shipped import SHIPPED

ID = "DB401"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every declared name that is taken."""
    for name in declared(context.root):
        if name.written and name.name in RESERVED:
            message = f"'{name.name}' is a word of the language and cannot name a {name.kind}"
            yield Diagnostic(ID, message, name.span, hint=f"call it '{name.name}_{name.kind}'")
    for entry in entries(context.root.get("blocks")):
        if entry.key in SHIPPED:
            message = f"the block '{entry.key}' is shipped and cannot be declared anew"
            yield Diagnostic(ID, message, entry.key_span, hint="choose another name")

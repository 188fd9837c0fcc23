"""A field of a block stands beside the parts that every reply has, under a name of its own."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic
from debatec.spec.model import Fallback, Name
from debatec.spec.names import REPLY_FIELDS

ID = "DB419"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every field with the name of a part of every reply."""
    for block in context.spec.blocks.values():
        taken = REPLY_FIELDS | ({"failed"} if block.otherwise is Fallback.MARK else set())
        for field in block.fields:
            if field in taken and isinstance(field, Name):
                message = f"every reply has a part '{field}' of its own"
                yield Diagnostic(ID, message, field.span, hint="choose another name")

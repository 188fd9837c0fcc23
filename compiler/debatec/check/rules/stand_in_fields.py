"""`otherwise` gives every field of its block a stand-in, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import entries
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Entry, Mapping
from debatec.source.suggest import did_you_mean, nearest, respelling

ID = "DB420"


def check(context: Context) -> Iterator[Diagnostic]:
    """Stand-ins without a field, and fields without a stand-in."""
    if not context.loss.spares("blocks"):
        return
    for block in entries(context.root.get("blocks")):
        if block.key in context.loss.blocks:
            continue
        if isinstance(block.value, Mapping) and "otherwise" in block.value.entries:
            yield from _differences(block.value, block.value.entries["otherwise"])


def _differences(block: Mapping, otherwise: Entry) -> Iterator[Diagnostic]:
    if not isinstance(otherwise.value, Mapping):
        return
    fields = [field.key for field in entries(block.get("fields"))]
    missing = [field for field in fields if field not in otherwise.value.entries]
    misspelt: set[str | None] = set()
    for entry in otherwise.value:
        if entry.key not in fields:
            misspelt.add(nearest(entry.key, missing))
            message = f"the block has no field '{entry.key}'{did_you_mean(entry.key, missing)}"
            fix = respelling(entry.key_span, entry.key, missing)
            yield Diagnostic(ID, message, entry.key_span, fix=fix)
    names = [f"'{name}'" for name in missing if name not in misspelt]
    if names:
        message = f"no stand-in for {', '.join(names)}"
        hint = "every field needs one, or write 'abstain' or 'fail'"
        yield Diagnostic(ID, message, otherwise.key_span, hint=hint)

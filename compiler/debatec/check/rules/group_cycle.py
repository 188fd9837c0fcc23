"""A group is not a member of itself, neither directly nor through other groups."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.check.declarations import group_path
from debatec.source.diagnostic import Diagnostic

ID = "DB407"


def check(context: Context) -> Iterator[Diagnostic]:
    """A member that closes each cycle, in the first group that is on it."""
    groups = context.spec.groups
    said: set[str] = set()
    for group in groups.values():
        for member in group.members if group.name not in said else ():
            path = group_path(context.spec, member, group.name) if member in groups else None
            if path:
                said.update(path)
                message = f"the group '{group.name}' is a member of itself"
                chain = " in ".join(f"'{name}'" for name in reversed([group.name, *path]))
                hint = None if len(path) == 1 else chain
                yield Diagnostic(ID, message, member.span, hint=hint)
                break

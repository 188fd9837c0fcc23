"""A group is not a member of itself, neither directly nor through other groups."""

from __future__ import annotations

from collections.abc import Iterator

from debatec.check.context import Context
from debatec.source.diagnostic import Diagnostic

ID = "DB407"


def check(context: Context) -> Iterator[Diagnostic]:
    """The member that closes each cycle, once for each group on it."""
    groups = context.spec.groups
    for group in groups.values():
        for member in group.members:
            path = _path(context, member, group.name) if member in groups else None
            if path:
                message = f"the group '{group.name}' is a member of itself"
                chain = " in ".join(f"'{name}'" for name in reversed([group.name, *path]))
                hint = None if len(path) == 1 else chain
                yield Diagnostic(ID, message, member.span, hint=hint)
                break


def _path(context: Context, start: str, goal: str) -> list[str] | None:
    """The groups from one group down to another, by depth-first search."""
    trail = {start: ""}
    stack = [start]
    while stack:
        name = stack.pop()
        if name == goal:
            return _steps_back(trail, name)
        for member in context.spec.groups[name].members:
            if member in context.spec.groups and member not in trail:
                trail[member] = name
                stack.append(member)
    return None


def _steps_back(trail: dict[str, str], name: str) -> list[str]:
    found = [name]
    while trail[found[-1]]:
        found.append(trail[found[-1]])
    return found[::-1]

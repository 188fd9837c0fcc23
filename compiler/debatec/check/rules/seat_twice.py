"""A role stands once in a group and once among the speakers of a step.

A seat has one turn in a step, so the second mention would do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from debatec.check.context import Context
from debatec.check.declarations import group_path
from debatec.source.diagnostic import Diagnostic, Related
from debatec.source.removal import removal
from debatec.spec.model import Name, Speak

ID = "DB408"


def check(context: Context) -> Iterator[Diagnostic]:
    """Every name that brings in a role for the second time."""
    for group in context.spec.groups.values():
        if not any(_leads_back(context, member, group.name) for member in group.members):
            yield from _repeated(context, group.members, f"the group '{group.name}'")
    for _, step in context.spec.steps():
        if isinstance(step, Speak):
            yield from _repeated(context, step.speakers, "this step")


def _leads_back(context: Context, member: str, group: str) -> bool:
    """Whether a member is a group that holds this one, which is a fault of its own."""
    return member in context.spec.groups and group_path(context.spec, member, group) is not None


def _repeated(context: Context, names: Sequence[Name], where: str) -> Iterator[Diagnostic]:
    seen: dict[str, Name] = {}
    for name in names:
        roles = context.spec.members(name)
        twice = next((role for role in roles if role in seen), None)
        if twice:
            related = (Related(seen[twice].span, "first here"),)
            message = f"the role '{twice}' is in {where} twice"
            fix = removal(name.span) if name == seen[twice] else None
            yield Diagnostic(ID, message, name.span, related=related, fix=fix)
        for role in roles:
            seen.setdefault(role, name)

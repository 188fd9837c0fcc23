"""Whether the version of a debate is raised as far as its changes ask."""

from __future__ import annotations

from debatec.diff.table import Bump
from debatec.source.diagnostic import Diagnostic, Fix
from debatec.source.nodes import Mapping, Scalar
from debatec.source.text import Span
from debatec.spec.versions import Version, version_of

NOT_RAISED = "DB951"


def version_in(root: Mapping) -> Version | None:
    """The version of a debate."""
    node = root.get("version")
    return version_of(node.text) if isinstance(node, Scalar) else None


def asked(version: Version, bump: Bump) -> Version:
    """The least version that some changes ask for.

    Before 1.0.0 a minor step counts for a major one. A version before a release promises nothing,
    so that its release is enough.
    """
    major, minor, patch, early = version
    if bump is Bump.NONE or early:
        return Version(major, minor, patch)
    if bump is Bump.MAJOR and major:
        return Version(major + 1, 0, 0)
    if bump is Bump.PATCH:
        return Version(major, minor, patch + 1)
    return Version(major, minor + 1, 0)


def is_raised(old: Version, new: Version, bump: Bump) -> bool:
    """Whether a version is as high as changes ask; one before a release is as high as that."""
    return bump is Bump.NONE or (new != old and new[:3] >= asked(old, bump)[:3])


def unraised(old: Mapping, new: Mapping, bump: Bump, path: str) -> Diagnostic | None:
    """The finding that the version is to be raised; None where it is, or where there was none.

    ``path`` is the new file: a version that it has from its base is none of its own.
    """
    before, after = version_in(old), version_in(new)
    if before is None or (after is not None and is_raised(before, after, bump)):
        return None
    if bump is Bump.NONE or _name(old) != _name(new):
        return None  # what has another name is another debate, with versions of its own
    wanted = asked(before, bump)
    own = _own(new, "version", path)
    place = own or _own(new, "name", path)
    span = place.span if place else new.span
    said = f"it is {after}" if after else "there is none"
    message = f"the changes ask for a {bump.name.lower()} version, and {said}"
    hint = f"write version: {wanted}; it was {before}"
    fix = _replaced(own, wanted) if own else _added(place, wanted)
    return Diagnostic(NOT_RAISED, message, span, hint=hint, fix=fix)


def _own(root: Mapping, key: str, path: str) -> Scalar | None:
    """The value of a key that the file itself has."""
    node = root.get(key)
    is_own = isinstance(node, Scalar) and node.span.source.path == path
    return node if isinstance(node, Scalar) and is_own else None


def _replaced(node: Scalar, wanted: Version) -> Fix | None:
    if node.anchor is not None:
        return None
    quote = node.style if node.style in ("'", '"') else ""
    return Fix(node.span, f"{quote}{wanted}{quote}", f"write {wanted}")


def _added(name: Scalar | None, wanted: Version) -> Fix | None:
    """A line of its own after that of the name, where this has one."""
    if name is None:
        return None
    source, end = name.span.source, name.span.end
    line, _ = name.span.position
    text = source.line(line)
    if not text.startswith("name:") or not source.content.startswith(("\n", "\r\n"), end):
        return None
    place = Span(source, end, end)
    return Fix(place, f"\nversion: {wanted}", f"add version: {wanted}")


def _name(root: Mapping) -> str:
    name = root.get("name")
    return name.text if isinstance(name, Scalar) else ""

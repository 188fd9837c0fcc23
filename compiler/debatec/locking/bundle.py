"""The sources that the debates of a bundle extend, and the files that each consists of."""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from debatec.source.decode import decode
from debatec.source.nodes import Mapping, Scalar
from debatec.source.reader import read
from debatec.spec.bases import SHIPPED
from debatec.spec.bundle import Unusable
from debatec.spec.include import named
from debatec.spec.lock import GIT, MAX_FILES


def bases_of(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """What a spec extends, empty for nothing, and the files that it names for its prompts."""
    source, _ = decode(data, name)
    node = read(source)[0] if source else None
    if not isinstance(node, Mapping):
        return "", ()
    extends = node.get("extends")
    is_name = isinstance(extends, Scalar) and isinstance(extends.value, str)
    return extends.text if isinstance(extends, Scalar) and is_name else "", named(node)


def is_remote(reference: str) -> bool:
    """Whether what a spec extends lies outside of its bundle."""
    return reference.startswith((GIT, SHIPPED))


def collected(path: str, load: Callable[[str], bytes]) -> tuple[dict[str, bytes], list[str]]:
    """The files of a spec in a repository, by their paths, and what it extends elsewhere.

    Raises:
        Unusable: it names what lies outside of the repository, or too many files.
    """
    files: dict[str, bytes] = {}
    elsewhere: list[str] = []
    todo = [path]
    while todo:
        spec = todo.pop()
        if spec in files:
            continue
        files[spec] = load(spec)
        extends, prompts = bases_of(files[spec], spec)
        beside = (_beside(spec, name) for name in prompts)
        files |= {name: load(name) for name in beside if name not in files}
        if is_remote(extends):
            elsewhere.append(extends)
        elif extends:
            todo.append(_beside(spec, extends))
        if len(files) > MAX_FILES:
            raise Unusable(f"'{path}' consists of more than {MAX_FILES} files")
    return files, elsewhere


def _beside(spec: str, name: str) -> str:
    found = posixpath.normpath(posixpath.join(posixpath.dirname(spec), name))
    if name.startswith("/") or found.startswith("../"):
        raise Unusable(f"'{name}' leads out of the repository")
    return found

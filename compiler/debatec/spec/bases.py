"""Where the base of a spec is, by what its `extends` says."""

from __future__ import annotations

import re
from pathlib import Path

from debatec.data import data
from debatec.frozen import frozen
from debatec.source.decode import MAX_BYTES
from debatec.source.suggest import did_you_mean
from debatec.spec.bundle import Home, Unusable, inside
from debatec.spec.lock import GIT, GitSource, check_shipped, git_source, unpacked
from debatec.spec.versions import is_range

SHIPPED = "builtin:"
SUFFIX = ".debate.yaml"
_SHIPPED = re.compile(r"builtin:([a-z][a-z0-9-]{0,63})(?:@([^\s@]{1,60}))?")


@frozen
class Base:
    """The bytes of a base, what findings call it, and the ``range`` that its version is to meet."""

    name: str
    data: bytes
    home: Home
    range: str = ""


def is_opened(path: str) -> bool:
    """Whether what findings call a text is the path of a file that people can open."""
    return not path.startswith((SHIPPED, GIT))


def find(reference: str, home: Home) -> Base:
    """The base that a spec at a home extends.

    Raises:
        Unusable: it is not there, or may not be used.
    """
    if reference.startswith(SHIPPED):
        return _shipped(reference, home.root)
    if reference.startswith(GIT):
        return _locked(git_source(reference), home.root)
    return _beside(reference, home)


def _shipped(reference: str, root: Path | None) -> Base:
    found = _SHIPPED.fullmatch(reference)
    if found is None or not is_range(found[2] or "0"):
        hint = "write 'builtin:panel', or 'builtin:panel@1' for any version 1.x.y of it"
        raise Unusable(f"'{reference}' names no format that ships", hint)
    names = sorted(entry.name for entry in data("formats").iterdir())
    formats = [name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)]
    if found[1] not in formats:
        raise Unusable(f"no format '{found[1]}' ships{did_you_mean(found[1], formats)}")
    text = data("formats").joinpath(found[1] + SUFFIX).read_bytes()
    check_shipped(root, reference, found[1] + SUFFIX, text)
    return Base(SHIPPED + found[1], text, Home(SHIPPED + found[1]), found[2] or "")


def _locked(source: GitSource, root: Path | None) -> Base:
    if root is None:
        raise Unusable("a base in a repository needs a spec that is a file itself")
    top = unpacked(root, source)
    path = inside(source.path, top, top)
    return Base(source.text, _read(path, source.path), Home(source.text, path.parent, top))


def _beside(name: str, home: Home) -> Base:
    if home.folder is None or home.top is None:
        raise Unusable("a base that is a file needs a spec that is a file itself")
    path = inside(name, home.folder, home.top)
    if not path.exists():
        beside = sorted(found.name for found in path.parent.glob(f"*{SUFFIX}"))
        raise Unusable(f"there is no file '{name}'{did_you_mean(path.name, beside)}")
    # Findings call it as they would if it were checked by itself.
    called = _shortest(home.folder / name)
    return Base(str(called), _read(path, name), Home(str(path), called.parent, home.top))


def _read(path: Path, name: str) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unusable(f"'{name}' cannot be read: {error.strerror}") from error


def _shortest(path: Path) -> Path:
    """A path without its `a/..`, which lead through no links here: it was resolved before."""
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts and parts[-1] not in ("..", path.anchor):
            parts.pop()
        else:
            parts.append(part)
    return Path(*parts)

"""`debatec.lock`: what the bases of a bundle were when they were pinned."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any, cast

from debatec.frozen import frozen
from debatec.source.decode import MAX_BYTES
from debatec.source.diagnostic import has_errors
from debatec.source.files import read_file
from debatec.source.nodes import plain
from debatec.spec.bundle import Unusable

NAME = "debatec.lock"
SCHEMA = "lock.v1.schema.json"
STORE = ".debatec/sources"
"""Where the files of locked repositories are, below the top of a bundle."""
GIT = "git+"
MAX_FILES = 100
_GIT = re.compile(
    r"git\+(?P<url>(?:https|ssh|file)://[^\s#]{1,300})@(?P<ref>[\w.][\w./+-]{0,199})"
    r"#(?P<path>[^\s#\\]{1,200})"
)


class NotLocked(Unusable):
    """A base that is not pinned, or is not what was pinned."""


@frozen
class GitSource:
    """A file of a repository at a branch, a tag or a commit; ``text`` is how a spec names it."""

    text: str
    url: str
    ref: str
    path: str


@frozen
class Pin:
    """What a base was: the digest of its files, and the commit or the version that they are of."""

    digest: str
    commit: str = ""
    version: str = ""


def git_source(reference: str) -> GitSource:
    """The source that a reference names.

    Raises:
        Unusable: it names none.
    """
    found = _GIT.fullmatch(reference)
    if found is None or {"", ".", ".."} & {*found["path"].split("/")}:
        hint = "write git+https://HOST/REPOSITORY@TAG#PATH of the file in it"
        raise Unusable(f"'{reference}' names no file of a git repository", hint)
    return GitSource(reference, *found.group("url", "ref", "path"))


def digest_of(files: Mapping[str, bytes]) -> str:
    """The digest of some files, by their paths."""
    lines = (f"{hashlib.sha256(data).hexdigest()}  {path}\n" for path, data in files.items())
    return "sha256:" + hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()


def read_lock(top: Path) -> dict[str, Pin]:
    """The pins of a bundle, by what specs call their sources; none without a lock.

    Raises:
        Unusable: the lock is none.
    """
    try:
        node, found = read_file(top / NAME, SCHEMA)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Unusable(f"'{NAME}' cannot be read: {error.strerror}") from error
    if node is None or has_errors(found):
        first = next(iter(found))
        line, column = first.span.position
        hint = "'debatec lock' writes it anew; remove it first"
        raise Unusable(f"'{NAME}' is no lock: {first.message} ({line}:{column})", hint)
    document = cast("dict[str, Any]", plain(node))
    return {name: Pin(**pin) for name, pin in document["sources"].items()}


def store_of(top: Path, source: GitSource, pin: Pin) -> Path:
    """The folder that the files of a pinned source are in."""
    key = hashlib.sha256(f"{source.url}#{source.path}".encode()).hexdigest()[:16]
    return top / STORE / f"{key}-{pin.commit[:12]}"


def stored(folder: Path) -> dict[str, bytes]:
    """The files of a folder, by their paths in it, a link as what it is called; of too many, some.

    Raises:
        OSError: one cannot be read.
    """
    found: dict[str, bytes] = {}
    paths = folder.rglob("*") if folder.is_dir() and not folder.is_symlink() else ()
    for path in islice(paths, MAX_FILES):
        if path.is_symlink():
            found[f"{path.name}@"] = b""
        elif path.is_file():
            with path.open("rb") as file:
                found[path.relative_to(folder).as_posix()] = file.read(MAX_BYTES + 1)
    return found


def unpacked(root: Path, source: GitSource) -> Path:
    """The folder of a locked source below the bundle with its lock, its files as they were pinned.

    Raises:
        NotLocked: it is not pinned, not there, or not what was pinned.
        Unusable: the lock is none.
    """
    pin = read_lock(root).get(source.text)
    if pin is None:
        raise NotLocked(f"'{source.text}' is not locked", "run 'debatec lock'")
    folder = store_of(root, source, pin)
    try:
        files = stored(folder)
    except OSError as error:
        raise NotLocked(f"'{source.text}' cannot be read: {error.strerror}") from error
    if not files:
        raise NotLocked(f"'{source.text}' is locked and not fetched", "run 'debatec lock'")
    if digest_of(files) != pin.digest:
        hint = f"remove '{STORE}' and run 'debatec lock'"
        raise NotLocked(f"the files of '{source.text}' are not those that were locked", hint)
    return folder


def check_shipped(root: Path | None, reference: str, name: str, data: bytes) -> None:
    """See to it that a format that ships is the one that was locked, if it was.

    Raises:
        NotLocked: it is another one.
        Unusable: the lock is none.
    """
    pin = read_lock(root).get(reference) if root else None
    if pin and pin.digest != digest_of({name: data}):
        hint = "run 'debatec lock --upgrade' once you have seen what changed"
        raise NotLocked(f"'{reference}' ships in another form than was locked", hint)

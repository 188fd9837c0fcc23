"""Files as they were at a revision of the git repository that they are in."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from debatec.frozen import frozen
from debatec.locking.git import Git, NoFetch
from debatec.source.decode import MAX_BYTES, decode
from debatec.source.nodes import Mapping, Scalar
from debatec.source.reader import read
from debatec.spec.bundle import MARKS
from debatec.spec.include import named
from debatec.spec.lock import STORE

MAX_FILES = 200
"""How many files one debate may be made of."""

_ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""What a hook tells of the repository that runs it; ours is that of the files."""


@frozen
class Revision:
    """A tree of a repository whose files are checked out at ``top``."""

    git: Git
    top: Path
    tree: str

    def name_of(self, path: Path) -> str:
        """What the repository calls a file.

        Raises:
            NoFetch: it lies outside.
        """
        found = path.parent.resolve() / path.name
        if not found.is_relative_to(self.top):
            raise NoFetch(f"'{path}' lies outside of the repository '{self.top}'")
        return found.relative_to(self.top).as_posix()

    def read(self, name: str) -> bytes | None:
        """A file, through symbolic links of the repository; None where there is none.

        Raises:
            NoFetch: it is too large.
        """
        if "\n" in name:
            return None
        check = ("cat-file", "--batch-check", "--follow-symlinks")
        said = self.git.run(*check, given=f"{self.tree}:{name}\n").decode(errors="replace")
        object, _, rest = said.partition("\n")[0].partition(" ")
        kind, _, size = rest.partition(" ")
        if kind != "blob" or not size.isdigit():
            return None
        if int(size) > MAX_BYTES:
            raise NoFetch(f"'{name}' is larger than {MAX_BYTES:,} bytes")
        return self.git.run("cat-file", "blob", object)

    def files(self, folder: str, suffix: str) -> list[str]:
        """The files of a suffix in a folder and below it."""
        listed = self.git.run("ls-tree", "-r", "-z", "--name-only", "--full-tree", self.tree)
        names = listed.decode(errors="surrogateescape").split("\0")
        inside = "" if folder == "." else f"{folder}/"
        return [name for name in names if name.startswith(inside) and name.endswith(suffix)]


def revision_of(path: Path, ref: str, environment: dict[str, str]) -> Revision:
    """The tree that git understands by a revision, in the repository that a path is in.

    Raises:
        NoFetch: there is no repository, or no such revision.
    """
    known = {key: value for key, value in environment.items() if key not in _ELSEWHERE}
    folder = next(up for up in (path.absolute(), *path.absolute().parents) if up.is_dir())
    git = Git(known, "-C", str(folder))
    top = git.run("rev-parse", "--show-toplevel").decode(errors="surrogateescape").rstrip("\n")
    try:
        tree = git.run("rev-parse", "--quiet", "--verify", "--end-of-options", f"{ref}^{{tree}}")
    except NoFetch as error:
        raise NoFetch(f"git knows no revision '{ref}' in '{top}'") from error
    return Revision(git, Path(top).resolve(), tree.decode().strip())


def unpack(revision: Revision, name: str, into: Path) -> bytes | None:
    """Write a debate and what it is made of into a folder, each at its own path there.

    These are its prompts' files, the files it extends, and the locks and settings above them; the
    store of fetched sources, which the lock vouches for, is that of the working tree.

    Raises:
        NoFetch: a file is too large, or there are too many.
    """
    found: dict[str, bytes | None] = {}
    waiting = [(name, True)]
    while waiting:
        path, is_debate = waiting.pop()
        if path in found:
            continue
        if len(found) >= MAX_FILES:
            raise NoFetch(f"'{name}' is made of more than {MAX_FILES} files")
        found[path] = data = revision.read(path)
        if is_debate and data is not None:
            waiting += [*_marks(path), *_used(path, data)]
    for path, data in found.items():
        if data is not None:
            _write(revision, path, data, into)
    return found[name]


def _marks(path: str) -> Iterator[tuple[str, bool]]:
    """Where locks and settings may stand that count for a file."""
    while path:
        path = posixpath.dirname(path)
        yield from ((posixpath.join(path, mark), False) for mark in MARKS)


def _used(path: str, data: bytes) -> Iterator[tuple[str, bool]]:
    """The files that a debate names, as the repository does, and whether each is a debate."""
    source, _ = decode(data, path)
    root = read(source)[0] if source else None
    if not isinstance(root, Mapping):
        return
    extends = root.get("extends")
    names = [(name, False) for name in named(root)]
    names += [(extends.text, True)] if isinstance(extends, Scalar) else []
    for name, is_debate in names:
        inside = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        if not inside.startswith(("..", "/")):
            yield inside, is_debate


def _write(revision: Revision, path: str, data: bytes, into: Path) -> None:
    target = into / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    store = (revision.top / path).parent / STORE
    if target.name in MARKS and store.is_dir():
        with suppress(FileExistsError):
            os.symlink(store.parent, target.parent / Path(STORE).parts[0])  # noqa: PTH211

"""The files that a spec may name: those of its bundle, by a symbolic link either."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath

from debatec.frozen import frozen
from debatec.source.text import one_line

MARKS = ("debatec.lock", "debatec.toml")
"""Files whose folder is the top of a bundle."""

_BUNDLE_HINT = (
    f"the bundle is the folder of the nearest {' or '.join(MARKS)} above, or else that of the spec"
)


class Unusable(Exception):
    """Something that a spec names and may not use, or that is not there."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def top_of(folder: Path) -> Path:
    """The top of the bundle that a folder is in; the folder itself where nothing marks one."""
    folder = folder.absolute()
    marked = (
        up for up in (folder, *folder.parents) if any((up / mark).is_file() for mark in MARKS)
    )
    return next(marked, folder)


@frozen
class Home:
    """Where a spec is from.

    The files that it names are beside it in ``folder``, and its bases at or below ``top``; what is
    no file has neither. ``root`` is the top of the bundle whose lock counts, and ``chain`` are
    those that extend it, the first one first.
    """

    key: str
    folder: Path | None = None
    top: Path | None = None
    root: Path | None = None
    chain: tuple[str, ...] = ()

    @classmethod
    def of(cls, path: str, folder: Path | None) -> Home:
        """The home of a spec that is looked at for itself."""
        if folder is None:
            return cls(path)
        return cls(str((folder / Path(path).name).absolute()), folder)

    def bounded(self) -> Home:
        """The same with the top of its bundle, which takes a look at the folders above."""
        if self.folder is None or self.top is not None:
            return self
        top = top_of(self.folder)
        return replace(self, top=top, root=self.root or top)

    def above(self, base: Home) -> Home:
        """The home of a base of this spec."""
        return replace(base, root=self.root, chain=(*self.chain, self.key))


def inside(name: str, folder: Path, top: Path | None = None) -> Path:
    """The file of a name beside a spec; it may not exist.

    It lies at or below the top of a bundle, or without one in the folder of the spec or below.

    Raises:
        Unusable: the name leads elsewhere, or to no file.
    """
    where = "the bundle" if top else "the folder of the spec"
    hint = _BUNDLE_HINT if top else "name a file in the folder of the spec or below it"
    if "\\" in name or PurePosixPath(name).is_absolute():
        raise Unusable(f"'{one_line(name)}' is no path below {where}", hint)
    nowhere = Unusable(f"'{one_line(name)}' leads to no file", hint)
    try:
        path = (folder / name).resolve()
    except (ValueError, RuntimeError) as error:
        # A character that no path has, or symbolic links that lead to themselves.
        raise nowhere from error
    if path.is_symlink():  # as such links come out since Python 3.13
        raise nowhere
    if not path.is_relative_to((top or folder).resolve()):
        raise Unusable(f"'{name}' leads out of {where}", hint)
    if path.exists() and not path.is_file():
        raise Unusable(f"'{name}' is no file", hint)
    return path

"""The settings file of a project: where it is, and what it says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from debatec.frozen import frozen
from debatec.linter.settings import Layer
from debatec.source.diagnostic import Diagnostic
from debatec.source.text import Source

OWN = "debatec.toml"
SHARED = "pyproject.toml"
_MAX_BYTES = 1_000_000


class NoSettings(Exception):
    """A settings file cannot be used: one line of why."""


@frozen
class Project:
    """A settings file and what is wrong with it; without one, only a folder."""

    layer: Layer | None
    root: str
    faults: Sequence[Diagnostic] = ()


def find(folder: Path) -> Project:
    """The project of the nearest settings file, from a folder upwards.

    Without one its root is the top of the repository that the folder is in, or else the folder.

    Raises:
        NoSettings: the file cannot be read.
    """
    folder = folder.absolute()
    for above in (folder, *folder.parents):
        for name in (OWN, SHARED):
            path = above / name
            if path.is_file() and (project := _read(path)) is not None:
                return project
    return without(folder)


def read(path: Path) -> Project:
    """The project of a settings file.

    Raises:
        NoSettings: the file cannot be read, or has no settings.
    """
    project = _read(path.absolute())
    if project is None:
        raise NoSettings(f"'{path}' has no table [tool.debatec]")
    return project


def without(folder: Path) -> Project:
    """The project of a folder without a settings file."""
    folder = folder.absolute()
    tops = (above for above in (folder, *folder.parents) if (above / ".git").exists())
    return Project(None, str(next(tops, folder)))


def _read(path: Path) -> Project | None:
    """The project of a file; None when it is shared and has none of our settings."""
    name = os.path.relpath(path)
    try:
        with path.open("rb") as file:
            text = file.read(_MAX_BYTES).decode()
    except OSError as error:
        raise NoSettings(f"'{name}' cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise NoSettings(f"'{name}' is not UTF-8") from error
    is_shared = path.name == SHARED
    if is_shared and "debatec" not in text:
        return None
    table, inside = _table(text, name), ("tool", "debatec") if is_shared else ()
    for key in inside:
        inner = table.get(key)
        if not isinstance(inner, dict):
            return None
        table = inner
    from debatec.linter.tables import read_table

    values, faults = read_table(Source(name, text), table, inside)
    root = str(path.parent)
    return Project(Layer(name, values, root), root, tuple(faults))


def _table(text: str, name: str) -> dict[str, Any]:
    import tomllib  # takes some time, and many projects have no settings

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NoSettings(f"'{name}' is no TOML: {error}") from error

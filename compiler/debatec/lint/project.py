"""The settings file of a project: where it is, and what it says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from debatec.lint.directives import unknown
from debatec.lint.selection import is_known
from debatec.lint.settings import NAMES, Layer
from debatec.source import nodes
from debatec.source.diagnostic import Diagnostic
from debatec.source.nodes import Node
from debatec.source.text import Source, Span

OWN = "debatec.toml"
SHARED = "pyproject.toml"
_MAX_BYTES = 1_000_000
_FIELDS = {name: field for field, name in NAMES.items()}


class NoSettings(Exception):
    """A settings file cannot be used: one line of why."""


@dataclass(frozen=True, slots=True)
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
    return _project(path, Source(name, text), table, inside)


def _table(text: str, name: str) -> dict[str, Any]:
    import tomllib  # takes some time, and many projects have no settings

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NoSettings(f"'{name}' is no TOML: {error}") from error


def _project(
    path: Path, source: Source, table: Mapping[str, Any], inside: tuple[str, ...]
) -> Project:
    from debatec.lint.tables import nodes_of
    from debatec.source.schema import load_schema

    node = nodes_of(source, table, inside)
    faults = load_schema("settings.v1.schema.json").check(node)
    if not faults:
        faults = [
            Diagnostic("DB802", unknown(name), span)
            for name, span in _rules(node)
            if not is_known(name)
        ]
    values = {} if faults else {_FIELDS[name]: value for name, value in table.items()}
    root = str(path.parent)
    return Project(Layer(source.path, values, root), root, tuple(faults))


def _rules(node: Node) -> Iterator[tuple[str, Span]]:
    """What valid settings call rules, and where."""
    assert isinstance(node, nodes.Mapping), "settings are a table"
    for name in ("select", "ignore"):
        yield from _listed(node.get(name))
    rules, files = node.get("rules"), node.get("per-file-ignores")
    for entry in rules if isinstance(rules, nodes.Mapping) else ():
        yield entry.key, entry.key_span
    for entry in files if isinstance(files, nodes.Mapping) else ():
        yield from _listed(entry.value)


def _listed(node: Node | None) -> Iterator[tuple[str, Span]]:
    for item in node if isinstance(node, nodes.Sequence) else ():
        if isinstance(item, nodes.Scalar):
            yield item.text, item.span

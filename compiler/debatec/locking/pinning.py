"""Pins for all that the debates of a bundle extend."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path, PurePosixPath

from debatec.frozen import frozen
from debatec.locking.bundle import bases_of, collected, is_remote
from debatec.locking.git import NoFetch, Repository
from debatec.locking.store import put
from debatec.source.nodes import Mapping as Node
from debatec.source.nodes import Scalar
from debatec.source.reader import read
from debatec.source.text import Source
from debatec.spec.bases import SHIPPED, find
from debatec.spec.bundle import Home
from debatec.spec.lock import GitSource, Pin, digest_of, git_source, store_of, stored


class State(StrEnum):
    """What became of a source."""

    KEPT = "kept"
    ADDED = "added"
    CHANGED = "changed"
    DROPPED = "dropped"


@frozen
class Pinned:
    """The pins of a bundle, and what became of each source, in the order they are named."""

    pins: Mapping[str, Pin]
    states: Mapping[str, State]

    @property
    def is_new(self) -> bool:
        return any(state is not State.KEPT for state in self.states.values())


@dataclass(slots=True)
class Locker:
    """Pins what is named, and fetches what is pinned and not there.

    ``repository`` opens an empty repository to fetch into. With ``upgrade`` known pins do not
    count.
    """

    root: Path
    known: Mapping[str, Pin]
    repository: Callable[[], AbstractContextManager[Repository]]
    upgrade: bool = False
    _pins: dict[str, Pin] = field(default_factory=dict)

    def lock(self, references: Iterable[str]) -> Pinned:
        """Pins for sources and for all that these extend.

        Raises:
            Unusable: a source cannot be used, or is not what was pinned.
            NoFetch: one cannot be fetched.
            OSError: one cannot be kept.
        """
        todo = sorted(references)
        while todo:
            reference = todo.pop(0)
            if reference in self._pins:
                continue
            pin = None if self.upgrade else self.known.get(reference)
            if reference.startswith(SHIPPED):
                self._pins[reference] = pin or _shipped(reference)
            else:
                self._pins[reference], more = self._fetched(git_source(reference), pin)
                todo += more
        states = {name: self._state(name) for name in sorted({*self._pins, *self.known})}
        return Pinned(dict(sorted(self._pins.items())), states)

    def _state(self, name: str) -> State:
        if name not in self._pins:
            return State.DROPPED
        if name not in self.known:
            return State.ADDED
        return State.KEPT if self._pins[name] == self.known[name] else State.CHANGED

    def _fetched(self, source: GitSource, pin: Pin | None) -> tuple[Pin, list[str]]:
        """The pin of a source whose files are there then, and what it extends elsewhere."""
        if pin is not None:
            files = stored(store_of(self.root, source, pin))
            if files and digest_of(files) == pin.digest:
                return pin, collected(source.path, files.__getitem__)[1]
        with self.repository() as repository:
            commit = repository.fetch(source.url, pin.commit if pin else source.ref)
            files, more = collected(source.path, lambda path: repository.read(commit, path))
        made = Pin(digest_of(files), commit)
        if pin is not None and made != pin:
            raise NoFetch(f"'{source.text}' has other files now than were locked")
        put(store_of(self.root, source, made), files)
        return made, more


def _shipped(reference: str) -> Pin:
    base = find(reference, Home(""))
    tree, _ = read(Source(base.name, base.data.decode()))
    version = tree.get("version") if isinstance(tree, Node) else None
    name = f"{base.name.removeprefix(SHIPPED)}.debate.yaml"
    return Pin(
        digest_of({name: base.data}), version=version.text if isinstance(version, Scalar) else ""
    )


def sources_of(specs: Mapping[Path, bytes], root: Path) -> set[str]:
    """What the specs of a bundle extend beyond it, those that they extend in it included.

    Raises:
        Unusable: a file that is extended cannot be used.
    """
    found: set[str] = set()
    for path, data in specs.items():
        home, chain = Home(str(path), path.parent, root, root), {str(path)}
        extends, _ = bases_of(data, str(path))
        while extends and not is_remote(extends):
            base = find(extends, home)
            if base.home.key in chain:
                break
            chain.add(base.home.key)
            home, (extends, _) = base.home, bases_of(base.data, base.name)
        found |= {extends} if extends else set()
    return found


def text_of(pins: Mapping[str, Pin]) -> str:
    """The text of a lock."""
    lines = ["# Made by `debatec lock`: keep it beside the debates.", "lock: v1"]
    lines.append("sources:" if pins else "sources: {}")
    for name, pin in pins.items():
        lines.append(f"  {json.dumps(name)}:")
        given = {"commit": pin.commit, "version": pin.version, "digest": pin.digest}
        lines += [f"    {key}: {json.dumps(value)}" for key, value in given.items() if value]
    return "\n".join(lines) + "\n"


def display(reference: str, pin: Pin | None) -> str:
    """A source with what it is pinned at, for people."""
    if pin is None:
        return reference
    return f"{reference} at {pin.commit[:12] or pin.version or PurePosixPath(reference).name}"

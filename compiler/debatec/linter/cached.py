"""Texts checked, or known from an earlier time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from debatec.frozen import frozen
from debatec.linter import records
from debatec.linter.checking import Checked, check
from debatec.linter.jobs import each
from debatec.linter.store import Store
from debatec.linter.targets import Target
from debatec.source.text import Source


class Unreadable(Exception):
    """A file cannot be read: one line of why."""


@frozen
class Work:
    """A target and its bytes."""

    target: Target
    data: bytes

    def check(self) -> Checked:
        return check(self.target.name, self.data, self.target.folder)

    @property
    def key(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def checked(targets: Iterable[Target], store: Store | None, jobs: int) -> list[Checked]:
    """What each text was found to be, in their order.

    Raises:
        Unreadable: a file cannot be read.
        WorkerDied: a process was killed.
    """
    works = [Work(target, _bytes(target)) for target in targets]
    if store is None:
        return each(Work.check, works, jobs)
    found = [_known(store, work) for work in works]
    todo = [work for work, known in zip(works, found, strict=True) if known is None]
    done = iter(each(Work.check, todo, jobs))
    results = [next(done) if known is None else known for known in found]
    for work, known, result in zip(works, found, results, strict=True):
        if known is None:
            _keep(store, work, result)
    store.save()
    return results


def _bytes(target: Target) -> bytes:
    if target.data is not None:
        return target.data
    from debatec.source.decode import MAX_BYTES

    try:
        with Path(target.name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"'{target.name}' cannot be read: {error.strerror}") from error


def _known(store: Store, work: Work) -> Checked | None:
    """What the store says of a text, if the files it names are what they were."""
    record = store.get(work.key)
    if record is None:
        return None
    try:
        texts = _Texts(work, records.files_of(record))
        return records.decode(record, texts.text) if record["states"] == texts.states else None
    except (ValueError, KeyError):
        return None


def _keep(store: Store, work: Work, result: Checked) -> None:
    texts = _Texts(work, result.files)
    if not result.lasting or None in texts.states:
        return
    sources = [texts.text(number) for number in range(len(result.files) + 1)]
    record = records.encode(result, sources)
    if record is not None:
        store.put(work.key, {**record, "states": texts.states})


class _Texts:
    """The text of a spec, number 0, and those of the files it names."""

    def __init__(self, work: Work, files: Sequence[str]) -> None:
        self._work = work
        self._sources: dict[int, Source] = {}
        self.states: list[str | None] = []
        """What each file is: the digest of its text, or why there is none; None if unknown."""
        for number, name in enumerate(files, start=1):
            state, source = _prompt(name, work.target.folder)
            self.states.append(state)
            self._sources[number] = source or Source(name, "")

    def text(self, number: int) -> Source:
        """A text; raises KeyError when there is none of that number."""
        if number == 0 and 0 not in self._sources:
            content = self._work.data.decode("utf-8-sig")
            self._sources[0] = Source(self._work.target.name, content)
        return self._sources[number]


def _prompt(name: str, folder: str | None) -> tuple[str | None, Source | None]:
    """The state of a file that a spec names, and its text."""
    from debatec.spec.bundle import Unusable
    from debatec.spec.include import load_prompt

    try:
        source, _ = load_prompt(name, None if folder is None else Path(folder))
    except Unusable as fault:
        return f"unusable: {fault}", None
    except OSError as error:
        return f"unreadable: {error.strerror}", None
    if source is None:
        return None, None
    return hashlib.sha256(source.content.encode()).hexdigest(), source

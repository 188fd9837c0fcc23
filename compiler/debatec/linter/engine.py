"""Lint: from targets and settings to what is to be told of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace

from debatec.frozen import frozen
from debatec.linter.baseline import Baseline, Key, sift
from debatec.linter.cached import checked
from debatec.linter.checking import Checked
from debatec.linter.directives import apply
from debatec.linter.files import FileIgnores
from debatec.linter.selection import Selection, selection_of
from debatec.linter.settings import Settled
from debatec.linter.store import Store
from debatec.linter.targets import Target
from debatec.source.diagnostic import Diagnostic, ordered


@frozen
class Linted:
    """A target, what is to be told of it, and the files that it names for its prompts.

    ``hidden`` are the findings that its comments keep from being told.
    """

    target: Target
    findings: Sequence[Diagnostic]
    files: Sequence[str] = ()
    hidden: Sequence[Diagnostic] = ()


@frozen
class Results:
    """What is to be told of each target, in their order."""

    files: Sequence[Linted]
    known: int = 0
    """How many findings are not told, as the baseline knows them."""
    stale: int = 0
    """How many findings of the baseline there are no more."""

    @property
    def findings(self) -> list[Diagnostic]:
        return [finding for file in self.files for finding in file.findings]

    @property
    def hidden(self) -> list[Diagnostic]:
        return [finding for file in self.files for finding in file.hidden]


def lint(targets: Sequence[Target], settled: Settled, store: Store | None) -> Results:
    """Check targets, or take what the store knows of them, and choose what is to be told.

    Raises:
        Unreadable: a file cannot be read.
        WorkerDied: a process that checked files was killed.
    """
    return judge(targets, checked(targets, store, settled.settings.jobs), settled)


def judge(targets: Sequence[Target], found: Sequence[Checked], settled: Settled) -> Results:
    """What is to be told of what was found: comments first, then the project's settings."""
    selection = selection_of(settled.settings)
    ignores = FileIgnores(settled.settings.per_file_ignores, settled.root)
    pairs = zip(targets, found, strict=True)
    return Results(tuple(_linted(target, each, selection, ignores) for target, each in pairs))


def _linted(target: Target, found: Checked, selection: Selection, ignores: FileIgnores) -> Linted:
    left = apply(found.directives, found.findings)
    told = [
        told
        for finding in left.findings
        if not ignores.hides(finding.span.source.path, finding.rule)
        and (told := selection.told(finding)) is not None
    ]
    return Linted(target, tuple(ordered(told)), found.files, left.hidden)


def beyond(results: Results, baseline: Baseline, folder: str, settled: Settled) -> Results:
    """Results without what a baseline in a folder knows."""
    on = selection_of(settled.settings).on
    names = {name for file in results.files for name in _names(file)}
    looked_at = {os.path.relpath(name, folder).replace(os.sep, "/") for name in names}

    def was_looked_at(key: Key) -> bool:
        file, rule, _ = key
        return rule in on and (file in looked_at or not os.path.exists(os.path.join(folder, file)))  # noqa: PTH110, PTH118

    sifted = sift(baseline, results.findings, folder, was_looked_at)
    new = set(map(id, sifted.findings))
    files = tuple(
        replace(file, findings=tuple(finding for finding in file.findings if id(finding) in new))
        for file in results.files
    )
    return Results(files, sifted.known, sifted.stale)


def _names(file: Linted) -> Iterable[str]:
    """The paths that findings of a target may have."""
    yield file.target.name
    for name in file.files if file.target.folder is not None else ():
        yield os.path.join(file.target.folder or "", name)  # noqa: PTH118

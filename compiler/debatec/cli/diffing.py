"""What `debatec diff` compares and says."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from debatec.check.pipeline import Compiled, compile_file, compile_source
from debatec.cli import settings, specs
from debatec.cli.failure import Failure
from debatec.cli.output import schema
from debatec.diff.changes import Change, bump_of, changes
from debatec.diff.raising import asked, is_raised, unraised, version_in
from debatec.diff.table import Bump
from debatec.frozen import frozen
from debatec.linter.patterns import patterns_of
from debatec.linter.targets import SUFFIX, Excluded, search
from debatec.locking.git import NoFetch
from debatec.locking.revisions import Revision, revision_of, unpack
from debatec.report.findings.found import Findings
from debatec.report.findings.json import finding_of, place_of
from debatec.report.text import columns
from debatec.source.decode import decode
from debatec.source.diagnostic import Diagnostic, has_errors
from debatec.source.frame import printable
from debatec.source.text import Source
from debatec.spec.versions import Version


class State(StrEnum):
    """How a file stands to what it was."""

    CHANGED = "changed"
    SAME = "same"
    NEW = "new"
    DELETED = "deleted"
    BROKEN = "broken"
    """Errors keep it, or what it was, from being compared."""


@frozen
class Compared:
    """A file, what changed in it, and what is wrong with that; its versions where it has any."""

    name: str
    state: State
    changes: tuple[Change, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    old: Version | None = None
    new: Version | None = None

    @property
    def is_changed(self) -> bool:
        return self.state is not State.SAME

    @property
    def bump(self) -> Bump:
        return bump_of(self.changes)

    @property
    def wanted(self) -> Version | None:
        """The version that the changes ask for; None where there was none, or they ask for none."""
        return asked(self.old, self.bump) if self.old and self.bump else None


def pair(old: str, new: str) -> list[Compared]:
    """Two debates, as they are named.

    Raises:
        Failure: there is none of a name, it cannot be read, or it has errors.
    """
    return [_compared(new, specs.checked(old), specs.checked(new))]


def _compared(name: str, old: Compiled, new: Compiled) -> Compared:
    assert old.root is not None, "a checked file holds a spec"
    assert new.root is not None, "a checked file holds a spec"
    found = tuple(changes(old.root, new.root))
    state = State.CHANGED if found else State.SAME
    finding = unraised(old.root, new.root, bump_of(found), new.source.path)
    versions = version_in(old.root), version_in(new.root)
    return Compared(name, state, found, (finding,) if finding else (), *versions)


def against(ref: str, paths: Sequence[str]) -> list[Compared]:
    """Files and folders, each with what it was at a revision of git.

    Raises:
        Failure: a path is of nothing now or then, or git does not know the revision.
    """
    try:
        found = {name: at for path in paths or (".",) for name, at in _named(path, ref)}
        return [_since(name, found[name]) for name in sorted(found)]
    except NoFetch as error:
        raise Failure(str(error)) from error
    except OSError as error:
        raise Failure(f"'{error.filename}' cannot be read: {error.strerror}") from error


def _named(name: str, ref: str) -> Iterator[tuple[str, Revision]]:
    """The debates that a path means, those of now and those of then."""
    path = Path(name)
    revision = revision_of(path, ref, dict(os.environ))
    if path.is_dir():
        names = _searched(path, revision)
    elif path.exists() or revision.read(revision.name_of(path)) is not None:
        names = [name]
    else:
        names = [_here(revision, one) for one in revision.files(revision.name_of(path), SUFFIX)]
    if not names:
        raise Failure(f"there is no {SUFFIX} file in '{name}', and at '{ref}' there was none")
    for one in names:
        yield one, revision


def _searched(path: Path, revision: Revision) -> list[str]:
    """The debates in a folder as lint finds them, and those that are gone."""
    settled = settings.settled({})
    excluded = Excluded(patterns_of(settled.settings.exclude), Path(settled.root))
    folder = revision.name_of(path.resolve())
    then = (path / os.path.relpath(one, folder) for one in revision.files(folder, SUFFIX))
    gone = (one for one in then if not one.exists())
    now = [target.name for target in search(str(path), excluded).targets]
    return now + [str(one) for one in gone if not _hides(excluded, one.absolute())]


def _hides(excluded: Excluded, path: Path) -> bool:
    """Whether a file that is gone, or a folder that it was in, is left out."""
    folders = any(excluded.hides(folder, folder=True) for folder in path.parents)
    return folders or excluded.hides(path, folder=False)


def _here(revision: Revision, name: str) -> str:
    """A file of a repository by its path from the working folder."""
    return os.path.relpath(revision.top / name, Path.cwd().resolve())


def _since(name: str, revision: Revision) -> Compared:
    """A file beside what it was at a revision."""
    path = Path(name)
    with TemporaryDirectory(prefix="debatec-") as made:
        folder = Path(made).resolve()
        called = revision.name_of(path)
        data = unpack(revision, called, folder)
        if data is None:
            return Compared(name, State.NEW)
        if not path.exists():
            return Compared(name, State.DELETED)
        old, new = _compiled(name, data, folder / called), compile_file(path)
        if new.root is None or has_errors(new.diagnostics):
            errors = tuple(found for found in new.diagnostics if has_errors([found]))
            return Compared(name, State.BROKEN, (), errors)
        if old is None or old.root is None or has_errors(old.diagnostics):
            return Compared(name, State.BROKEN)
        found = _compared(name, old, new)
        return replace(found, changes=tuple(_called(c, folder, revision) for c in found.changes))


def _compiled(name: str, data: bytes, path: Path) -> Compiled | None:
    """What the compiler makes of what a file was; None where that was no text."""
    source, _ = decode(data, name)
    return compile_source(source, path.parent) if source else None


def _called(change: Change, folder: Path, revision: Revision) -> Change:
    """A change whose place is not called by the folder that the old files were in for a while."""
    span = change.span
    path = Path(span.source.path)
    if not path.is_relative_to(folder):
        return change
    name = _here(revision, path.relative_to(folder).as_posix())
    return replace(change, span=Source(name, span.source.content).span(span.start, span.end))


def findings_of(files: Iterable[Compared]) -> Findings:
    """All that was found, file by file."""
    files = tuple(files)
    found = tuple(finding for one in files for finding in one.findings)
    return Findings(tuple(one.name for one in files), found)


def lines(files: Sequence[Compared]) -> Iterator[str]:
    """What changed, for people: file by file, and by what it is about."""
    told = [one for one in files if one.is_changed]
    for number, one in enumerate(told):
        if number:
            yield ""
        yield printable(one.name if one.changes else f"{one.name}: {_state(one)}")
        for category, group in groupby(one.changes, lambda change: change.category):
            yield f"  {category}"
            rows = columns([_cells(change) for change in group])
            yield from (printable(f"    {row}") for row in rows)
        if one.changes:
            yield f"  {_asks(one)}"
    if not told:
        yield "no changes"


def _state(one: Compared) -> str:
    if one.state is not State.BROKEN:
        return one.state
    return "has errors" if one.findings else "had errors, so nothing is compared"


def _cells(change: Change) -> tuple[str, ...]:
    line, _ = change.span.position
    place = f"{change.span.source.path}:{line}"
    return _word(change.bump), place, change.path, _step(change)


def _step(change: Change) -> str:
    if change.was is None:
        return f"new: {change.now}"
    return f"gone: {change.was}" if change.now is None else f"{change.was} -> {change.now}"


def _word(bump: Bump) -> str:
    return bump.name.lower() if bump else "-"


def _asks(one: Compared) -> str:
    """A line such as `asks for a minor version: 1.2.0 -> 1.3.0`."""
    if not one.bump:
        return "asks for no other version"
    line = f"asks for a {_word(one.bump)} version"
    if one.old is None:
        return line
    has = one.new is not None and is_raised(one.old, one.new, one.bump)
    return f"{line}: {one.old} -> {one.wanted}" + (f"; it is {one.new}" if has else "")


def document(files: Iterable[Compared]) -> dict[str, Any]:
    """What changed, by the schema `diff.v1.schema.json`."""
    return {"schema": schema("diff"), "files": [_file(one) for one in files]}


def _file(one: Compared) -> dict[str, Any]:
    return {
        "file": one.name,
        "state": one.state,
        "bump": _word(one.bump) if one.bump else None,
        "was": str(one.old) if one.old else None,
        "now": str(one.new) if one.new else None,
        "wanted": str(one.wanted) if one.wanted else None,
        "changes": [_change(change) for change in one.changes],
        "findings": [finding_of(found) for found in one.findings],
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "category": change.category,
        "path": change.path,
        "was": change.was,
        "now": change.now,
        "bump": _word(change.bump) if change.bump else None,
        **place_of(change.span),
    }

"""Whether a file is better after some fixes, and otherwise the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from debatec.check.pipeline import Compiled, compile_source
from debatec.fix.outline import outline
from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic, Fix, Severity
from debatec.source.edits import Edit, Edits, apart
from debatec.source.nodes import Node
from debatec.source.reader import read
from debatec.source.text import Source

_READ = "DB2"
_NAMED = "DB3"
"""What the rules of reading, and those of reading and the schema, are less than."""


@dataclass(frozen=True)
class State:
    """A file as it is read, what the compiler says of it, and which findings are to be mended."""

    source: Source
    compiled: Compiled
    chosen: tuple[Diagnostic, ...]

    @cached_property
    def tree(self) -> Node | None:
        """The file as it is written; most files have nothing to mend, and need none."""
        return read(self.source)[0]

    @property
    def findings(self) -> set[Diagnostic]:
        return {*self.compiled.diagnostics, *self.chosen}

    @property
    def is_whole(self) -> bool:
        """Whether all of the file could be read."""
        return not any(
            found.rule < _READ and found.severity is Severity.ERROR
            for found in self.compiled.diagnostics
        )


Choice: TypeAlias = Callable[[Compiled], Iterable[Diagnostic]]
"""The findings of a file that are to be mended, those that nobody has hidden for instance."""


@frozen
class Setting:
    """Where other files lie that a file names, and which of its findings are to be mended."""

    folder: Path | None
    choice: Choice


def state_of(source: Source, setting: Setting) -> State:
    """A file as the compiler finds it."""
    compiled = compile_source(source, setting.folder)
    return State(source, compiled, tuple(setting.choice(compiled)))


def tried(before: State, mended: Sequence[Diagnostic], setting: Setting) -> State | None:
    """The file with the fixes of some findings, or None when that does more or less than to mend.

    The findings are of one rule, and their fixes do not meet.
    """
    edits = apart(edit_of(found.fix) for found in mended if found.fix)
    text = edits.applied(before.source.content)
    after = state_of(Source(before.source.path, text), setting)
    if not _mends(before, after, edits, mended) or not _keeps(before, after, edits):
        return None
    return after


def edit_of(fix: Fix) -> Edit:
    return Edit(fix.span.start, fix.span.end, fix.text)


def level(found: Diagnostic) -> tuple[bool, str]:
    """When a fault is to be mended: as the compiler finds them, and warnings after all errors."""
    return found.severity is Severity.WARNING, found.rule


def _mends(before: State, after: State, edits: Edits, mended: Sequence[Diagnostic]) -> bool:
    """Whether the findings are gone, and none has come but what they had kept from being found.

    Of reading and of the schema an error keeps later rules from looking at its place; of the other
    rules it keeps them from looking at what follows from it elsewhere. A warning keeps nothing.
    """
    had = Counter((f.rule, edits.moved(f.span.start)) for f in before.findings)
    has = Counter((f.rule, f.span.start) for f in after.findings)
    gone = Counter((f.rule, edits.moved(f.span.start)) for f in mended)
    if any(has[place] > had[place] - gone[place] for place in gone):
        return False
    new = [found for found in after.findings if (found.rule, found.span.start) not in had]
    is_warning, rule = max(map(level, mended))
    if not new or is_warning:
        return not new
    if rule < _NAMED:
        return all(found.rule > rule for found in new)
    return not any(edits.ranges.meets(found.span.start, found.span.end) for found in new)


def _keeps(before: State, after: State, edits: Edits) -> bool:
    """Whether all that no fix touches is read as before; of a file with faults, all that was."""
    if before.tree is None:
        return True
    if after.tree is None:
        return False
    old = outline(before.tree, edits, edits.moved)
    new = outline(after.tree, edits.ranges, lambda offset: offset)
    return old == new if before.is_whole else old <= new

"""Fixes applied to a file, pass by pass, each held against a new reading of the file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from debatec.check.pipeline import Compiled
from debatec.fix.trial import Choice, Setting, State, edit_of, level, state_of, tried
from debatec.frozen import frozen
from debatec.source.diagnostic import Diagnostic
from debatec.source.edits import apart
from debatec.source.text import Source

MAX_TRIALS = 24
LEAST_TRIALS = 8
MAX_REREAD = 1_000_000
"""How often a file is read at most while its fixes are tried: fewer times when it is long, as far
as the trials come to so many characters.
"""


@frozen
class Mended:
    """What the compiler makes of a file with its fixes, what is left of the findings to mend, and
    those that are gone.
    """

    compiled: Compiled
    left: tuple[Diagnostic, ...]
    fixed: tuple[Diagnostic, ...]

    @property
    def text(self) -> str:
        return self.compiled.source.content


def everything(compiled: Compiled) -> Sequence[Diagnostic]:
    """The choice of all that the compiler finds."""
    return compiled.diagnostics


def mend(
    source: Source,
    folder: Path | None = None,
    *,
    unsafe: bool = False,
    choice: Choice = everything,
) -> Mended:
    """Apply the safe fixes of the findings of a file that are chosen, or all of their fixes.

    A fix stays when its finding is gone, no other has come that the finding did not hide, and all
    outside the fix is read as before. Fixes that meet are applied in passes. A rule none of whose
    fixes can stay is left alone from then on.
    """
    setting = Setting(folder, choice)
    trials = _Trials(setting, MAX_REREAD // (len(source.content) + 1))
    state = state_of(source, setting)
    fixed: list[Diagnostic] = []
    hopeless: set[tuple[bool, str]] = set()
    while group := _next_group(state, hopeless, unsafe=unsafe):
        state, kept = trials.most(state, group)
        fixed += kept
        if not kept:
            hopeless.add(level(group[0]))
    return Mended(state.compiled, state.chosen, tuple(fixed))


def fixable(source: Source, findings: Iterable[Diagnostic], *, unsafe: bool) -> list[Diagnostic]:
    """The findings with a fix of this source that may be applied."""
    return [
        found
        for found in findings
        if found.fix is not None
        and found.fix.span.source is source
        and not found.secret
        and (unsafe or found.fix.safe)
    ]


def _next_group(
    state: State, hopeless: Container[tuple[bool, str]], *, unsafe: bool
) -> list[Diagnostic]:
    """The fixable findings of the next rule to be mended, none of their fixes meeting another's."""
    found = fixable(state.source, state.chosen, unsafe=unsafe)
    first = min((level(each) for each in found if level(each) not in hopeless), default=None)
    by_edit = {edit_of(each.fix): each for each in found if each.fix and level(each) == first}
    return [by_edit[edit] for edit in apart(by_edit).items]


class _Trials:
    """Fixes tried on a file, at most so often."""

    def __init__(self, setting: Setting, wanted: int) -> None:
        self._setting = setting
        self._left = max(LEAST_TRIALS, min(wanted, MAX_TRIALS))

    def most(self, state: State, group: Sequence[Diagnostic]) -> tuple[State, list[Diagnostic]]:
        """The file with as many fixes as can stay, and the findings they mend.

        All are tried at once, and where that fails each half of them.
        """
        self._base, self._best, self._kept = state, state, list[Diagnostic]()
        self._add(group)
        return self._best, self._kept

    def _add(self, group: Sequence[Diagnostic]) -> None:
        if not group or self._left <= 0:
            return
        self._left -= 1
        after = tried(self._base, [*self._kept, *group], self._setting)
        if after is not None:
            self._best, self._kept = after, [*self._kept, *group]
        elif len(group) > 1:
            middle = len(group) // 2
            self._add(group[:middle])
            self._add(group[middle:])

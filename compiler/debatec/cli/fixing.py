"""`debatec lint --fix` and `--diff`: findings that mend themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from debatec.cli import rewriting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from debatec.check.pipeline import Compiled
    from debatec.linter.engine import Linted, Results
    from debatec.linter.settings import Settled
    from debatec.linter.targets import Target


class Wish(NamedTuple):
    """What is to be done about fixes: apply them or show them, guesses too or not."""

    fix: bool
    diff: bool
    unsafe: bool

    @property
    def any(self) -> bool:
        return self.fix or self.diff


def options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that can fix what it finds."""
    fix = click.option("--fix", is_flag=True, help="Apply safe fixes, and report what is left.")
    diff = click.option(
        "--diff", is_flag=True, help="Show what --fix would change; exit with 1 if anything."
    )
    unsafe = click.option("--unsafe", is_flag=True, help="With --fix or --diff: guesses too.")
    return fix(diff(unsafe(command)))


def wish(options: Mapping[str, Any]) -> Wish:
    """What options ask for.

    Raises:
        click.UsageError: they do not go together.
    """
    found = Wish(options["fix"], options["diff"], options["unsafe"])
    if found.fix and found.diff:
        raise click.UsageError("'--diff' writes nothing: leave out '--fix'")
    if found.unsafe and not found.any:
        raise click.UsageError("'--unsafe' goes with '--fix' or '--diff'")
    return found


class Fixed(NamedTuple):
    """What is left to tell of targets, how many findings are mended, and the differences."""

    results: Results
    mended: int
    diffs: list[str]


def fixed(targets: Sequence[Target], wish: Wish, settled: Settled) -> Fixed:
    """Targets with the fixes of what is told of them: written, or printed for standard input.

    Raises:
        Failure: a file cannot be read or written.
    """
    from debatec.linter.engine import Results

    done = [_fixed(target, wish, settled) for target in targets]
    diffs = [one.diff for one in done if one.diff]
    return Fixed(Results([one.linted for one in done]), sum(one.mended for one in done), diffs)


class _One(NamedTuple):
    linted: Linted
    mended: int = 0
    diff: str = ""


def _fixed(target: Target, wish: Wish, settled: Settled) -> _One:
    from debatec.check.pipeline import compile_source
    from debatec.fix.mend import mend
    from debatec.linter.checking import Checked, checked_of
    from debatec.linter.engine import judge

    before = rewriting.original(target)
    if before.source is None:
        if wish.fix:
            rewriting.put(before, None)
        return _One(judge([target], [Checked(tuple(before.faults))], settled).files[0])

    def told(compiled: Compiled) -> Linted:
        return judge([target], [checked_of(compiled)], settled).files[0]

    if target.is_shipped:
        return _One(told(compile_source(before.source, advice=True)))
    done = mend(
        before.source,
        before.folder,
        unsafe=wish.unsafe,
        choice=lambda compiled: told(compiled).findings,
    )
    if wish.fix:
        rewriting.put(before, done.text)
    source = before.source
    diff = rewriting.diff(source.path, source.content, done.text) if done.fixed else ""
    # Advice has no fixes, and whatever a fix brings to light of it is no reason against the fix.
    left = compile_source(done.compiled.source, before.folder, advice=True)
    return _One(told(left), len(done.fixed), diff)

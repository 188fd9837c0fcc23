"""`debatec lint --fix` and `--diff`: findings that mend themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from debatec.cli import rewriting, specs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from debatec.source.diagnostic import Diagnostic


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


def wish(*, fix: bool, diff: bool, unsafe: bool) -> Wish:
    """What options ask for.

    Raises:
        click.UsageError: they do not go together.
    """
    if fix and diff:
        raise click.UsageError("'--diff' writes nothing: leave out '--fix'")
    if unsafe and not (fix or diff):
        raise click.UsageError("'--unsafe' goes with '--fix' or '--diff'")
    return Wish(fix, diff, unsafe)


class Fixed(NamedTuple):
    """What was found in files and is left, how many findings are mended, and the differences."""

    found: list[Diagnostic]
    mended: int
    diffs: list[str]


def fixed(names: Sequence[str], wish: Wish) -> Fixed:
    """The files as they are, or with their fixes: written, or printed for standard input.

    Raises:
        Failure: a file cannot be read or written.
    """
    found: list[Diagnostic] = []
    diffs: list[str] = []
    mended = 0
    for name in names:
        one = _fixed(name, wish)
        found += one.found
        mended += one.mended
        diffs += one.diffs
    return Fixed(found, mended, diffs)


def _fixed(name: str, wish: Wish) -> Fixed:
    if not wish.any or specs.ships(name):
        return Fixed(_found(name), 0, [])
    from debatec.fix.mend import mend

    before = rewriting.original(name)
    if before.source is None:
        if wish.fix:
            rewriting.put(before, None)
        return Fixed(before.faults, 0, [])
    done = mend(before.source, before.folder, unsafe=wish.unsafe)
    if wish.fix:
        rewriting.put(before, done.text)
    source = before.source
    diffs = [rewriting.diff(source.path, source.content, done.text)] if done.fixed else []
    return Fixed(list(done.left), len(done.fixed), diffs)


def _found(name: str) -> list[Diagnostic]:
    if name != rewriting.STDIN:
        return list(specs.compiled(name).diagnostics)
    from debatec.check.pipeline import compile_source

    given = rewriting.original(name)
    if given.source is None:
        return given.faults
    return list(compile_source(given.source, given.folder).diagnostics)

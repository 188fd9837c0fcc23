"""`debatec fmt`: files in the one layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from debatec.cli import rewriting, settings
from debatec.cli.failure import FINDINGS, Failure
from debatec.cli.targets import targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from debatec.linter.targets import Target


@click.command("fmt")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path())
@click.option("--check", is_flag=True, help="Name the files that would change; write nothing.")
@click.option("--diff", is_flag=True, help="Show what would change; write nothing.")
def fmt(paths: tuple[str, ...], check: bool, diff: bool) -> None:
    """Lay out files anew; what they say, their comments among it, stays.

    A PATH is a file, a folder with *.debate.yaml files, or - for standard input. A file that cannot
    be read is left alone. Exits with 1 when there is one, or when --check or --diff would change
    one.
    """
    files = [_own(target) for target in targets(paths, settings.settled({}), None)]
    done = [_formatted(target, check=check, diff=diff) for target in files]
    click.echo(_summary(done, is_trial=check or diff), err=True)
    if any(one.is_faulty or (one.is_changed and (check or diff)) for one in done):
        raise click.exceptions.Exit(FINDINGS)


class _Done(NamedTuple):
    """What became of a file."""

    is_changed: bool
    is_faulty: bool = False
    is_left_alone: bool = False


def _own(target: Target) -> Target:
    if target.is_shipped:
        raise Failure(f"'{target.name}' is a shipped format and stays as it is")
    return target


def _formatted(target: Target, *, check: bool, diff: bool) -> _Done:
    from debatec.fmt.format import formatted
    from debatec.source.frame import printable, render

    before, name = rewriting.original(target), target.name
    source, faults, reason = before.source, before.faults, ""
    text = None
    if source is not None:
        done = formatted(source)
        text, faults, reason = done.text, list(done.faults), done.reason
    for fault in faults:
        click.echo(f"{render(fault)}\n", err=True)
    if reason:
        click.echo(printable(f"{name}: left alone: {reason}"), err=True)
    is_changed = source is not None and text != source.content
    if diff and source is not None and text is not None:
        click.echo(rewriting.diff(source.path, source.content, text), nl=False)
    elif check and is_changed:
        click.echo(printable(f"{name} would change"))
    elif not check and not diff:
        rewriting.put(before, text)
    return _Done(is_changed, bool(faults), bool(reason))


def _summary(done: Sequence[_Done], *, is_trial: bool) -> str:
    from debatec.report.text import plural

    changed = sum(one.is_changed for one in done)
    kept = sum(one.is_faulty or one.is_left_alone for one in done)
    verb = "would change" if is_trial else "changed"
    left = f", {kept} left alone" if kept else ""
    return f"{changed} of {plural(len(done), 'file')} {verb}{left}"

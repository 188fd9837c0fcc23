"""`debatec migrate`: files in the newest version of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from debatec.cli import rewriting, settings
from debatec.cli.failure import FINDINGS, Failure
from debatec.cli.targets import targets

if TYPE_CHECKING:
    from debatec.linter.targets import Target


@click.command("migrate")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path())
@click.option("--check", is_flag=True, help="Name the files that would change; write nothing.")
@click.option("--diff", is_flag=True, help="Show what would change; write nothing.")
def migrate(paths: tuple[str, ...], check: bool, diff: bool) -> None:
    """Bring files to the newest version of the language.

    Each step from one version to the next changes what has another spelling now; all else stays
    byte for byte. A PATH is a file, a folder with *.debate.yaml files, or - for standard input.
    Exits with 1 when a file cannot be read, or when --check or --diff would change one.
    """
    from debatec.report.text import plural

    found = targets(paths, settings.settled({}), None)
    done = [_migrated(target, check=check, diff=diff) for target in found]
    changed = done.count(True)
    verb = "would change" if check or diff else "changed"
    click.echo(f"{changed} of {plural(len(done), 'file')} {verb}", err=True)
    if None in done or (changed and (check or diff)):
        raise click.exceptions.Exit(FINDINGS)


def _migrated(target: Target, *, check: bool, diff: bool) -> bool | None:
    """Whether a file is or would be another one; None where it cannot be read."""
    from debatec.migrate.steps import migrated
    from debatec.source.frame import printable, render

    if target.is_shipped:
        raise Failure(f"'{target.label}' is a shipped format and stays as it is")
    before = rewriting.original(target)
    done = migrated(before.source) if before.source else None
    faults = [*before.faults, *(done.faults if done else ())]
    for fault in faults:
        click.echo(f"{render(fault)}\n", err=True)
    if done is None or before.source is None or faults:
        return None
    is_changed = done.text != before.source.content
    if diff:
        click.echo(rewriting.diff(target.name, before.source.content, done.text), nl=False)
    elif check and is_changed:
        click.echo(printable(f"{target.name} would change"))
    elif not check:
        rewriting.put(before, done.text)
    return is_changed

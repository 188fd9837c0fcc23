"""`debatec diff`: what changed in debates, and the version that this asks for."""

from __future__ import annotations

import click

from debatec.cli import completion, findings, output
from debatec.cli.failure import FINDINGS


@click.command("diff")
@click.argument("paths", metavar="OLD NEW", nargs=-1, shell_complete=completion.specs)
@click.option(
    "--against",
    metavar="REF",
    help="Compare files with what they were at a revision of git; OLD NEW are then [PATH]...",
)
@click.option("--exit-code", is_flag=True, help="Exit with 1 when anything changed.")
@findings.option
@output.option
def diff(
    paths: tuple[str, ...],
    against: str | None,
    exit_code: bool,
    format: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say what changed from one debate to another, and the version that this asks for.

    OLD and NEW are files or names of shipped formats. What is compared is what they say: layout,
    comments and shorthands are no change. With --against, a PATH is a file or a folder, and
    without any it is the folder you are in. Exits with 1 when a version is not raised as far as
    the changes ask.
    """
    from debatec.cli import diffing, testing

    if against is None and len(paths) != 2:
        raise click.UsageError("give OLD and NEW, or --against REF")
    wanted = testing.wanted(format, as_json=as_json)
    files = diffing.pair(*paths) if against is None else diffing.against(against, paths)
    is_document = as_json or any(one.file is None and one.format != "text" for one in wanted)
    if as_json:
        output.show(diffing.document(files))
    for line in diffing.lines(files):
        click.echo(line, err=is_document)
    found = diffing.findings_of(files)
    findings.report(found, wanted)
    if found.diagnostics or (exit_code and any(one.is_changed for one in files)):
        raise click.exceptions.Exit(FINDINGS)

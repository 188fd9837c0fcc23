"""`debatec test`: cases with scripted replies, and whether debates come to what is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from debatec.cli import findings, output, settings
from debatec.cli.failure import FINDINGS, Failure
from debatec.cli.targets import tests

if TYPE_CHECKING:
    pass


@click.command("test")
@click.argument("paths", metavar="[PATH...]", nargs=-1, type=click.Path())
@click.option("-k", "word", metavar="WORD", help="Only cases whose name or file has this in it.")
@click.option("-u", "--update", is_flag=True, help="Write snapshots anew, as they come.")
@click.option("--fail-fast", is_flag=True, help="Stop after the first case that fails.")
@click.option("--coverage", is_flag=True, help="Say what no case reached of each debate.")
@click.option(
    "--cover-min",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Fail where cases reach less of a debate.",
)
@findings.option
@output.option
def test(
    paths: tuple[str, ...],
    word: str | None,
    update: bool,
    fail_fast: bool,
    coverage: bool,
    cover_min: float | None,
    format: tuple[str, ...],
    as_json: bool,
) -> None:
    """Carry out tests of debates with scripted replies.

    A PATH is a *.test.yaml file, a *.debate.yaml with one beside it, or a folder; without any it is
    the working folder. No agent is asked, and time is virtual. Exits with 1 when a case fails.
    """
    import time

    from debatec.cli import covering, testing

    wanted = testing.wanted(format, as_json=as_json)
    files = tests(paths or (".",), settings.settled({}))
    begun, covers = time.perf_counter(), coverage or cover_min is not None
    done = testing.carried_out(
        files, time.perf_counter, word, update=update, fail_fast=fail_fast, covers=covers
    )
    seconds = time.perf_counter() - begun
    if word and not any(tested.cases or tested.findings for tested in done):
        raise Failure(f"there is no case with '{word}' in its name")
    coverages = covering.coverages_of(done) if covers else None
    findings.report(testing.findings_of(done), wanted)
    if as_json:
        output.show(testing.document(done, coverages))
    elif coverages and coverage:
        is_document = any(one.file is None and one.format != "text" for one in wanted)
        click.echo("\n".join(covering.lines(coverages)), err=is_document)
    short = list(covering.below(coverages or (), cover_min or 0))
    for line in [*testing.summary(done, seconds), *short]:
        click.echo(line, err=True)
    if short or any(tested.failed for tested in done):
        raise click.exceptions.Exit(FINDINGS)

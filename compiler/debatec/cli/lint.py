"""`debatec lint`: every fault of specs in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from debatec.cli import baseline, findings, output, settings
from debatec.cli.failure import FINDINGS, Failure
from debatec.cli.targets import SHIPPED, targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from debatec.linter.engine import Results
    from debatec.linter.settings import Settings, Settled
    from debatec.linter.store import Store
    from debatec.linter.targets import Target


@click.command("lint")
@click.argument("paths", metavar="PATH...", nargs=-1)
@click.option(
    "--format", type=click.Choice(findings.STYLES), help="How findings are printed (default: text)."
)
@click.option("--strict", is_flag=True, default=None, help="Exit with 1 for warnings too.")
@settings.options
@output.option
def lint(paths: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Report every fault of debates before anything runs.

    A PATH is a file, a folder with *.debate.yaml files, the name of a shipped format, or - for
    standard input. Exits with 1 when there are errors.
    """
    settled = settings.settled(options, findings.STYLES)
    if options["show_config"]:
        click.echo("\n".join(settings.shown(settled)))
        return
    if not paths:
        raise click.UsageError("Missing argument 'PATH...'.")
    results = _found(targets(paths, settled, options["stdin_filename"]), settled)
    if options["write_baseline"]:
        click.echo(baseline.write(results, settled), err=True)
        return
    if not options["no_baseline"]:
        results = baseline.without_known(results, settled)
    _tell(results, settled, as_json=as_json)


def _found(targets: Sequence[Target], settled: Settled) -> Results:
    """What is found in targets.

    Raises:
        Failure: a file cannot be read, or a process has died.
    """
    from debatec.linter.cached import Unreadable
    from debatec.linter.engine import lint
    from debatec.linter.jobs import WorkerDied

    are_files = any(target.data is None for target in targets)
    try:
        return lint(targets, settled, _store(settled.settings) if are_files else None)
    except (Unreadable, WorkerDied) as error:
        raise Failure(str(error)) from error


def _store(settings: Settings) -> Store | None:
    """What is kept of earlier runs, if it is wanted."""
    from pathlib import Path

    from debatec.data import data
    from debatec.linter.maker import maker
    from debatec.linter.store import Store

    schemas = data("schemas")
    if not settings.cache or not isinstance(schemas, Path):
        return None
    return Store(Path(settings.cache_dir), maker(schemas))


def _tell(results: Results, settled: Settled, *, as_json: bool) -> None:
    """Print results, and exit with 1 when they are no success."""
    from debatec.source.diagnostic import has_errors

    found = results.findings
    files = [file.target.name.removeprefix(SHIPPED) for file in results.files]
    if as_json:
        output.show(findings.document(found, files))
    else:
        for file in results.files:
            findings.report(file.findings, settled.settings.format)
    click.echo(findings.summary(found, len(files)), err=True)
    for line in baseline.notes(results, settled):
        click.echo(line, err=True)
    if has_errors(found) or (settled.settings.strict and found):
        raise click.exceptions.Exit(FINDINGS)

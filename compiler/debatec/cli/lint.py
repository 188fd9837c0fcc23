"""`debatec lint`: every fault of specs in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from debatec.cli import baseline, completion, findings, fixing, output, settings
from debatec.cli.failure import DONE, FINDINGS, Failure
from debatec.cli.targets import TESTS, targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from debatec.linter.engine import Results
    from debatec.linter.settings import Settings, Settled
    from debatec.linter.store import Store
    from debatec.linter.targets import Target


@click.command("lint")
@click.argument("paths", metavar="PATH...", nargs=-1, shell_complete=completion.specs)
@findings.option
@fixing.options
@click.option("--strict", is_flag=True, default=None, help="Exit with 1 for warnings too.")
@settings.options
@output.option
def lint(paths: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Report every fault of debates before anything runs.

    A PATH is a file, a folder with *.debate.yaml files, the name of a shipped format, or - for
    standard input. Exits with 1 when there are errors.
    """
    wish = fixing.wish(options)
    settled = settings.settled(options)
    if options["show_config"]:
        click.echo("\n".join(settings.shown(settled)))
        return
    if not paths:
        raise click.UsageError("Missing argument 'PATH...'.")
    for name in paths:
        if name.endswith(TESTS):
            raise Failure(
                f"'{name}' holds tests: 'debatec test {name}' checks and carries them out"
            )
    wanted = findings.asked(settled.settings.format, as_json=as_json)
    named = targets(paths, settled, options["stdin_filename"])
    done = fixing.fixed(named, wish, settled) if wish.any else None
    if done and wish.diff:
        _show(done, len(named))
    results = done.results if done else _found(named, settled)
    if options["write_baseline"]:
        click.echo(baseline.write(results, settled), err=True)
        return
    if not options["no_baseline"]:
        results = baseline.without_known(results, settled)
    _tell(results, settled, wanted, done)


def _show(done: fixing.Fixed, files: int) -> None:
    """Print what would change, and end with 1 if anything would."""
    from debatec.report.text import plural

    click.echo("".join(done.diffs), nl=False)
    click.echo(f"{plural(done.mended, 'fix')} in {plural(files, 'file')}", err=True)
    raise click.exceptions.Exit(FINDINGS if done.diffs else DONE)


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


def _tell(
    results: Results,
    settled: Settled,
    wanted: Sequence[findings.Wanted],
    done: fixing.Fixed | None,
) -> None:
    """Report results, and exit with 1 when they are no success."""
    from debatec.report.findings.found import Findings
    from debatec.source.diagnostic import has_errors

    found, files = results.findings, tuple(file.target.label for file in results.files)
    # Standard output is for the text when that came from standard input.
    is_text_out = done is not None and any(file.target.data is not None for file in results.files)
    findings.report(Findings(files, tuple(found), tuple(results.hidden)), wanted, err=is_text_out)
    summary = findings.summary(found, len(files), mended=done.mended if done else 0)
    click.echo(summary, err=True)
    for line in baseline.notes(results, settled):
        click.echo(line, err=True)
    if has_errors(found) or (settled.settings.strict and found):
        raise click.exceptions.Exit(FINDINGS)

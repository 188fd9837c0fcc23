"""`debatec lint`: every fault of specs in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from debatec.cli import findings, fixing, output, specs
from debatec.cli.failure import DONE, FINDINGS, Failure
from debatec.cli.rewriting import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterable


@click.command("lint")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@findings.option
@fixing.options
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@output.option
def lint(
    paths: tuple[str, ...],
    formats: list[findings.Wanted],
    fix: bool,
    diff: bool,
    unsafe: bool,
    strict: bool,
    as_json: bool,
) -> None:
    """Report every fault of debates before anything runs.

    A PATH is a file, a folder with *.debate.yaml files, the name of a shipped format, or - for
    standard input. Exits with 1 when there are errors.
    """
    from debatec.report.findings.found import Findings
    from debatec.source.diagnostic import has_errors

    wanted = findings.asked(formats, as_json=as_json)
    wish = fixing.wish(fix=fix, diff=diff, unsafe=unsafe)
    files = tuple(files_of(paths))
    done = fixing.fixed(files, wish)
    if diff:
        _show(done, len(files))
    # Standard output is for the text when that came from standard input.
    findings.report(Findings(files, tuple(done.found)), wanted, err=fix and STDIN in files)
    click.echo(findings.summary(done.found, len(files), mended=done.mended), err=True)
    if has_errors(done.found) or (strict and done.found):
        raise click.exceptions.Exit(FINDINGS)


def _show(done: fixing.Fixed, files: int) -> None:
    """Print what would change, and end with 1 if anything would."""
    from debatec.report.text import plural

    click.echo("".join(done.diffs), nl=False)
    click.echo(f"{plural(done.mended, 'fix')} in {plural(files, 'file')}", err=True)
    raise click.exceptions.Exit(FINDINGS if done.diffs else DONE)


def files_of(paths: Iterable[str]) -> Iterable[str]:
    """The files and formats that arguments name, each once, those of a folder in order.

    Raises:
        Failure: a name is of nothing, or a folder has no specs.
    """
    from pathlib import Path

    found: dict[str, None] = {}
    for name in paths:
        path = Path(name)
        if path.is_dir():
            inside = sorted(str(spec) for spec in path.rglob(f"*{specs.SUFFIX}") if spec.is_file())
            if not inside:
                raise Failure(f"there is no {specs.SUFFIX} file in '{name}'")
            found.update(dict.fromkeys(inside))
        elif name == STDIN or path.exists() or name in specs.formats():
            found.setdefault(name)
        else:
            raise specs.missing(name)
    return found

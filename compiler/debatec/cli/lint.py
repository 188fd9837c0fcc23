"""`debatec lint`: every fault of specs in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from debatec.cli import findings, output, specs
from debatec.cli.failure import FINDINGS, Failure

if TYPE_CHECKING:
    from collections.abc import Iterable


@click.command("lint")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@findings.option
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@output.option
def lint(
    paths: tuple[str, ...], formats: list[findings.Wanted], strict: bool, as_json: bool
) -> None:
    """Report every fault of debates before anything runs.

    A PATH is a file, a folder with *.debate.yaml files, or the name of a shipped format. Exits
    with 1 when there are errors.
    """
    from debatec.report.findings.found import Findings
    from debatec.source.diagnostic import has_errors

    wanted = findings.asked(formats, as_json=as_json)
    files = tuple(_files(paths))
    found = [fault for name in files for fault in specs.compiled(name).diagnostics]
    findings.report(Findings(files, tuple(found)), wanted)
    click.echo(findings.summary(found, len(files)), err=True)
    if has_errors(found) or (strict and found):
        raise click.exceptions.Exit(FINDINGS)


def _files(paths: Iterable[str]) -> Iterable[str]:
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
        elif path.exists() or name in specs.formats():
            found.setdefault(name)
        else:
            raise specs.missing(name)
    return found

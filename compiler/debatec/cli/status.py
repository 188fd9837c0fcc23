"""`debatec status`: where a run stands."""

from __future__ import annotations

from pathlib import Path

import click

from debatec.cli import output, runs
from debatec.cli.failure import Failure


@click.command()
@runs.argument
@output.option
def status(run: Path | None, as_json: bool) -> None:
    """Say where a run stands: its round, who is asked, what failed, how it ended.

    RUN is its folder; without it, the run in runs/ that was busy last. The run is left alone.
    """
    from debatec.report.status import lines, status_of
    from debatec.runtime.journal import is_held

    past = runs.opened(run)
    try:
        found = status_of(past, is_held(past.folder))
    except OSError as error:
        raise Failure(f"{error.filename}: {error.strerror}") from error
    if as_json:
        output.show(found)
    else:
        click.echo("\n".join(lines(found)))

"""`debatec report`: the report of a run, from its journal."""

from __future__ import annotations

from pathlib import Path

import click

from debatec.cli import output, runs
from debatec.cli.failure import Failure


@click.command()
@runs.argument
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it to a file instead of printing it.",
)
@output.option
def report(run: Path | None, target: Path | None, as_json: bool) -> None:
    """Print the report of a run that is over, as Markdown, with the whole transcript.

    RUN is its folder; without it, the run in runs/ that was busy last. With --json it is the
    result.
    """
    from debatec.report.markdown import report as written

    past = runs.opened(run)
    if past.state.finished is None:
        raise Failure(f"the run in '{past.folder}' is not over: 'debatec status' says where it is")
    result = past.state.finished.result
    output.put(output.written(result) if as_json else written(past.plan, past.state), target)

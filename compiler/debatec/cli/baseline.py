"""The findings that a project knows already: read, written and told of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debatec.linter.engine import Results
    from debatec.linter.settings import Settled


def without_known(results: Results, settled: Settled) -> Results:
    """What no baseline knows; one that nobody named may be missing.

    Raises:
        Failure: a baseline cannot be used.
    """
    from pathlib import Path

    from debatec.linter.baseline import NoBaseline, load
    from debatec.linter.engine import beyond
    from debatec.linter.settings import DEFAULT

    path = Path(settled.settings.baseline)
    if settled.origins["baseline"] == DEFAULT and not path.exists():
        return results
    try:
        return beyond(results, load(path), str(path.parent), settled)
    except NoBaseline as error:
        raise Failure(str(error)) from error


def write(results: Results, settled: Settled) -> str:
    """List all findings as known; the line that says so.

    Raises:
        Failure: the file cannot be written.
    """
    from pathlib import Path

    from debatec.cli import output
    from debatec.linter.baseline import baseline_of, text_of
    from debatec.report.text import plural

    path = Path(settled.settings.baseline)
    baseline = baseline_of(results.findings, str(path.parent))
    output.put(text_of(baseline), path)
    number = plural(sum(baseline.counts.values()), "finding")
    return f"{number} known from now on, in '{_name(settled)}'"


def notes(results: Results, settled: Settled) -> Iterator[str]:
    """Lines about what a baseline has to do with results."""
    from debatec.report.text import plural

    name = _name(settled)
    if results.known:
        yield f"{plural(results.known, 'finding')} of '{name}' not told"
    if results.stale:
        number = plural(results.stale, "finding")
        yield f"{number} of '{name}' no more: debatec lint --write-baseline forgets them"


def _name(settled: Settled) -> str:
    import os

    return os.path.relpath(settled.settings.baseline)

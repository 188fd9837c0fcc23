"""The run whose replies are taken over, and what becomes of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from debatec.cli import runs
from debatec.cli.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from debatec.graph.plan import Plan
    from debatec.runtime.past import Past
    from debatec.transports.interface import Transport


def opened(folder: Path, plan: Plan) -> Past:
    """The run in a folder, of the debate that is to be run.

    Raises:
        Failure: there is none, it cannot be read, or it is of another debate.
    """
    past = runs.opened(folder)
    before, now = past.plan.spec.name, plan.spec.name
    if before != now:
        raise Failure(f"'{folder}' cannot be reused: it is a run of '{before}', not of '{now}'")
    if not past.lines:
        raise Failure(f"'{folder}' cannot be reused: it was left before anybody was asked")
    return past


def announce(plan: Plan, past: Past, cast: Mapping[str, Transport]) -> None:
    """Say before a run what it takes over and what it asks."""
    from debatec.report.outlook import sentence
    from debatec.runtime.outlook import outlook

    click.echo(sentence(past, outlook(plan, past, cast)), err=True)

"""A run carried out in the foreground: followed, stopped by Ctrl-C, and reported."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Protocol, TypeAlias

import click

from debatec.cli import output, scripts
from debatec.cli.failure import FAILED, Failure, RunFailure
from debatec.report.lines import Lines
from debatec.report.live import Live
from debatec.report.markdown import ending, report
from debatec.runtime.journal import JournalError
from debatec.runtime.past import RunError
from debatec.runtime.projection import write_file
from debatec.runtime.run import Clock, Run, Watcher
from debatec.runtime.state import State
from debatec.transports.interface import Transport, TransportError

Result: TypeAlias = Mapping[str, Any]

REPORT = "report.md"
CODES = {"done": 0, "failed": FAILED, "aborted": 130}


class Follower(Watcher, Protocol):
    """Shows a run as it goes on."""

    def say(self, text: str) -> None:
        """Show a line of the command's own."""


class Silent:
    """Follows a run and says nothing."""

    def event(self, event: object, state: State) -> None:
        """Nothing to say."""

    def delta(self, node: object, text: str) -> None:
        """Nothing to say."""

    def say(self, text: str) -> None:
        """Nothing to say."""


async def carry_out(
    open_run: Callable[[], Run], agents: Mapping[str, Transport], quiet: bool, as_json: bool
) -> int:
    """Open a run once its agents answer, carry it out, and return the exit code.

    What is printed is the report, or ``as_json`` the result.

    Raises:
        Failure: an agent cannot be reached, or a file of the run cannot be written.
    """
    try:
        await _reach(agents)
        with open_run() as run:
            result = await _follow(run, agents, quiet)
            if left := scripts.unused(run.plan, run.state, agents):
                click.echo(left, err=True)
            return _show(run, result, as_json)
    finally:
        for transport in {id(t): t for t in agents.values()}.values():
            await transport.close()


async def _reach(agents: Mapping[str, Transport]) -> None:
    """Open one session with every agent, so that what is missing is said before the run."""
    for seat, transport in {id(t): (s, t) for s, t in agents.items()}.values():
        try:
            session = await transport.open(seat, "")
        except TransportError as error:
            raise Failure(f"the agent '{transport.name}' cannot be reached: {error}") from error
        await session.close()


async def _follow(run: Run, agents: Mapping[str, Transport], quiet: bool) -> Result:
    clock = Clock(time.monotonic, lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
    try:
        with _following(run, quiet) as follower, _stoppable(run, follower):
            return await run.carry_out(agents, clock, follower)
    except JournalError as error:
        raise RunFailure(f"{error}; nothing is lost: resume the run once it can be") from error
    except RunError as error:
        raise RunFailure(str(error)) from error


@contextmanager
def _stoppable(run: Run, follower: Follower) -> Iterator[None]:
    """Let the first Ctrl-C end the run with its result; a second one ends the process."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        follower.say("Stopping; Ctrl-C again to give up at once.")
        run.abort()

    try:
        loop.add_signal_handler(signal.SIGINT, stop)
        loop.add_signal_handler(signal.SIGTERM, stop)
    except NotImplementedError:  # Windows has no signal handlers in its loop
        yield
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        loop.remove_signal_handler(signal.SIGTERM)


@contextmanager
def _following(run: Run, quiet: bool) -> Iterator[Follower]:
    if quiet:
        yield Silent()
    elif sys.stderr.isatty():
        from rich.console import Console

        console = Console(stderr=True, highlight=False)
        with Live(run.plan.graph, console, time.monotonic) as live:
            yield live
    else:
        yield Lines(run.plan.graph, lambda line: click.echo(line, err=True))


def _show(run: Run, result: Result, as_json: bool) -> int:
    """Write the report and show it, as rich text on a terminal and as it is in a pipe."""
    text = report(run.plan, run.state)
    try:
        write_file(run.folder / REPORT, text)
    except OSError as error:
        raise RunFailure(f"{run.folder / REPORT}: {error.strerror}") from error
    head, _, _ = text.partition("\n## Transcript")
    if as_json:
        output.show(result)
    elif sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(head))
    else:
        click.echo(head.rstrip())
    click.echo(f"\n{ending(result)}\nReport: {run.folder / REPORT}", err=True)
    return CODES[result["status"]]

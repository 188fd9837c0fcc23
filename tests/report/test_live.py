"""A run on a terminal."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from debatec.report.live import Live
from debatec.runtime.events import Asked, Purpose
from debatec.runtime.state import State
from tests.report.runs import CASES, compare, ran


class Terminal(io.StringIO):
    """Remembers what is written to it, as a terminal of 72 columns."""

    def isatty(self) -> bool:
        return True


def console(file: io.StringIO) -> Console:
    return Console(file=file, width=72, height=40, force_terminal=True, color_system=None)


def test_replies_are_shown_whole_when_they_are_over(tmp_path: Path) -> None:
    run, file = ran(tmp_path, "stumbling"), io.StringIO()
    live = Live(run.plan.graph, console(file), lambda: 0.0)
    state = State(run.plan.graph)
    for event in run.watch.events:
        state.apply(event)
        live.event(event, state)
    compare(CASES / "stumbling.live.txt", file.getvalue())


def test_a_reply_in_the_making_shows_its_last_lines(tmp_path: Path) -> None:
    run, file = ran(tmp_path, "pingpong"), Terminal()
    seconds = iter(range(0, 1000, 3))
    node = next(run.plan.graph.turns())
    with Live(run.plan.graph, console(file), lambda: float(next(seconds))) as live:
        live.event(Asked(node.id, 1, Purpose.REPLY, "a", "p"), State(run.plan.graph))
        live.delta(node, "first\n\x1b[31msecond\nthird\n")
        live.delta(node, "fourth")
        live._screen.refresh()
    shown = file.getvalue()
    assert "peer-1 (say, round 1) writes" in shown
    assert "about 7 tokens" in shown
    assert "fourth" in shown
    assert "first" not in shown
    assert "\x1b[31m" not in shown

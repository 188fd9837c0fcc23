"""Runs to report on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from debatec.transports.interface import Failure, TransportError
from tests.support.agents import Agent, Say, fail, say, script
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Ran, carry_out, plan_of, replayed, shipped

CASES = Path(__file__).parent / "cases"
INPUTS: dict[str, dict[str, Any]] = {
    "panel": {"brief": "Where do sessions go?"},
    "pingpong": {"question": "Tabs or spaces?"},
}
NAMES = [*INPUTS, "stumbling"]
CRASH = fail(TransportError(Failure.CRASHED, "it broke\x1b[2J"))
LIMITED = fail(TransportError(Failure.RATE_LIMITED, "too many requests", 5.0))


def ran(folder: Path, name: str) -> Ran:
    """A run of a shipped format, or of one in which much goes wrong."""
    if name in INPUTS:
        agent = Agent(replayed(name))
        return carry_out(folder / name, plan_of(shipped(name), **INPUTS[name]), agent)
    return carry_out(folder / name, plan_of(STUMBLING), Agent(script(TURNS)))


STUMBLING = debate(
    [{**TALK, "returns": "score"}],
    seats=3,
    rounds=2,
    closing=True,
    blocks={"score": {**SCORE, "otherwise": {"score": 0.5}}},
    limits={"strikes": 2, "attempts": 2},
    summary="Much goes *wrong* here.",
)
ODD = "# Not a heading\n<b>bold</b> | `code`"
TURNS: dict[str, Say | list[Say]] = {
    "talk.r1.say.peer-1": CRASH,
    "talk.r1.say.peer-2": [
        LIMITED,
        say("# Not a heading\n<b>bold</b> | `code`", {"score": {"score": 1}}),
    ],
    "talk.r1.say.peer-3": say("No block.", after=2.0),
    "talk.r2.say.peer-2": say("", after=0.0),
    "close.r1.report.judge": say("So be it.", after=75.0),
}


def compare(path: Path, text: str) -> None:
    """Hold a text against its golden file."""
    if os.environ.get("UPDATE"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")

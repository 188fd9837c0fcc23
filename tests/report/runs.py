"""Runs to report on."""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path
from typing import Any

from debatec.transports.interface import Failure, Price, TransportError
from tests.support.agents import Agent, Say, fail, say, script
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Ran, carry_out, plan_of, replayed, shipped

CASES = Path(__file__).parent / "cases"
INPUTS: dict[str, dict[str, Any]] = {
    "panel": {"brief": "Where do sessions go?"},
    "pingpong": {"question": "Tabs or spaces?"},
}
NAMES = [*INPUTS, "stumbling", "troubled"]
CRASH = fail(TransportError(Failure.CRASHED, "it broke\x1b[2J"))
LIMITED = fail(TransportError(Failure.RATE_LIMITED, "too many requests", 5.0))


def ran(folder: Path, name: str) -> Ran:
    """A run of a shipped format, or of one in which much goes wrong."""
    if name in INPUTS:
        agent = Agent(replayed(name))
        return carry_out(folder / name, plan_of(shipped(name), **INPUTS[name]), agent)
    if name == "troubled":
        agent = Agent(script(TROUBLES), price=Price(Decimal(0), Decimal("0.5")))
        return carry_out(folder / name, plan_of(TROUBLED), agent)
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

LOOK = {"who": "others", "in": "say", "names": "hidden"}
TROUBLED = debate(
    [
        {**TALK, "sees": "nothing", "returns": "status", "sections": ["Risks"]},
        {"id": "findings", "kind": "ledger", "of": "say"},
        {"id": "look", "speakers": ["peer"], "sees": LOOK, "prompt": "Look.", "when": "round.last"},
        {"id": "checks", "kind": "ledger", "of": "say", "when": "round.first"},
    ],
    rounds=2,
    phases=[{"id": "more", "when": "count(look) > 9", "steps": [{**TALK, "id": "add"}]}],
    limits={"turn_timeout": "60s", "idle_timeout": "10s", "attempts": 1},
    summary="What a run can say of itself.",
)
BLOCKED: dict[str, Any] = {
    "position": "disagree",
    "findings": [
        {"id": "F*1", "title": "A hole", "severity": "blocking", "state": "open", "evidence": "so"}
    ],
}
FINE: dict[str, Any] = {"position": "agree", "findings": []}
TROUBLES: dict[str, Say | list[Say]] = {
    "talk.r1.say.peer-1": say("I am peer-1.\n# Risks\nNone.", {"status": BLOCKED}),
    "talk.r1.say.peer-2": say("Fine.", {"status": FINE}),
    "talk.r2.say.peer-1": say("So says peer-1.\n# Risks\nOne.", {"status": BLOCKED}),
    "talk.r2.say.peer-2": say("# Risks\nNone.", {"status": FINE}),
    "talk.r2.look.peer-2": Say(("word ",) * 99, pause=9, after_cancel=("and out",)),
}
"""A name is scrubbed, a heading missing, a deadlock there, words late, and much is skipped."""


def compare(path: Path, text: str) -> None:
    """Hold a text against its golden file."""
    if os.environ.get("UPDATE"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")

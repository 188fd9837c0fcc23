"""A small panel that kills its own process after each of its records, and is resumed in another.

Run as `python -m tests.support.killed FOLDER`, as it forks: a process with threads should not.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from debatec.graph.plan import Plan
from debatec.runtime.events import Event
from debatec.runtime.journal import NAME
from debatec.runtime.run import Clock, Run
from debatec.transports.interface import Failure, Request, TransportError
from tests.support.agents import Agent, Say, fail, say
from tests.support.debates import SCORE, TALK, debate
from tests.support.runs import Watch, plan_of

KILLED = "killed.jsonl"
"""The journal as the killed process left it."""
QUESTIONS = "questions.txt"
"""The turns that the resumed process asked."""
WHOLE = "whole"
TORN = b'{"agent":"scripted","at":"20'


def panel() -> Plan:
    talk = {**TALK, "sees": "others", "returns": "score"}
    rate = {"id": "rate", "speakers": ["judge"], "prompt": "Accept?", "returns": "vote"}
    tally = {"id": "verdict", "kind": "tally", "of": "rate"}
    steps = [talk, rate, tally]
    return plan_of(
        debate(steps, seats=2, rounds=2, closing=True, blocks={"score": SCORE}), brief="Shall we?"
    )


class Asked:
    """Answers by turn and attempt alone, and notes each question in a file at once."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / QUESTIONS

    def __call__(self, request: Request, _asking: int) -> Say:
        with self._file.open("a") as file:
            file.write(f"{request.turn}\n")
        if (request.turn, request.attempt) == ("talk.r1.say.peer-1", 1):
            return fail(TransportError(Failure.CRASHED, "it broke"))
        if "```vote" in request.prompt:
            return say("So.", {"vote": {"vote": "accept", "objections": []}})
        if request.turn == "talk.r2.say.peer-2" and "Your score" not in request.prompt:
            return say("prose")
        return say(request.turn, {"score": {"score": 0.5}})


def carry_out(run: Run, then: Callable[[Event], None] = lambda _event: None) -> None:
    agents = dict.fromkeys(run.plan.graph.seats, Agent(Asked(run.folder)))
    clock = Clock(time.monotonic, lambda: "2026-01-01T00:00:00Z")
    with run:
        asyncio.run(run.carry_out(agents, clock, Watch(then=then)))


def killing(folder: Path, after: int, torn: bytes) -> Callable[[Event], None]:
    """Kill this process after some records, with half a line written of the next."""
    seen = 0

    def then(_event: Event) -> None:
        nonlocal seen
        seen += 1
        if seen == after:
            with (folder / NAME).open("ab") as file:
                file.write(torn)
            os.kill(os.getpid(), signal.SIGKILL)

    return then


def in_child(work: Callable[[], None]) -> int:
    """The status of a process that does some work, as os.waitstatus_to_exitcode has it."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(sys.exc_info()[0] is not None)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def main(base: Path) -> None:
    plan = panel()
    assert in_child(lambda: carry_out(Run.begin(base / WHOLE, plan))) == 0
    records = (base / WHOLE / NAME).read_bytes().count(b"\n")
    for after in range(1, records + 1):
        folder = base / str(after)
        then = killing(folder, after, TORN * (after % 2))
        status = in_child(lambda: carry_out(Run.begin(folder, plan), then))  # noqa: B023
        assert status == -signal.SIGKILL
        shutil.copy(folder / NAME, folder / KILLED)
        (folder / QUESTIONS).unlink(missing_ok=True)
        assert in_child(lambda: carry_out(Run.take_up(folder))) == 0  # noqa: B023


if __name__ == "__main__":
    main(Path(sys.argv[1]))
